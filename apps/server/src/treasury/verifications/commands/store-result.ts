import { compareOwner } from '@quincena/domain/accounts/account-owner'
import type { VerificationFailure } from '@quincena/domain/accounts/verification-rules'
import type { AuditAction } from '@quincena/domain/audit/words'
import type { Updateable } from 'kysely'
import { isoOf } from '../../../command/clock.ts'
import type { AccountVerificationTables } from '../../../db/account-verification-types.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { notify, notifyStaff } from '../../../platform/notifications/commands/notify.ts'
import type { TransferRow } from '../../transfers/rules.ts'
import { accountMismatchNotice, accountRefusedNotice } from '../notices.ts'
import {
  readVerificationMode,
  type VerificationRow,
  type WorkerAccount,
} from '../queries/find-verification.ts'
import { findSettledPayout } from '../queries/settled-payout.ts'

type Changes = Updateable<AccountVerificationTables['account_verification']>

/** The columns of a verification without evidence, result and acceptance. */
export const noResult = {
  ...{ source: null, failure: null, decided_at: null },
  ...{ registered_name: null, registered_rfc: null, holder_name: null, holder_rfc: null },
  ...{ score: null, identity: null, result: null },
  ...{ accepted_at: null, accepted_by: null, accepted_reason: null },
} satisfies Changes

/** Updates a locked verification and tells the screens that show it. */
export async function changeVerification(
  deps: Deps,
  trx: Trx,
  { id, user_id, changes }: Pick<VerificationRow, 'id' | 'user_id'> & { changes: Changes },
): Promise<VerificationRow> {
  const changed = await trx
    .updateTable('account_verification')
    .set({ ...changes, updated_at: isoOf(deps.clock()) })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await deps.events.publish(trx, { topic: 'account_verification', id, user_ids: [user_id], staff: true })
  return changed
}

/** Writes the audit row of a verification's change by the server. */
async function auditResult(
  deps: Deps,
  trx: Trx,
  { action, before, after }: { action: AuditAction; before: VerificationRow; after: VerificationRow },
) {
  const { id, account, state, source, transfer_id, failure, registered_name, holder_name, holder_rfc } = after
  const evidence = { registered_name, holder_name, holder_rfc, score: after.score, result: after.result }
  await writeAudit(deps, trx, {
    context: null,
    action,
    subject: ['account_verification', id],
    before: { state: before.state },
    after: { state, account_last4: account.slice(-4), source, transfer_id, failure, ...evidence },
  })
}

/** Tells the worker that the account cannot be used, where acceptance waits for it. */
async function notifyRefused(deps: Deps, trx: Trx, row: VerificationRow) {
  if ((await readVerificationMode(trx)) !== 'block') return
  await notify(deps, trx, { recipient_id: row.user_id, ...accountRefusedNotice(row) })
}

/** The worker's names and identities, with which a holder is compared. */
async function readOwner(trx: Trx, user_id: number) {
  return trx
    .selectFrom('app_user')
    .select(['first_name', 'last_name', 'rfc', 'curp'])
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow()
}

/** The holder as the bank named them. */
export interface Holder {
  name: string | null
  rfc: string | null
}

const longestText = 150
/** PostgreSQL stores neither NUL characters nor lone surrogates. */
const storable = (text: string | null) =>
  text === null ? null : text.replaceAll('\0', '').toWellFormed().slice(0, longestText)

/**
 * Compares the holder that the bank named with the worker and stores the result with its evidence, in the caller's
 * transaction, which has locked the worker and the verification. Staff and worker are notified of another holder.
 */
export async function storeHolder(
  deps: Deps,
  trx: Trx,
  { row, holder }: { row: VerificationRow; holder: Holder },
): Promise<VerificationRow> {
  const owner = await readOwner(trx, row.user_id)
  const { result, score, identity } = compareOwner(owner, holder)
  const registered_name = `${owner.first_name} ${owner.last_name}`
  const changes: Changes = {
    ...noResult,
    state: result === 'match' ? 'verified' : 'mismatch',
    source: 'centavo',
    decided_at: isoOf(deps.clock()),
    next_at: null,
    registered_name,
    registered_rfc: owner.rfc,
    holder_name: storable(holder.name),
    holder_rfc: storable(holder.rfc),
    ...{ result, score, identity },
  }
  const after = await changeVerification(deps, trx, { ...row, changes })
  await auditResult(deps, trx, { action: 'account_verification.decided', before: row, after })
  if (after.state === 'verified') return after
  await notifyStaff(deps, trx, accountMismatchNotice(after, registered_name))
  await notifyRefused(deps, trx, after)
  return after
}

