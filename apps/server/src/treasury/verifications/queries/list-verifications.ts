import { LATE_AFTER } from '@quincena/domain/accounts/verification-rules'
import type {
  AccountVerification,
  AccountVerificationDetail,
  accountVerificationQuery,
  VerificationFilter,
} from '@quincena/domain/accounts/verification-schema'
import { bankName } from '@quincena/domain/mexico/banks'
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { AppError } from '../../../command/errors.ts'
import { isOneOf } from '../../../db/one-of.ts'
import type { Database, Db, Trx } from '../../../db/types.ts'
import { orderOf, readPage } from '../../../http/pagination.ts'
import { matchesAccount, matchesPerson } from '../../../people/users/queries/matching-people.ts'

type VerificationsQuery = z.output<typeof accountVerificationQuery>

/** True if money of the worker goes to this account now. */
const isCurrent = sql<boolean>`coalesce(u.debit_card_number = v.account, false)`

/** A pending verification that was requested then or before is late. */
export const lateVerificationsSince = (now: Temporal.Instant): string => now.subtract(LATE_AFTER).toString()

/** The condition of a filter; pending ones requested until `late` are late. */
function matchingFilter(filter: VerificationFilter, late: string | RawBuilder<string>): RawBuilder<boolean> {
  const waiting = sql`v.accepted_at is null and ${isCurrent}`
  const conditions: Record<VerificationFilter, RawBuilder<boolean>> = {
    mismatch: sql<boolean>`(v.state = 'mismatch' and ${waiting})`,
    unanswered: sql<boolean>`((v.state = 'failed' or (v.state = 'pending' and v.requested_at <= ${late})) and ${waiting})`,
    pending: sql<boolean>`v.state = 'pending'`,
    verified: sql<boolean>`v.state = 'verified'`,
    accepted: sql<boolean>`(v.state in ('mismatch', 'failed') and v.accepted_at is not null)`,
  }
  return conditions[filter]
}

type Joined = Database & { v: Database['account_verification']; u: Database['app_user'] }
type Matching = SelectQueryBuilder<Joined, 'v' | 'u', object>

const joined = (db: Db | Trx): Matching =>
  db.selectFrom('account_verification as v').innerJoin('app_user as u', 'u.id', 'v.user_id')

/** Searches the worker by name, key, e-mail and the like, or the account by its number or its last four digits. */
function matchingText(query: Matching, search: string): Matching {
  const account = matchesAccount('v.account', search)
  return query.where(account ?? matchesPerson('u', search))
}

function matching(db: Db, { status, user, search }: VerificationsQuery, now: Temporal.Instant): Matching {
  let query = joined(db)
  if (status !== undefined) query = query.where(matchingFilter(status, lateVerificationsSince(now)))
  if (user !== undefined) query = query.where('v.user_id', '=', user)
  return search ? matchingText(query, search) : query
}

function selectFacts(query: Matching) {
  return query
    .leftJoin('company as c', 'c.id', 'u.company_id')
    .leftJoin('user_summary as a', 'a.id', 'v.accepted_by')
    .leftJoin('approval as p', (on) =>
      on
        .onRef('p.subject_id', '=', 'v.id')
        .on('p.subject', '=', 'account_verification')
        .on('p.action', '=', 'account_verification.accept')
        .on('p.state', '=', 'open'),
    )
    .select(['v.id', 'v.user_id as user', 'v.account', 'v.state', 'v.source', 'v.failure', 'v.orders'])
    .select(['v.transfer_id as transfer', 'v.registered_name', 'v.registered_rfc', 'v.holder_name'])
    .select(['v.holder_rfc', 'v.score', 'v.identity', 'v.result', 'v.accepted_at', 'v.accepted_reason'])
    .select(['v.requested_at', 'v.decided_at', 'c.name as company_name', 'u.bank', 'p.id as approval'])
    .select(['a.name as accepted_by', isCurrent.as('is_current')])
    .select(sql<string>`u.first_name || ' ' || u.last_name`.as('worker'))
}

type Row = Awaited<ReturnType<ReturnType<typeof selectFacts>['execute']>>[number]

/** A CLABE begins with the code of its bank; of a card only the worker's current bank is known. */
function present({ account, bank, ...row }: Row): AccountVerification {
  return { ...row, account_last4: account.slice(-4), bank_name: row.is_current ? bankName(bank) : '' }
}

/** Returns one page of the verifications and the number of all, newest first. */
export async function listVerifications(db: Db, input: VerificationsQuery, now: Temporal.Instant) {
  const { direction } = orderOf(input.ordering, ['requested_at'])
  const query = selectFacts(matching(db, input, now))
    .orderBy('v.requested_at', direction)
    .orderBy('v.id', direction)
  const { count, rows } = await readPage(query, input)
  return { count, rows: rows.map(present) }
}

/** Returns a verification with its earlier states. Throws `account_verification.not_found` (404). */
export async function getVerification(db: Db, id: number): Promise<AccountVerificationDetail> {
  const row = await selectFacts(joined(db).where('v.id', '=', id)).executeTakeFirst()
  if (row === undefined) throw new AppError('account_verification.not_found', 404)
  const history = await db
    .selectFrom('account_verification_history as h')
    .leftJoin('user_summary as a', 'a.id', 'h.accepted_by')
    .select(['h.state', 'h.source', 'h.failure', 'h.transfer_id as transfer', 'h.registered_name'])
    .select(['h.registered_rfc', 'h.holder_name', 'h.holder_rfc', 'h.score', 'h.identity', 'h.result'])
    .select(['h.accepted_reason', 'h.at', 'a.name as accepted_by'])
    .where('h.verification_id', '=', id)
    // The row between the decision to order and the order says nothing more.
    .where((eb) => eb.or([eb('h.state', '<>', 'pending'), eb('h.transfer_id', 'is not', null)]))
    .orderBy('h.id', 'desc')
    .limit(50)
    .execute()
  return { ...present(row), history }
}

/**
 * A query of one row that counts the accounts that wait for staff: those of another holder, and those without an answer.
 * Pending ones requested until `late` are late.
 */
export function waitingCounts(db: Db | Trx, late: RawBuilder<string>) {
  const count = (filter: VerificationFilter) =>
    sql<number>`count(*) filter (where ${matchingFilter(filter, late)})`.as(filter)
  return joined(db)
    .where(isOneOf('v.state', ['mismatch', 'failed', 'pending']))
    .select([count('mismatch'), count('unanswered')])
}
