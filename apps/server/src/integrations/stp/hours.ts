import type { StpTime } from '@quincena/domain/mexico/operating-day'
import { z } from 'zod'

/** The time at STP, and whether STP applies bank days, the 18:00 cut and the nightly pause. */
export interface StpHours {
  at(now: Temporal.Instant): Promise<StpTime>
}

/** The hours of the real STP: bank days, by our own clock. */
export const bankHours: StpHours = { at: async (now) => ({ now, bank_days: true }) }

const standInClock = z.object({ mode: z.enum(['real', 'plain', 'set']), now: z.iso.datetime() })
const timeoutMs = 2_000

/**
 * Reads the simulator's clock. Mode `plain`: no cut and no bank days; `real` and `set`: both apply. Null: no answer in
 * 2 s.
 */
export async function readClock(url: string): Promise<z.infer<typeof standInClock> | null> {
  try {
    const response = await fetch(`${url}/admin/clock`, { signal: AbortSignal.timeout(timeoutMs) })
    return standInClock.parse(await response.json())
  } catch {
    // The simulator is down, so it takes no orders either and its hours do not matter.
    return null
  }
}

/**
 * The hours of the bundled simulator: plain days without pauses until its clock is set, then its own clock and bank
 * days.
 */
export function simulatorHours(url: string): StpHours {
  return {
    async at(now) {
      const clock = await readClock(url)
      if (clock === null || clock.mode === 'plain') return { now, bank_days: false }
      return { now: Temporal.Instant.from(clock.now), bank_days: true }
    },
  }
}