/** True if the worker's registered name or RFC is another one than at the comparison. */
export async function isRenamed(trx: Trx, row: VerificationRow): Promise<boolean> {
  if (row.registered_name === null) return false
  const { first_name, last_name, rfc } = await readOwner(trx, row.user_id)
  return row.registered_name !== `${first_name} ${last_name}` || row.registered_rfc !== rfc
}

async function verifyByPayout(
  deps: Deps,
  trx: Trx,
  { row, transfer_id }: { row: VerificationRow; transfer_id: number },
) {
  const decided = {
    decided_at: isoOf(deps.clock()),
    next_at: null,
    source: 'payout',
    state: 'verified',
  } as const
  const after = await changeVerification(deps, trx, {
    ...row,
    changes: { ...noResult, ...decided, transfer_id },
  })
  await auditResult(deps, trx, { action: 'account_verification.verified_by_payout', before: row, after })
}

/**
 * Stores that there is no answer about an account, unless a payout to it is settled, which verifies it. The caller has
 * locked the verification.
 */
export async function failVerification(
  deps: Deps,
  trx: Trx,
  { row, failure }: { row: VerificationRow; failure: VerificationFailure },
): Promise<void> {
  const paid = failure === 'returned' ? undefined : await findSettledPayout(trx, row)
  if (paid !== undefined) return verifyByPayout(deps, trx, { row, transfer_id: paid.id })
  const decided = { decided_at: isoOf(deps.clock()), next_at: null, state: 'failed', failure } as const
  const after = await changeVerification(deps, trx, { ...row, changes: { ...noResult, ...decided } })
  await auditResult(deps, trx, { action: 'account_verification.failed', before: row, after })
  if (failure !== 'replaced') await notifyRefused(deps, trx, after)
}

/** Returns and locks the verification whose last order or payout is this transfer. */
export async function lockOfTransfer(trx: Trx, transfer_id: number): Promise<VerificationRow | undefined> {
  return trx
    .selectFrom('account_verification')
    .selectAll()
    .where('transfer_id', '=', transfer_id)
    .forUpdate()
    .executeTakeFirst()
}

const isAccount = (account: string) => /^([0-9]{16}|[0-9]{18})$/.test(account)

/**
 * Stores that a payout to an account of a worker is settled: it verifies the account unless the bank names, or named,
 * the holder. The caller has locked the order.
 */
export async function storeSettledPayout(
  deps: Deps,
  trx: Trx,
  { user_id, transfer }: { user_id: number; transfer: Pick<TransferRow, 'id' | 'beneficiary_account'> },
): Promise<void> {
  const of: WorkerAccount = { user_id, account: transfer.beneficiary_account }
  if (!isAccount(of.account)) return
  const now = isoOf(deps.clock())
  const times = { decided_at: now, requested_at: now, created_at: now, updated_at: now }
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('account_verification')
    .values({ ...of, ...times, state: 'verified', source: 'payout', transfer_id: transfer.id })
    .onConflict((conflict) => conflict.columns(['user_id', 'account']).doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows === 1n) return
  const row = await trx
    .selectFrom('account_verification')
    .selectAll()
    .where('user_id', '=', of.user_id)
    .where('account', '=', of.account)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const isOpen = row.state === 'failed' || (row.state === 'pending' && row.transfer_id === null)
  if (isOpen && row.accepted_at === null) await verifyByPayout(deps, trx, { row, transfer_id: transfer.id })
}

/** Stores that the payout which verified an account came back: the account is unverified again. */
export async function withdrawSettledPayout(deps: Deps, trx: Trx, transfer_id: number): Promise<void> {
  const row = await lockOfTransfer(trx, transfer_id)
  if (row?.source === 'payout') await failVerification(deps, trx, { row, failure: 'returned' })
}
