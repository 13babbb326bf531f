import { useState } from 'react'

/**
 * Keeps the value that a dialog showed when it opened, although the screen behind it is refreshed: users confirm what
 * they saw, and the server refuses what has changed since. `lookAgain` switches to the current value, or to the next
 * one if it has not changed yet.
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
