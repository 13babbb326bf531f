import type { Day } from '@quincena/domain/dates'
import { IN_FORCE_STATES, PAYABLE_STATES } from '@quincena/domain/loans/rules'
import type { Account, LoanListItem } from '@quincena/domain/loans/schema'
import { type RawBuilder, type Selectable, sql } from 'kysely'
import { type Actor, isStaff } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import { isOneOf } from '../../../db/one-of.ts'
import type { Database, Db, Trx } from '../../../db/types.ts'
import { inOrderOf, type ListCount, orderingOf, orderOf } from '../../../http/pagination.ts'
import { openDocuments } from '../../../people/documents/queries.ts'
import type { CountedDays } from '../../../platform/list-counts/queries/counts.ts'
import {
  isAmong,
  type Part,
  readIds,
  readPart,
  takePart,
} from '../../../platform/list-counts/queries/pages.ts'
import { type LoanOfList, presentLoan } from '../presenters.ts'
import { isInClarification } from './clarification.ts'
import { hasFile, wasOrdered } from './deletable.ts'
import { findLoans } from './found-loans.ts'
import { countLoans, loanDays, type SituationCounts } from './loan-counts.ts'
import { type LoanFilters, type LoansQuery, matchingLoans, needsDocuments } from './loan-filters.ts'
import { inOrder, loanIds, orderBy, orderings } from './loan-order.ts'
import { historyOf, positionOf, type StoredHistory } from './position.ts'

