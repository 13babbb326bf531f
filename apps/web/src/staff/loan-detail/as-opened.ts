import { useState } from 'react'

/**
 * What a dialog shows is what was there when it was opened, however the screen behind it is renewed: somebody confirms
 * what they saw, and the server refuses what is so no more. `lookAgain`, then, shows what there is now, or as soon as
 * it comes.
 */
export function useAsOpened<Value>(live: Value, opened: boolean) {
  const [seen, setSeen] = useState<{ value: Value; isOld: boolean } | null>(null)
  const isNew = seen === null || (seen.isOld && seen.value !== live)
  if (opened && isNew) setSeen({ value: live, isOld: false })
  if (!opened && seen !== null) setSeen(null)
  return {
    seen: seen?.value ?? live,
    lookAgain: () => setSeen((now) => now && { ...now, isOld: true }),
  }
}
