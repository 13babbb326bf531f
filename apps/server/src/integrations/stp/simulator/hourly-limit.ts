const hourMs = 3_600_000

/**
 * Counts calls over the last hour of the simulated clock. Returns true when a call exceeds the limit; it is not
 * counted.
 */
export function createHourlyLimit(nowMs: () => number): (limit: number) => boolean {
  let calls: number[] = []
  return (limit) => {
    const now = nowMs()
    // If the clock was set back, calls of later times do not count.
    calls = calls.filter((at) => at > now - hourMs && at <= now)
    if (calls.length >= limit) return true
    calls.push(now)
    return false
  }
}
