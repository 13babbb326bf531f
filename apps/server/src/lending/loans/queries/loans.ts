import type { Day } from '@quincena/domain/dates'
import {
  IN_FORCE_STATES,
  isPayable,
  type LoanState,
  OPEN_STATES,
  statesOfActiveStatus,
  statesOfStatus,
} from '@quincena/domain/loans/rules'
import type { Account, LoanListItem, loanQuery } from '@quincena/domain/loans/schema'
import { type Situation, situationOf, stateOfSituation } from '@quincena/domain/loans/situations'
import { readSearch } from '@quincena/domain/search/terms'
import { type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { type Actor, isStaff } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import type { Database, Db, Trx } from '../../../db/types.ts'
import { createdWithin, inOrderOf, likePattern, orderOf, windowOf } from '../../../http/pagination.ts'
import { hasAcceptedDocuments, openDocuments } from '../../../people/documents/queries.ts'
import { matchesPersonsName } from '../../../people/users/queries/matching-people.ts'
import { type LoanOfList, presentLoan } from '../presenters.ts'
import { isClear, isInClarification } from './clarification.ts'
import { hasFile, wasOrdered } from './deletable.ts'
import { loadLoans } from './position.ts'

export type LoansQuery = z.output<typeof loanQuery>
/** Filters, search and order of a loan list, without the page. */
export type LoanFilters = Omit<LoansQuery, 'page' | 'page_size'>

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
    .select(sql<boolean>`not (${wasOrdered('l')} or ${hasFile('l')})`.as('is_deletable'))
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

type Matching = SelectQueryBuilder<Database & { l: Database['loan'] }, 'l', object>

/**
 * Subquery of loan ids that match a search: a folio, the borrower's name with its words in any order, or a whole number
 * of theirs. Each part uses its own index.
 */
export function loansMatching(search: string) {
  const { folios } = readSearch(search)
  return sql<number>`(
      select id from loan where lower(folio) like ${likePattern(search.toLowerCase())}
      union
      select id from loan where folio = any(${folios})
      union
      select loan.id from loan join app_user on app_user.id = loan.user_id
      where ${matchesPersonsName('app_user', search)})`
}

function inStates(query: Matching, states: readonly LoanState[]): Matching {
  return states.length === 0 ? query.where(sql<boolean>`false`) : query.where('l.state', 'in', states)
}

/** A loan in clarification is neither up to date nor overdue. */
function inActiveStatus(query: Matching, active_status: string): Matching {
  const loans = inStates(query, statesOfActiveStatus(active_status))
  return active_status === 'ALR' || active_status === 'DEL' ? loans.where(isClear('l')) : loans
}

/** Requests of credits and offers of advances go on only with accepted documents. */
const needsDocuments = (loan: 'l' | 'loan') =>
  sql<boolean>`(${sql.ref(`${loan}.state`)}, ${sql.ref(`${loan}.type`)}) in (('requested', 'credit'), ('approved', 'advance'))`

/** Loans that cannot go on before staff accept documents. */
export const waitsForDocuments = (loan: 'l' | 'loan') =>
  sql<boolean>`(${needsDocuments(loan)} and not ${hasAcceptedDocuments(`${loan}.user_id`)})`

function inOneSituation(query: Matching, situation: Situation): Matching {
  const state = stateOfSituation(situation)
  if (state === undefined)
    return query.where('l.state', '<>', 'payout_returned').where(isInClarification('l'))
  const loans = query.where('l.state', '=', state)
  return situation === 'returned' ? loans : loans.where(isClear('l'))
}

function withMarks(query: Matching, filters: LoanFilters): Matching {
  const { payout_returned, documents_unreviewed, in_clarification, open } = filters
  let loans = query
  if (in_clarification !== undefined)
    loans = loans.where(in_clarification ? isInClarification('l') : isClear('l'))
  if (payout_returned !== undefined)
    loans = loans.where('l.state', payout_returned ? '=' : '<>', 'payout_returned')
  if (documents_unreviewed !== undefined)
    loans = loans.where(
      documents_unreviewed ? waitsForDocuments('l') : sql<boolean>`not ${waitsForDocuments('l')}`,
    )
  return open === undefined ? loans : loans.where('l.state', open ? 'in' : 'not in', OPEN_STATES)
}

/** Applies the filters. A worker sees only their own loans, also if the filter names another user. */
function matching(db: Db, user: Actor, input: LoanFilters): Matching {
  let query: Matching = db.selectFrom('loan as l')
  if (!isStaff(user)) query = query.where('l.user_id', '=', user.id)
  if (input.user__id !== undefined) query = query.where('l.user_id', '=', input.user__id)
  if (input.id__in !== undefined) query = query.where('l.id', 'in', input.id__in)
  if (input.company !== undefined) query = query.where('l.company_id', '=', input.company)
  if (input.type !== undefined) query = query.where('l.type', '=', input.type)
  if (input.status !== undefined) query = inStates(query, statesOfStatus(input.status))
  if (input.active_status !== undefined) query = inActiveStatus(query, input.active_status)
  if (input.situation !== undefined) query = inOneSituation(query, input.situation)
  query = withMarks(query, input).where(createdWithin('l', input))
  return input.search ? query.where('l.id', 'in', loansMatching(input.search)) : query
}

const orderings = [
  'created_at',
  'amount',
  'total_debt',
  'amount_due',
  'interest_rate',
  'status',
  'next_payment_date',
  'days_late',
  'folio',
] as const

/** The first uncovered due date of a late loan: the fewer days late, the later it is. */
const lateSince = sql<string | null>`loan_late_since(l.state, l.next_payment_date)`

/** Sorts by status in the order of a loan's life: INA, APP, REJ. */
const statusOrder = sql<number>`loan_status_order(l.state)`

const columnOf = {
  created_at: 'l.created_at',
  amount: 'l.amount_cents',
  total_debt: 'l.total_debt_cents',
  amount_due: 'l.amount_due_cents',
  interest_rate: 'l.interest_rate',
  status: statusOrder,
  next_payment_date: 'l.next_payment_date',
  days_late: lateSince,
  folio: 'l.folio',
} as const

const opposite = { asc: 'desc', desc: 'asc' } as const

/** Query of the ids of all matching loans, in the requested order; newest first by default. */
export function loanIds(db: Db, user: Actor, input: LoanFilters) {
  const { column, direction: wanted } = orderOf(input.ordering, orderings)
  const direction = column === 'days_late' ? opposite[wanted] : wanted
  return matching(db, user, input)
    .select('l.id')
    .orderBy(columnOf[column], direction)
    .orderBy('l.id', direction)
}

/** List items of the given loans, in the order of `ids`. */
export async function loansOf(db: Db | Trx, ids: readonly number[], today: Day) {
  if (ids.length === 0) return []
  const rows: LoanOfList[] = await loanRows(db).where('l.id', 'in', ids).execute()
  return presentAll(db, inOrderOf(ids, rows), today)
}

/** The same for staff, who read how many documents each loan waits for. */
async function staffLoansOf(db: Db, ids: readonly number[], today: Day) {
  if (ids.length === 0) return []
  const open = sql<number | null>`case when ${needsDocuments('l')} then ${openDocuments('l.user_id')} end`
  const rows = await loanRows(db).select(open.as('documents_open')).where('l.id', 'in', ids).execute()
  return presentAll(db, inOrderOf(ids, rows), today)
}

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

/** Presents loans; only those that take payments have figures that depend on the day. */
async function presentAll(db: Db | Trx, rows: readonly LoanOfList[], today: Day) {
  const loaded = await loadLoans(
    db,
    rows.filter(({ state }) => isPayable(state)),
  )
  return rows.map((row) => presentLoan(row, { today, position: loaded.get(row.id)?.position }))
}

/** Who reads loans and on which business day. */
interface Reader {
  user: Actor
  today: Day
}

/** The number of loans in each situation under the other filters: one grouped count. */
async function countSituations(db: Db, user: Actor, input: LoanFilters) {
  const rows = await matching(db, user, { ...input, situation: undefined })
    .select(['l.state', isInClarification('l').as('in_clarification'), sql<number>`count(*)`.as('count')])
    .groupBy(['l.state', 'in_clarification'])
    .execute()
  const counts = new Map<Situation, number>()
  for (const { count, ...loan } of rows) {
    const situation = situationOf(loan)
    counts.set(situation, (counts.get(situation) ?? 0) + count)
  }
  return counts
}

/** One page of loans, newest first by default, with the total count and for staff the count of each situation. */
export async function listLoans(db: Db, { user, today }: Reader, input: LoansQuery) {
  const { limit, offset } = windowOf(input)
  const counts = await countSituations(db, user, input)
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const count = input.situation === undefined ? all : (counts.get(input.situation) ?? 0)
  const page = count === 0 ? [] : await loanIds(db, user, input).limit(limit).offset(offset).execute()
  const ids = page.map(({ id }) => id)
  if (!isStaff(user)) return { count, rows: await loansOf(db, ids, today), situations: undefined }
  return { count, rows: await staffLoansOf(db, ids, today), situations: Object.fromEntries(counts) }
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
  const rows = await loanRows(db)
    .where('l.user_id', '=', account_id)
    .where('l.state', 'in', IN_FORCE_STATES)
    .orderBy('l.id')
    .execute()
  return { id: account_id, loans: await presentAll(db, rows, today) }
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
