import {
  type LoanState,
  OPEN_STATES,
  statesOfActiveStatus,
  statesOfStatus,
} from '@quincena/domain/loans/rules'
import type { loanQuery } from '@quincena/domain/loans/schema'
import { type Situation, stateOfSituation } from '@quincena/domain/loans/situations'
import { hasTrigram, readSearch } from '@quincena/domain/search/terms'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { type Actor, isStaff } from '../../../command/context.ts'
import { isOneOf } from '../../../db/one-of.ts'
import type { Database, Db } from '../../../db/types.ts'
import { createdWithin, likePattern } from '../../../http/pagination.ts'
import { hasAcceptedDocuments } from '../../../people/documents/queries.ts'
import { matchesPersonsName } from '../../../people/users/queries/matching-people.ts'
import { isClear, isInReview } from './clarification.ts'

export type LoansQuery = z.output<typeof loanQuery>
/** Filters, search and order of a loan list, without the page. */
export type LoanFilters = Omit<LoansQuery, 'page' | 'page_size'>

/** A query of loans `l`. */
export type Matching = SelectQueryBuilder<Database & { l: Database['loan'] }, 'l', object>

/** The id of a former system has a digit; names have none, so a search for them does not look at these ids. */
const isPartOfFormerId = (search: string) =>
  /\d/.test(search) && hasTrigram(search) && search.trim().length <= 40

/**
 * True for a loan whose folio a search means, whole or by a part, or whose id in a former system has it; undefined if the
 * text is no part of either.
 */
export function matchesFolio(loan: string, search: string): RawBuilder<boolean> | undefined {
  const { folios, folio_part } = readSearch(search)
  const folio = sql.ref(`${loan}.folio`)
  const conditions = [
    ...(folios.length === 0 ? [] : [sql`${folio} = any(${folios})`]),
    ...(folio_part === undefined ? [] : [sql`lower(${folio}) like ${likePattern(folio_part)}`]),
    ...(isPartOfFormerId(search)
      ? [sql`lower(${sql.ref(`${loan}.former_id`)}) like ${likePattern(search.toLowerCase())}`]
      : []),
  ]
  return conditions.length === 0 ? undefined : sql<boolean>`(${sql.join(conditions, sql` or `)})`
}

/**
 * Subquery of loan ids that match a search: a folio, an id of a former system, the borrower's name with its words in any order, or a whole number
 * of theirs. Each part uses its own index.
 */
export function loansMatching(search: string) {
  const folio = matchesFolio('loan', search)
  const ofFolio = folio && sql`union select id from loan where ${folio}`
  return sql<number>`(
      select loan.id from loan join app_user on app_user.id = loan.user_id
      where ${matchesPersonsName('app_user', search)} ${ofFolio ?? sql``})`
}

/** The same as a condition of one loan, for loans that are few or of which many match. */
export function isFound(loan: string, search: string): RawBuilder<boolean> {
  const folio = matchesFolio(loan, search)
  return sql<boolean>`((select ${matchesPersonsName('u', search)} from app_user u where u.id = ${sql.ref(`${loan}.user_id`)})
    or ${folio ?? sql`false`})`
}

function inStates(query: Matching, states: readonly LoanState[]): Matching {
  return states.length === 0 ? query.where(sql<boolean>`false`) : query.where(isOneOf('l.state', states))
}

/** A loan in clarification is neither up to date nor overdue. */
function inActiveStatus(query: Matching, active_status: string): Matching {
  const loans = inStates(query, statesOfActiveStatus(active_status))
  return active_status === 'ALR' || active_status === 'DEL' ? loans.where(isClear('l')) : loans
}

/** Requests of credits and offers of advances go on only with accepted documents. */
export const needsDocuments = (loan: 'l' | 'loan') =>
  sql<boolean>`(${sql.ref(`${loan}.state`)}, ${sql.ref(`${loan}.type`)}) in (('requested', 'credit'), ('approved', 'advance'))`

/** Loans that cannot go on before staff accept documents. */
export const waitsForDocuments = (loan: 'l' | 'loan') =>
  sql<boolean>`(${needsDocuments(loan)} and not ${hasAcceptedDocuments(`${loan}.user_id`)})`

/** True for a loan `l` in a situation. */
export function isInSituation(situation: Situation): RawBuilder<boolean> {
  const state = stateOfSituation(situation)
  if (state === undefined) return sql<boolean>`(l.state <> 'payout_returned' and ${isInReview('l')})`
  const isInState = isOneOf('l.state', [state])
  return situation === 'returned' ? isInState : sql<boolean>`(${isInState} and ${isClear('l')})`
}

const isOpen = isOneOf('l.state', OPEN_STATES)

function withMarks(query: Matching, filters: LoanFilters): Matching {
  const { payout_returned, documents_unreviewed, in_clarification, open } = filters
  let loans = query
  if (in_clarification !== undefined)
    loans = loans.where(
      in_clarification ? sql<boolean>`l.id in (select id from loan_clarification)` : isClear('l'),
    )
  if (payout_returned !== undefined)
    loans = loans.where('l.state', payout_returned ? '=' : '<>', 'payout_returned')
  if (documents_unreviewed !== undefined)
    loans = loans.where(
      documents_unreviewed ? waitsForDocuments('l') : sql<boolean>`not ${waitsForDocuments('l')}`,
    )
  return open === undefined ? loans : loans.where(open ? isOpen : sql<boolean>`not ${isOpen}`)
}

/** Applies the filters. A worker sees only their own loans, also if the filter names another user. */
export function matchingLoans(db: Db, user: Actor, input: LoanFilters): Matching {
  let query: Matching = db.selectFrom('loan as l')
  if (!isStaff(user)) query = query.where('l.user_id', '=', user.id)
  if (input.user__id !== undefined) query = query.where('l.user_id', '=', input.user__id)
  if (input.id__in !== undefined) query = query.where('l.id', 'in', input.id__in)
  if (input.company !== undefined) query = query.where('l.company_id', '=', input.company)
  if (input.type !== undefined) query = query.where('l.type', '=', input.type)
  if (input.status !== undefined) query = inStates(query, statesOfStatus(input.status))
  if (input.active_status !== undefined) query = inActiveStatus(query, input.active_status)
  if (input.situation !== undefined) query = query.where(isInSituation(input.situation))
  query = withMarks(query, input).where(createdWithin('l', input))
  return input.search ? query.where('l.id', 'in', loansMatching(input.search)) : query
}
