import type { transferQuery } from '@quincena/domain/transfers/schema'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { AppError } from '../../../command/errors.ts'
import { needsReview } from '../../../db/transfer-predicates.ts'
import type { Database, Db, Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { inOrderOf, likePattern, orderOf, windowOf } from '../../../http/pagination.ts'
import { presentTransfer } from '../presenters.ts'

export type TransfersAsked = z.output<typeof transferQuery>
/** The filters of the list, without the page. */
export type TransferFilters = Omit<TransfersAsked, 'page' | 'page_size'>

type Matching = SelectQueryBuilder<Database & { t: Database['transfer'] }, 't', object>

/** The four text fields that a search tries, in this order. */
const textFields = ['company', 'tracking_key', 'loan__folio', 'loan__user__email'] as const
type Texts = Partial<Record<(typeof textFields)[number], string | undefined>>

/**
 * Filters by the worker's company. The lender's own name at STP matches every order, because every order carries it.
 */
function ofCompany(deps: Deps, query: Matching, name: string): Matching {
  if (name.toLowerCase() === deps.env.stp.company.toLowerCase()) return query
  const pattern = likePattern(name)
  return query.where('t.loan_id', 'in', (eb) =>
    eb
      .selectFrom('loan')
      .select('loan.id')
      .where('loan.company_id', 'in', (inner) =>
        inner
          .selectFrom('company')
          .select('id')
          .where(sql<boolean>`searchable(name) like searchable(${pattern})`),
      ),
  )
}

function ofTexts(deps: Deps, query: Matching, texts: Texts): Matching {
  const { company, tracking_key, loan__folio, loan__user__email } = texts
  let found = query
  if (company) found = ofCompany(deps, found, company)
  if (tracking_key)
    found = found.where(sql<boolean>`lower(t.tracking_key) like ${likePattern(tracking_key.toLowerCase())}`)
  if (loan__folio) {
    const pattern = likePattern(loan__folio.toLowerCase())
    found = found.where('t.loan_id', 'in', (eb) =>
      eb.selectFrom('loan').select('id').where(sql<boolean>`lower(folio) like ${pattern}`),
    )
  }
  if (loan__user__email) {
    const pattern = likePattern(loan__user__email.toLowerCase())
    const people = sql<number>`select id from app_user where search like searchable(${pattern}) and email like ${pattern}`
    found = found.where(sql<boolean>`t.loan_id in (select id from loan where user_id in (${people}))`)
  }
  return found
}

function matching(deps: Deps, asked: TransferFilters, texts: Texts): Matching {
  let query: Matching = deps.db.selectFrom('transfer as t')
  if (asked.state !== undefined) query = query.where('t.state', '=', asked.state)
  if (asked.operation_date !== undefined) query = query.where('t.operation_date', '=', asked.operation_date)
  if (asked.needs_review === true) query = query.where(needsReview('t'))
  if (asked.needs_review === false) query = query.where(sql<boolean>`not ${needsReview('t')}`)
  if (asked.loan !== undefined) query = query.where('t.loan_id', '=', asked.loan)
  return ofTexts(deps, ofTexts(deps, query, asked), texts)
}

async function countOf(query: Matching): Promise<number> {
  const row = await query.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  return row.count
}

/** Counts the matching orders. A search uses the first of the four text fields that has a match. */
export async function resolveTransfers(
  deps: Deps,
  asked: TransferFilters,
): Promise<{ texts: Texts; count: number }> {
  const { search } = asked
  if (!search) return { texts: {}, count: await countOf(matching(deps, asked, {})) }
  for (const field of textFields) {
    const texts = { [field]: search }
    const count = await countOf(matching(deps, asked, texts))
    if (count > 0) return { texts, count }
  }
  return { texts: { tracking_key: search }, count: 0 }
}

/** Selects orders with the loan columns that `presentTransfer` needs. */
function orderRows(db: Db | Trx) {
  return db
    .selectFrom('transfer as t')
    .innerJoin('loan', 'loan.id', 't.loan_id')
    .selectAll('t')
    .select(['loan.type as loan_type', 'loan.folio as loan_folio', 'loan.user_id'])
}

const orderings = ['created_at', 'operation_date', 'amount'] as const

/** Selects the ids of all matching orders in the requested order, newest first by default. */
export function transferIds(deps: Deps, asked: TransferFilters, texts: Texts) {
  const { column, direction } = orderOf(asked.ordering, orderings)
  return matching(deps, asked, texts)
    .select('t.id')
    .orderBy(column === 'amount' ? 't.amount_cents' : `t.${column}`, direction)
    .orderBy('t.id', direction)
}

/** Returns the orders of these ids, in the order of `ids`. */
export async function transfersOf(deps: Deps, db: Db | Trx, ids: readonly number[]) {
  if (ids.length === 0) return []
  const rows = await orderRows(db).where('t.id', 'in', ids).execute()
  return inOrderOf(ids, rows).map((row) => presentTransfer(deps, row))
}

/** Lists STP orders by page, newest first by default. */
export async function listTransfers(deps: Deps, asked: TransfersAsked) {
  const { texts, count } = await resolveTransfers(deps, asked)
  if (count === 0) return { count, rows: [] }
  const { limit, offset } = windowOf(asked)
  const page = await transferIds(deps, asked, texts).limit(limit).offset(offset).execute()
  const ids = page.map(({ id }) => id)
  return { count, rows: await transfersOf(deps, deps.db, ids) }
}

/** Returns one order for staff. Throws 404 `transfer.not_found`. */
export async function getTransfer(deps: Deps, id: number) {
  const row = await orderRows(deps.db).where('t.id', '=', id).executeTakeFirst()
  if (row === undefined) throw new AppError('transfer.not_found', 404)
  return presentTransfer(deps, row)
}
