import { maskedEnd } from '@quincena/domain/masking'
import { readSearch } from '@quincena/domain/search/terms'
import type { StateCounts, TransferOrder, transferQuery } from '@quincena/domain/transfers/schema'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { AppError } from '../../../command/errors.ts'
import type { Database, Db, Trx } from '../../../db/types.ts'
import { countRows, inOrderOf, likePattern, orderOf, windowOf } from '../../../http/pagination.ts'
import { matchesPersonsName } from '../../../people/users/queries/matching-people.ts'
import { isHeld, isInDoubt, needsReview } from '../../../treasury/transfers/queries/transfer-predicates.ts'
import { presentTransfer } from '../presenters.ts'

export type TransfersQuery = z.output<typeof transferQuery>
/** The lender's name at STP and the time, by which the list filters. */
interface FilterFacts {
  lender: string
  now: Temporal.Instant
}
/** The filters of the list, without the page. */
type TransferFilters = Omit<TransfersQuery, 'page' | 'page_size'> & FilterFacts

type Matching = SelectQueryBuilder<Database & { t: Database['transfer'] }, 't', object>

/** What a search tries, in this order: the four text fields, then the name and the numbers of the person. */
const textFields = ['company', 'tracking_key', 'loan__folio', 'loan__user__email', 'person'] as const
type Texts = Partial<Record<(typeof textFields)[number], string | undefined>>

/**
 * Filters by the worker's company. The lender's own name at STP matches every order, because every order carries it.
 */
function ofCompany(query: Matching, name: string, lender: string): Matching {
  if (name.toLowerCase() === lender.toLowerCase()) return query
  const pattern = likePattern(name)
  return ofCompanies(
    query,
    sql<number>`select id from company where searchable(name) like searchable(${pattern})`,
  )
}

function ofCompanies(query: Matching, companies: RawBuilder<number>): Matching {
  return query.where(
    sql<boolean>`t.id in (
      select id from transfer where loan_id in (select id from loan where company_id in (${companies}))
      union all
      select id from transfer where user_id in (select id from app_user where company_id in (${companies})))`,
  )
}

/** Orders of a loan of one of these people, or paid to them without a loan. */
function ofPeople(query: Matching, people: RawBuilder<number>): Matching {
  return query.where(
    sql<boolean>`t.id in (
      select id from transfer where loan_id in (select id from loan where user_id in (${people}))
      union all select id from transfer where user_id in (${people}))`,
  )
}

function ofTexts(query: Matching, texts: Texts, lender: string): Matching {
  const { company, tracking_key, loan__folio, loan__user__email, person } = texts
  let orders = query
  if (company) orders = ofCompany(orders, company, lender)
  if (tracking_key)
    orders = orders.where(sql<boolean>`lower(t.tracking_key) like ${likePattern(tracking_key.toLowerCase())}`)
  if (loan__folio) {
    const pattern = likePattern(loan__folio.toLowerCase())
    const { folios } = readSearch(loan__folio)
    orders = orders.where('t.loan_id', 'in', (eb) =>
      eb
        .selectFrom('loan')
        .select('id')
        .where(sql<boolean>`(lower(folio) like ${pattern} or folio = any(${folios}))`),
    )
  }
  if (loan__user__email) {
    const pattern = likePattern(loan__user__email.toLowerCase())
    const people = sql<number>`select id from app_user where search like searchable(${pattern}) and email like ${pattern}`
    orders = ofPeople(orders, people)
  }
  if (person)
    orders = ofPeople(
      orders,
      sql<number>`select id from app_user where ${matchesPersonsName('app_user', person)}`,
    )
  return orders
}

function matching(db: Db, input: TransferFilters, texts: Texts): Matching {
  let query: Matching = db.selectFrom('transfer as t')
  if (input.state !== undefined) query = query.where('t.state', '=', input.state)
  if (input.from !== undefined) query = query.where('t.operation_date', '>=', input.from)
  if (input.to !== undefined) query = query.where('t.operation_date', '<=', input.to)
  if (input.company__id !== undefined) query = ofCompanies(query, sql<number>`${input.company__id}::bigint`)
  if (input.operation_date !== undefined) query = query.where('t.operation_date', '=', input.operation_date)
  if (input.needs_review === true) query = query.where(needsReview('t'))
  if (input.needs_review === false) query = query.where(sql<boolean>`not ${needsReview('t')}`)
  if (input.purpose !== undefined) query = query.where('t.purpose', '=', input.purpose)
  if (input.in_doubt !== undefined)
    query = query.where(sql<boolean>`${isInDoubt('t', input.now)} = ${input.in_doubt}`)
  if (input.held !== undefined) query = query.where(sql<boolean>`${isHeld('t')} = ${input.held}`)
  if (input.loan !== undefined) query = query.where('t.loan_id', '=', input.loan)
  return ofTexts(ofTexts(query, input, input.lender), texts, input.lender)
}

