import type { incomingPaymentQuery } from '@quincena/domain/incoming-payments/schema'
import { PAYABLE_STATES } from '@quincena/domain/loans/rules'
import { type SelectQueryBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { isOneOf } from '../../../db/one-of.ts'
import type { Database, Db } from '../../../db/types.ts'
import { likePattern, plainAmount } from '../../../http/pagination.ts'
import { matchesAccount } from '../../../people/users/queries/matching-people.ts'

export interface IncomingPaymentsQuery extends z.output<typeof incomingPaymentQuery> {
  /** The signed-in user, for those whose owner they are. */
  user_id: number
}

export type IncomingTables = Database & { i: Database['incoming_payment'] }
type Matching = SelectQueryBuilder<IncomingTables, 'i', object>

/** The payment's own fields have the text, or it is the payer's account or its last four digits. */
function matchingOwnText(query: Matching, search: string): Matching {
  const own = sql<boolean>`i.search like searchable(${likePattern(plainAmount(search))})`
  const account = matchesAccount('i.paying_account', search)
  return query.where(account === undefined ? own : sql<boolean>`(${own} or ${account})`)
}

/** Searches by the folio of a loan if the text looks like one, else by the payment's own fields. */
function matchingText(query: Matching, search: string): Matching {
  const isFolio = /^[ac]-[0-9]*$/i.test(search)
  if (!isFolio) return matchingOwnText(query, search)
  const folios = sql<number>`select id from loan where lower(folio) like ${likePattern(search.toLowerCase())}`
  return query.where(
    sql<boolean>`i.id in (
      select id from incoming_payment where search like searchable(${likePattern(search)})
      union
      select id from incoming_payment where matched_loan_id in (${folios})
      union
      select incoming_payment_id from payment
      where loan_id in (${folios}) and incoming_payment_id is not null and reversed_at is null)`,
  )
}

/**
 * SQL for money that is left and of which nobody knows what it is for: no loan was found for it, or the loan takes no more
 * payments, or it paid something already. The rows with money left have an index.
 */
export const isUnidentified = sql<boolean>`(i.unapplied_cents > 0 and i.status = 'open' and (
  i.matched_loan_id is null or i.unapplied_cents < i.amount_cents or not exists (
    select from loan where loan.id = i.matched_loan_id
      and ${isOneOf('loan.state', PAYABLE_STATES)})))`

/** SQL for money that STP took back and that is still used; these rows have an index. */
export const isClaimed = sql<boolean>`i.suspense_cents > 0`

/** Keeps what waits to be clarified: money that is left and unidentified, or, with `claimed`, our claims instead. */
function toClarify(query: Matching, { unidentified, claimed }: IncomingPaymentsQuery): Matching {
  if (claimed === true) return query.where(isClaimed)
  const others = claimed === false ? query.where(sql<boolean>`not ${isClaimed}`) : query
  if (unidentified === undefined) return others
  return others.where(unidentified ? isUnidentified : sql<boolean>`not ${isUnidentified}`)
}

/** Selects the incoming payments that a list shows. */
export function matchingPayments(db: Db, input: IncomingPaymentsQuery): Matching {
  const { status, stp_confirmed, found, operation_date, loan, owner, search } = input
  let query = toClarify(db.selectFrom('incoming_payment as i'), input)
  if (status !== undefined) query = query.where('i.status', '=', status)
  if (stp_confirmed !== undefined)
    query = query.where('i.stp_confirmed_at', stp_confirmed ? 'is not' : 'is', null)
  if (found !== undefined) query = query.where('i.found_in_list', '=', found)
  if (operation_date !== undefined) query = query.where('i.operation_date', '=', operation_date)
  if (loan !== undefined) query = query.where('i.matched_loan_id', '=', loan)
  if (owner === 'me') query = query.where('i.owner_id', '=', input.user_id)
  if (owner === 'none') query = query.where('i.owner_id', 'is', null)
  return search ? matchingText(query, search) : query
}
