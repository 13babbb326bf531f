import type {
  BalanceState,
  balanceCasesQuery,
  balanceChecksQuery,
} from '@quincena/domain/treasury/balance-check-schema'
import { sql } from 'kysely'
import type { z } from 'zod'
import { AppError } from '../../../command/errors.ts'
import type { Db } from '../../../db/types.ts'
import { readPage } from '../../../http/pagination.ts'
import { isOpened } from './books.ts'
import { findCandidates } from './candidates.ts'

const checkRows = (db: Db) =>
  db
    .selectFrom('balance_check')
    .select([
      'id',
      'checked_at',
      'balance_cents as balance',
      'pending_cents as pending',
      'cash_cents as cash',
    ])
    .select([
      'transit_cents as transit',
      'difference_cents as difference',
      'low_cents as low',
      'high_cents as high',
    ])
    .select(['difference_if_net_cents as difference_if_net', 'verdict'])
    .orderBy('checked_at', 'desc')
    .orderBy('id', 'desc')

/** Lists the checks of the balance by page, newest first. */
export const listChecks = (db: Db, input: z.output<typeof balanceChecksQuery>) =>
  readPage(checkRows(db), input)

const caseRows = (db: Db) =>
  db
    .selectFrom('balance_case as c')
    .leftJoin('user_summary as owner', 'owner.id', 'c.owner_id')
    .select([
      'c.id',
      'c.difference_cents as difference',
      'c.since',
      'c.opened_at',
      'c.seen_at',
      'c.closed_at',
    ])
    .select(['c.explanation', 'owner.id as owner_id', 'owner.name as owner_name'])
    .orderBy('c.opened_at', 'desc')
    .orderBy('c.id', 'desc')

type CaseRow = Awaited<ReturnType<ReturnType<typeof caseRows>['executeTakeFirstOrThrow']>>

const presentCase = ({ owner_id, owner_name, ...row }: CaseRow) => ({
  ...row,
  owner: owner_id === null || owner_name === null ? null : { id: owner_id, name: owner_name },
})

/** Lists the cases by page, newest first; all, only the open one, or the closed ones. */
export async function listCases(db: Db, input: z.output<typeof balanceCasesQuery>) {
  let rows = caseRows(db)
  if (input.open !== undefined) rows = rows.where('c.closed_at', input.open ? 'is' : 'is not', null)
  const { count, rows: found } = await readPage(rows, input)
  return { count, rows: found.map(presentCase) }
}

/** Returns a case with the movements that could explain it. Throws 404 `balance_case.not_found`. */
export async function getCase(db: Db, id: number) {
  const row = await caseRows(db).where('c.id', '=', id).executeTakeFirst()
  if (row === undefined) throw new AppError('balance_case.not_found', 404)
  const { difference, since, closed_at } = row
  const candidates = closed_at === null ? await findCandidates(db, { difference, since }) : []
  return { ...presentCase(row), candidates }
}

/** A query of one row that counts and sums what nobody has explained, in centavos: positive if it came to STP. */
const suspenseTotals = sql<BalanceState['suspense']>`(
  select count(*) as count, coalesce(sum(amount_cents), 0)::bigint as amount from cash_movement as unknown
  where kind = 'unknown' and reverses_id is null and reversed_at is null and not exists (
    select from cash_movement as settled
    where settled.settles_id = unknown.id and settled.reverses_id is null and settled.reversed_at is null))`

async function readSuspense(db: Db): Promise<BalanceState['suspense']> {
  const { rows } = await sql<BalanceState['suspense']>`select * from ${suspenseTotals} as totals`.execute(db)
  return rows[0] ?? { count: 0, amount: 0 }
}

/** Returns the balance of the account at STP as the last check found it. Does not query STP. */
export async function readBalanceState(db: Db, account: string): Promise<BalanceState> {
  const [check, verified, open, is_opened, suspense, last] = await Promise.all([
    checkRows(db).executeTakeFirst(),
    db
      .selectFrom('balance_check')
      .select('checked_at')
      .where('verdict', '=', 'verified')
      .orderBy('checked_at', 'desc')
      .limit(1)
      .executeTakeFirst(),
    caseRows(db).where('c.closed_at', 'is', null).executeTakeFirst(),
    isOpened(db),
    readSuspense(db),
    db.selectFrom('stp_balance').select('failure_reason').executeTakeFirst(),
  ])
  return {
    check: check ?? null,
    account,
    verified_at: verified?.checked_at ?? null,
    open_case: open === undefined ? null : presentCase(open),
    needs_opening: !is_opened,
    suspense,
    failure_reason: last?.failure_reason ?? null,
  }
}

/** A query of one row that counts the open case and the movements that nobody has explained. */
export const balanceMatterCounts = sql<{ open_cases: number; suspense: number }>`(
  select (select count(*) from balance_case where closed_at is null) as open_cases, unexplained.count as suspense
  from ${suspenseTotals} as unexplained)`
