import type { Day } from '@quincena/domain/dates'
import { possibleOperatingDays, runningDay } from '@quincena/domain/mexico/operating-day'
import type { Deps } from '../../../deps.ts'

/**
 * Returns the day as STP expects it in a query: null for the running day. Undefined for a future day and near the 18:00
 * cut, when the running day is not certain.
 */
export async function queryDate(deps: Deps, day: Day): Promise<Day | null | undefined> {
  const time = await deps.stp.hours.at(deps.clock())
  const possible = possibleOperatingDays(time)
  if (possible.length > 1 && possible.includes(day)) return undefined
  const running = runningDay(time)
  if (day > running) return undefined
  return day === running ? null : day
}
