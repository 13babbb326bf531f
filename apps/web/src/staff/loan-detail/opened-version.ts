import { useState } from 'react'

/**
 * Keeps the value that a dialog showed when it opened, although the screen behind it is refreshed: users confirm what
 * they saw, and the server refuses what has changed since. `markOutdated` switches to the current value, or to the next
 * one if it has not changed yet.
 */
export function useOpenedVersion<Value>(current: Value, opened: boolean) {
  const [seen, setSeen] = useState<{ value: Value; isOld: boolean } | null>(null)
  const isNew = seen === null || (seen.isOld && seen.value !== current)
  if (opened && isNew) setSeen({ value: current, isOld: false })
  if (!opened && seen !== null) setSeen(null)
  return {
    seen: seen?.value ?? current,
    markOutdated: () => setSeen((now) => now && { ...now, isOld: true }),
  }
}
