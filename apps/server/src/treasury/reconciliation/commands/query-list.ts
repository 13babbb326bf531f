import type { Day, Instant } from '@quincena/domain/dates'
import { possibleOperatingDays, runningDay } from '@quincena/domain/mexico/operating-day'
import { isoOf } from '../../../command/clock.ts'
import type { Deps } from '../../../deps.ts'
import type { UnknownReason } from '../../../integrations/stp/transport.ts'
import type { StpOrder } from '../../../integrations/stp/wire.ts'
import { readOwnOrders } from '../queries/own-orders.ts'

/** STP's list of a day: all orders on it, and our orders of the day that STP lists under their other possible day. */
interface DayList {
  outcome: 'listed'
  asked_at: Instant
  orders: StpOrder[]
  elsewhere: StpOrder[]
}
interface NoList {
  outcome: 'failed'
  reason: string
  /** True if STP answered about this day but sent no readable list; other days may still have one. */
  is_of_day: boolean
}

const noAnswer = 'STP no respondió.'
const unreadable = 'STP respondió algo que no se pudo leer.'
const nearCut = 'Faltan o acaban de pasar unos minutos del corte de las 18:00.'
const reasons: Readonly<Record<UnknownReason, string>> = {
  timeout: noAnswer,
  network: noAnswer,
  aborted: noAnswer,
  status: 'STP respondió con un error.',
  unreadable,
  result: unreadable,
  closed: 'STP no atiende consultas de 23:55 a 00:05.',
  budget: 'Se agotaron las consultas a STP de esta hora.',
  limit: 'Se agotaron las consultas a STP de esta hora.',
}

/** Returns the Spanish reason why STP's answer is missing. */
export function reasonText(reason: UnknownReason): string {
  return reasons[reason]
}

async function queryDay(deps: Deps, day: Day): Promise<{ outcome: 'listed'; orders: StpOrder[] } | NoList> {
  const time = await deps.stp.hours.at(deps.clock())
  const possible = possibleOperatingDays(time)
  // STP expects the query for its running day without a date; near the 18:00 cut it is not certain which day that is.
  if (possible.length > 1 && possible.includes(day))
    return { outcome: 'failed', reason: nearCut, is_of_day: true }
  const result = await deps.stp.listOrders(day === runningDay(time) ? null : day)
  if (result.outcome === 'listed') return result
  deps.log.warn({ day, reason: result.reason, detail: result.detail }, 'STP gave no list')
  const is_of_day = result.reason === 'unreadable' || result.reason === 'result'
  return { outcome: 'failed', reason: reasonText(result.reason), is_of_day }
}

/** Returns our sent orders of the day that STP's list lacks, grouped by the other day they may belong to. */
async function absentOrders(deps: Deps, operation_date: Day, orders: StpOrder[]) {
  const listed = new Set(orders.map(({ tracking_key }) => tracking_key))
  const ownOrders = await readOwnOrders(deps.db, { operation_date, tracking_keys: [] })
  const absent = ownOrders.filter(({ tracking_key, is_sent }) => is_sent && !listed.has(tracking_key))
  return Map.groupBy(absent, ({ other_operation_date }) => other_operation_date)
}

/**
 * Reads STP's list of all orders of an operating day: one call for each 1,000 orders, and the list of the other
 * possible day for orders sent near the cut that are missing. Fails as a whole if one page has no answer.
 */
export async function queryList(deps: Deps, operation_date: Day): Promise<DayList | NoList> {
  const asked_at = isoOf(deps.clock())
  const list = await queryDay(deps, operation_date)
  if (list.outcome === 'failed') return list
  const elsewhere: StpOrder[] = []
  for (const [day, absent] of await absentOrders(deps, operation_date, list.orders)) {
    if (day === null) continue
    const other = await queryDay(deps, day)
    if (other.outcome === 'failed') return other
    const keys = new Set(absent.map(({ tracking_key }) => tracking_key))
    elsewhere.push(...other.orders.filter(({ tracking_key }) => keys.has(tracking_key)))
  }
  return { ...list, asked_at, elsewhere }
}
