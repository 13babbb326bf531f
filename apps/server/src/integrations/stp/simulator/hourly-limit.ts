const hourMs = 3_600_000

/** Counts calls over the last hour of the simulated clock; true when one is too many (and not counted). */
export function createHourlyLimit(nowMs: () => number): (limit: number) => boolean {
  let calls: number[] = []
  return (limit) => {
    const now = nowMs()
    // A clock that was set back forgets the calls it has not seen yet.
    calls = calls.filter((at) => at > now - hourMs && at <= now)
    if (calls.length >= limit) return true
    calls.push(now)
    return false
  }
}
