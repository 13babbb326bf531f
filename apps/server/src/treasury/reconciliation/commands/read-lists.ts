import type { Day } from '@quincena/domain/dates'
import { sql } from 'kysely'
import type { Deps } from '../../../deps.ts'
import { type ListFailure, readList } from '../../stp-lists/commands/read-list.ts'

interface NoList {
  outcome: 'failed'
  reason: string
  /** True if STP answered about this day but sent no readable list; other days may still have one. */
  is_of_day: boolean
  /** True if the rest of the list waits for the queries of the next hour, which is normal on a day with many orders. */
  is_continued: boolean
}

const noAnswer = 'STP no respondió.'
const unreadable = 'STP respondió algo que no se pudo leer.'
const noQueries = 'Se agotaron las consultas a STP de esta hora.'
const reasons: Readonly<Record<ListFailure, string>> = {
  timeout: noAnswer,
  network: noAnswer,
  aborted: noAnswer,
  status: 'STP respondió con un error.',
  unreadable,
  result: unreadable,
  closed: 'STP no atiende consultas de 23:55 a 00:05.',
  budget: noQueries,
  limit: noQueries,
  near_cut: 'Faltan o acaban de pasar unos minutos del corte de las 18:00.',
  changed: 'La lista de STP cambió mientras se leía.',
}
const reasonsOfDay: ReadonlySet<ListFailure> = new Set(['unreadable', 'result', 'near_cut', 'changed'])

/** Returns the Spanish reason why STP's answer is missing. */
export function reasonText(reason: ListFailure): string {
  return reasons[reason]
}

/** Returns the other possible days of our sent orders of a day that its stored list lacks. */
async function otherDays(deps: Deps, operation_date: Day): Promise<Day[]> {
  const { rows } = await sql<{ day: Day }>`
    select distinct other_operation_date as day from transfer
    where operation_date = ${operation_date} and other_operation_date is not null and sent_at is not null
      and not exists (
        select from stp_listed_order as listed
        where listed.operation_date = transfer.operation_date and listed.order_type = 'E'
          and listed.tracking_key = transfer.tracking_key)`.execute(deps.db)
  return rows.map(({ day }) => day)
}

/** Reads one list; null if it is whole. */
async function readOne(deps: Deps, operation_date: Day, order_type: 'E' | 'R'): Promise<NoList | null> {
  const read = await readList(deps, { operation_date, order_type }, { purpose: 'reconcile' })
  if (read.outcome === 'whole') return null
  const { reason } = read
  const is_continued = reason === 'budget' && read.pages > 0
  return { outcome: 'failed', reason: reasonText(reason), is_of_day: reasonsOfDay.has(reason), is_continued }
}

/**
 * Reads STP's lists of the orders sent and received on a day, one query for each 1,000 orders, and the list of the other
 * possible day for orders sent near the cut that are missing. Returns null if all are whole.
 */
export async function readLists(deps: Deps, operation_date: Day): Promise<NoList | null> {
  const sent = await readOne(deps, operation_date, 'E')
  if (sent !== null) return sent
  for (const day of await otherDays(deps, operation_date)) {
    const other = await readOne(deps, day, 'E')
    if (other !== null) return other
  }
  return readOne(deps, operation_date, 'R')
}