/** Counts the matching orders. A search uses the first of `textFields` that has a match. */
export async function resolveTransfers(
  db: Db,
  input: TransferFilters,
): Promise<{ texts: Texts; count: number }> {
  const { search } = input
  if (!search) return { texts: {}, count: await countRows(matching(db, input, {})) }
  for (const field of textFields) {
    const texts = { [field]: search }
    const count = await countRows(matching(db, input, texts))
    if (count > 0) return { texts, count }
  }
  return { texts: { tracking_key: search }, count: 0 }
}

/** The number of orders of each outcome under the other filters: one grouped count by the index of the outcome. */
async function countStates(db: Db, input: TransferFilters): Promise<StateCounts> {
  const rows = await matching(db, { ...input, state: undefined, needs_review: undefined }, {})
    .select(['t.state', sql<number>`count(*)`.as('count')])
    .groupBy('t.state')
    .execute()
  const counts: StateCounts = {}
  for (const { state, count } of rows) {
    counts.all = (counts.all ?? 0) + count
    if (state !== null) counts[state] = count
  }
  return counts
}

/**
 * Counts the matching orders, and those of each outcome. A search has no such counts: the field in which it looks depends
 * on the chosen outcome.
 */
async function countTransfers(
  db: Db,
  input: TransferFilters,
): Promise<{ texts: Texts; count: number; states?: StateCounts }> {
  if (input.search || input.loan !== undefined) return resolveTransfers(db, input)
  const states = await countStates(db, input)
  const { needs_review, state } = input
  const count =
    needs_review === undefined ? (states[state ?? 'all'] ?? 0) : await countRows(matching(db, input, {}))
  return { texts: {}, count, states }
}

/** Selects orders with what `presentTransfer` shows of their loan and person. */
function orderRows(db: Db | Trx) {
  return db
    .selectFrom('transfer as t')
    .leftJoin('loan', 'loan.id', 't.loan_id')
    .leftJoin('app_user as worker', (join) =>
      join.on('worker.id', '=', sql<number>`coalesce(loan.user_id, t.user_id)`),
    )
    .leftJoin('incoming_payment as received', 'received.id', 't.incoming_payment_id')
    .selectAll('t')
    .select(['loan.type as loan_type', 'loan.folio as loan_folio', 'worker.id as worker_id'])
    .select(
      sql<string>`coalesce(worker.first_name || ' ' || worker.last_name, received.payer_name, t.beneficiary_name)`.as(
        'person',
      ),
    )
}

const orderings = ['created_at', 'operation_date', 'amount'] as const

/** Selects the ids of all matching orders in the requested order, newest first by default. */
export function transferIds(db: Db, input: TransferFilters, texts: Texts) {
  const { column, direction } = orderOf(input.ordering, orderings)
  return matching(db, input, texts)
    .select('t.id')
    .orderBy(column === 'amount' ? 't.amount_cents' : `t.${column}`, direction)
    .orderBy('t.id', direction)
}

/** Returns the orders of these ids, in the order of `ids`. `lender`: our name at STP. */
export async function transfersOf(db: Db | Trx, ids: readonly number[], lender: string) {
  if (ids.length === 0) return []
  const rows = await orderRows(db).where('t.id', 'in', ids).execute()
  return inOrderOf(ids, rows).map((row) => presentTransfer(row, lender))
}

function masked(order: TransferOrder): TransferOrder {
  return {
    ...order,
    beneficiary_account: maskedEnd(order.beneficiary_account),
    rfc_curp_beneficiary: maskedEnd(order.rfc_curp_beneficiary),
  }
}

/**
 * Lists STP orders by page, newest first by default, with the number of orders of each outcome (`transferPage`). Of the
 * workers' accounts and CURP only the last four characters, but for the orders of one loan, whose page shows the whole
 * ones too.
 */
export async function listTransfers(db: Db, input: TransfersQuery & FilterFacts) {
  const { texts, ...counts } = await countTransfers(db, input)
  if (counts.count === 0) return { ...counts, rows: [] }
  const { limit, offset } = windowOf(input)
  const page = await transferIds(db, input, texts).limit(limit).offset(offset).execute()
  const ids = page.map(({ id }) => id)
  const rows = await transfersOf(db, ids, input.lender)
  return { ...counts, rows: input.loan === undefined ? rows.map(masked) : rows }
}

/** Returns one order for staff. `lender`: our name at STP. Throws 404 `transfer.not_found`. */
export async function getTransfer(db: Db, id: number, lender: string) {
  const row = await orderRows(db).where('t.id', '=', id).executeTakeFirst()
  if (row === undefined) throw new AppError('transfer.not_found', 404)
  return presentTransfer(row, lender)
}
