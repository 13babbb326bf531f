import { addDays, businessDay, type Day } from '@quincena/domain/dates'
import type { Db } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { firstHeadKey, headKey, latestHeadKey, stampKeys } from '../rules.ts'

/** No day before is looked for, whatever instant a row claims. */
const mostDays = 3660

/** The days from the first row, or an earlier instant, to today, oldest first. */
export async function listDays(
  { db, clock }: { db: Db } & Pick<Deps, 'clock'>,
  earlier?: string,
): Promise<Day[]> {
  const today = businessDay(clock())
  const row = await db.selectFrom('audit').select('created_at').orderBy('id').limit(1).executeTakeFirst()
  const begins = [row?.created_at, earlier].flatMap((at) => (at === undefined ? [] : [businessDay(at)]))
  const earliest = [begins.toSorted()[0] ?? today, addDays(today, -mostDays)].toSorted()[1] ?? today
  const days: Day[] = []
  for (let day = earliest; day <= today; day = addDays(day, 1)) days.push(day)
  return days
}

/** The keys under which the storage may keep heads and time stamps. */
export async function listProofKeys(deps: { db: Db } & Pick<Deps, 'clock'>): Promise<string[]> {
  const ofDay = (day: Day) => [headKey(day), ...Object.values(stampKeys(day))]
  return [firstHeadKey, latestHeadKey, ...(await listDays(deps)).flatMap(ofDay)]
}