/** Query of loans with borrower, company and number of payments that were not reversed: the rows of `presentLoan`. */
export function loanRows(db: Db | Trx) {
  return db
    .selectFrom('loan as l')
    .innerJoin('app_user as u', 'u.id', 'l.user_id')
    .leftJoin('company as c', 'c.id', 'l.company_id')
    .selectAll('l')
    .select([
      'u.first_name',
      'u.last_name',
      'c.name as company_name',
      'c.commission_cents as company_commission',
    ])
    .select(isInClarification('l').as('in_clarification'))
    .select(
      sql<boolean>`not (l.former_id is not null or ${wasOrdered('l')} or ${hasFile('l')})`.as('is_deletable'),
    )
    .select((eb) =>
      eb
        .selectFrom('payment')
        .whereRef('payment.loan_id', '=', 'l.id')
        .where('payment.reversed_at', 'is', null)
        .select((count) => count.fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('payments_count'),
    )
}

interface PartOfLoans {
  input: LoanFilters
  part: Part
  /** The kept days, where the list is in their order. */
  days: CountedDays | undefined
}

/** So many of the states, at most, are read one by one. */
const mostStates = 8

/**
 * Query of the ids of a part. Of several states, the newest loans of each are read from the index of the states and
 * merged: PostgreSQL would pass over the loans of all other states, which may be most.
 */
function idsOfPart(db: Db, reader: Actor, { input, part, days }: PartOfLoans) {
  const ids = takePart(loanIds(db, reader, input), part)
  const states = days?.key?.[1] ?? []
  if (states.length < 2 || states.length > mostStates) return ids
  const { direction, within, limit, offset } = part
  const ofState = takePart(matchingLoans(db, reader, input), {
    direction,
    within,
    offset: 0,
    // One statement text for many offsets.
    limit: 2 ** Math.ceil(Math.log2(offset + limit)),
  })
    .select(['l.id', 'l.created_at'])
    .where(sql<boolean>`l.state = one.state`)
    .$call((query) => inOrder(query, orderBy('created_at', direction)))
  const order = sql`created_at ${sql.raw(direction)}, id ${sql.raw(direction)}`
  return sql<{ id: number }>`(
    select id from unnest(${states}::text[]) as one (state) cross join lateral (${ofState}) as newest
    order by ${order} limit ${sql.lit(limit)} offset ${offset})`
}

/** A loan of a list with its history; null for one that takes no payments: its figures do not depend on the day. */
type ListedLoan = LoanOfList & { history: StoredHistory | null }

/** Query of loans with what `presentListed` presents. */
const listedLoans = (db: Db | Trx) =>
  loanRows(db).select(
    sql<StoredHistory | null>`case when ${isOneOf('l.state', PAYABLE_STATES)} then ${historyOf('l.id')} end`.as(
      'history',
    ),
  )

function presentListed(row: ListedLoan, today: Day): LoanListItem {
  const position = row.history === null ? undefined : positionOf(row, row.history)
  return presentLoan(row, { today, position })
}

/** List items of the given loans, in the order of `ids`. */
export async function loansOf(db: Db | Trx, ids: readonly number[], today: Day) {
  if (ids.length === 0) return []
  const rows: ListedLoan[] = await listedLoans(db).where('l.id', 'in', ids).execute()
  return inOrderOf(ids, rows).map((row) => presentListed(row, today))
}

/** How many documents a loan waits for; only staff read it. */
const documentsOpen = sql<
  number | null
>`case when ${needsDocuments('l')} then ${openDocuments('l.user_id')} end`

/** A loan in an exported file, with the numbers by which payrolls know the worker. */
export type ExportedLoan = LoanListItem & Pick<Selectable<Database['app_user']>, 'key' | 'rfc' | 'curp'>

/** Loans of a file, in the order of `ids`. */
export async function exportedLoans(db: Trx, ids: readonly number[], today: Day): Promise<ExportedLoan[]> {
  const loans = await loansOf(db, ids, today)
  const workers = [...new Set(loans.map(({ user }) => user.id))]
  if (workers.length === 0) return []
  const people = await db
    .selectFrom('app_user')
    .select(['id', 'key', 'rfc', 'curp'])
    .where('id', 'in', workers)
    .execute()
  const numbers = new Map(people.map(({ id, ...rest }) => [id, rest]))
  const none = { key: null, rfc: null, curp: null }
  return loans.map((loan) => ({ ...loan, ...(numbers.get(loan.user.id) ?? none) }))
}

/** Who reads loans and on which business day. */
interface Reader {
  user: Actor
  today: Day
}

/** The rows of a page of the list; `ids` is their query or the ids themselves. */
function pageRows(db: Db, user: Actor, ids: RawBuilder<boolean>) {
  const page = listedLoans(db).where(ids)
  return isStaff(user) ? page.select(documentsOpen.as('documents_open')) : page
}

interface ListedLoans extends ListCount {
  situations?: SituationCounts | undefined
  rows: ListedLoan[]
}

async function listFound(db: Db, user: Actor, input: LoansQuery): Promise<ListedLoans> {
  const { ids, ...counts } = await findLoans(db, user, input)
  const rows: ListedLoan[] =
    ids.length === 0 ? [] : await pageRows(db, user, sql<boolean>`l.id = any(${ids})`).execute()
  return { ...counts, rows: inOrderOf(ids, rows) }
}

async function listKept(db: Db, user: Actor, input: LoansQuery): Promise<ListedLoans> {
  const counts = await countLoans(db, user, input)
  const { column, direction } = orderOf(input.ordering, orderings)
  const days = column === 'created_at' ? loanDays(db, user, input) : undefined
  const rows: ListedLoan[] = await readPart(db, { ...input, ...counts, direction, days }, async (part) => {
    const ordered = { ...input, ordering: orderingOf(column, part.direction) }
    const ids = await readIds(db, {
      ...{ part, ids: idsOfPart(db, user, { input: ordered, part, days }) },
      has_range: (input.from ?? input.to) !== undefined,
    })
    const order = sql`order by ${sql.join(orderBy(column, part.direction))}`
    return pageRows(db, user, isAmong('l.id', ids)).modifyEnd(order).execute()
  })
  return { ...counts, rows }
}

/** One page of loans, newest first by default, with the total count and for staff the count of each situation. */
export async function listLoans(db: Db, { user, today }: Reader, input: LoansQuery) {
  const list = input.search ? listFound : listKept
  const { rows, situations, ...counts } = await list(db, user, input)
  return {
    ...counts,
    rows: rows.map((row) => presentListed(row, today)),
    situations: isStaff(user) ? situations : undefined,
  }
}

/**
 * The loans in force of a worker; the account id is the worker's id. Throws `user.not_found` (404) for an unknown
 * account and, to a worker, for another worker's account.
 */
export async function getAccount(db: Db, { user, today }: Reader, account_id: number): Promise<Account> {
  const mayRead = isStaff(user) || user.id === account_id
  const query = db
    .selectFrom('app_user')
    .select('id')
    .where('id', '=', account_id)
    .where('user_type', '=', 'U2')
  const owner = mayRead ? await query.executeTakeFirst() : undefined
  if (owner === undefined) throw new AppError('user.not_found', 404)
  const rows: ListedLoan[] = await listedLoans(db)
    .where('l.user_id', '=', account_id)
    .where(isOneOf('l.state', IN_FORCE_STATES))
    .orderBy('l.id')
    .execute()
  return { id: account_id, loans: rows.map((row) => presentListed(row, today)) }
}

/**
 * The salary and company terms that limit a person's advance, and the company's VAT: biweekly salary, cap and minimum
 * in centavos, share and VAT rate as fractions. Undefined for an unknown user.
 */
export async function ownTerms(db: Db | Trx, user_id: number) {
  return db
    .selectFrom('app_user as u')
    .leftJoin('company as c', 'c.id', 'u.company_id')
    .select([
      'u.biweekly_salary_cents as biweekly_salary',
      'c.advance_share',
      'c.advance_cap_cents as advance_cap',
      'c.advance_minimum_cents as advance_minimum',
      'c.tax_rate',
      'c.tax_added',
    ])
    .where('u.id', '=', user_id)
    .executeTakeFirst()
}
