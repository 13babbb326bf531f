import type { StpTime } from '@quincena/domain/mexico/operating-day'
import { z } from 'zod'

/** What time it is at STP, and whether it keeps bank days, the cut and the nightly pause. */
export interface StpHours {
  at(now: Temporal.Instant): Promise<StpTime>
}

/** STP itself: our clock is its clock. */
export const bankHours: StpHours = { at: async (now) => ({ now, bank_days: true }) }

const standInClock = z.object({ mode: z.enum(['real', 'plain', 'set']), now: z.iso.datetime() })
const timeoutMs = 2_000

/** The simulator's clock: its own time, its cut and bank days on unless it keeps plain days; null: no answer. */
export async function readClock(url: string): Promise<z.infer<typeof standInClock> | null> {
  try {
    const response = await fetch(`${url}/admin/clock`, { signal: AbortSignal.timeout(timeoutMs) })
    return standInClock.parse(await response.json())
  } catch {
    // It does not answer: then it does not take orders either, whatever the day.
    return null
  }
}

/** The bundled simulator: plain days without pauses, until somebody sets its clock; then its clock counts. */
export function simulatorHours(url: string): StpHours {
  return {
    async at(now) {
      const clock = await readClock(url)
      if (clock === null || clock.mode === 'plain') return { now, bank_days: false }
      return { now: Temporal.Instant.from(clock.now), bank_days: true }
    },
  }
}
