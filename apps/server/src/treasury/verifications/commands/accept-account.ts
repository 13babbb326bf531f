import { failureNames, identityNames, verificationName } from '@quincena/domain/accounts/verification-words'
import type { ApprovalLine } from '@quincena/domain/approvals/schema'
import { id, instant } from '@quincena/domain/fields'
import { TEXT_LIMITS } from '@quincena/domain/text-limits'
import { z } from 'zod'
import { isoOf } from '../../../command/clock.ts'
import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import { runCommand } from '../../../command/run-command.ts'
import type { Deps } from '../../../deps.ts'
import { requestApproval } from '../../../platform/approvals/commands/request-approval.ts'
import type { ApprovalAction } from '../../../platform/approvals/handlers.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { notify } from '../../../platform/notifications/commands/notify.ts'
import { accountAcceptedNotice, otherAccountNotice } from '../notices.ts'
import type { VerificationRow } from '../queries/find-verification.ts'
import { lockCurrentVerification, lockWithWorker } from '../queries/lock-current.ts'
import { changeVerification } from './store-result.ts'

/** `decided_at` names the result that was shown to the requester. */
const acceptance = z.object({
  verification_id: id,
  decided_at: instant,
  reason: z.string().max(TEXT_LIMITS.reason),
})

/** True if two people may still accept the account in spite of its result. */
const isRefused = ({ state, accepted_at }: VerificationRow) =>
  accepted_at === null && (state === 'mismatch' || state === 'failed')

const line = (label: string, value: string | null): ApprovalLine[] =>
  value === null ? [] : [{ label, value }]

/** What the deciding person reads: both names and RFCs, and why the requester trusts the account. */
function linesOf(row: VerificationRow, worker: string, reason: string): ApprovalLine[] {
  return [
    ...line('Cuenta', `Terminada en ${row.account.slice(-4)}`),
    ...line('Resultado', verificationName(row)),
    ...line('Nombre registrado', row.registered_name ?? worker),
    ...line('Nombre según el banco', row.holder_name ?? 'El banco no lo dijo'),
    ...line('RFC registrado', row.registered_rfc),
    ...line('RFC según el banco', row.holder_rfc),
    ...line('RFC', row.identity === null ? null : identityNames[row.identity]),
    ...line('Sin respuesta', row.failure === null ? null : failureNames[row.failure]),
    ...line('Motivo', reason),
  ]
}

/** Money may go to an account that the bank did not confirm as the worker's. Any other staff member decides. */
export const acceptAccountAction: ApprovalAction<typeof acceptance> = {
  name: 'account_verification.accept',
  payload: acceptance,
  requesters: ['U0', 'U1'],
  deciders: 'staff',
  is_single: true,
  subjectOf: ({ verification_id }) => ['account_verification', verification_id],
  async describe(trx, { verification_id, reason }) {
    const { row, worker } = await lockWithWorker(trx, verification_id)
    const title = 'Aceptar una cuenta sin confirmar'
    return { title, amount: null, person: worker, lines: linesOf(row, worker, reason) }
  },
  async isUnchanged(trx, { verification_id, decided_at }) {
    const { row, is_current } = await lockWithWorker(trx, verification_id)
    return is_current && isRefused(row) && row.decided_at === decided_at
  },
  async execute(deps, trx, { context, payload, approval }) {
    const { row } = await lockWithWorker(trx, payload.verification_id)
    const now = isoOf(deps.clock())
    const { reason } = payload
    const changes = { accepted_at: now, accepted_by: context.user.id, accepted_reason: reason }
    await changeVerification(deps, trx, { ...row, changes })
    await notify(deps, trx, { recipient_id: row.user_id, ...accountAcceptedNotice(row, now) })
    await writeAudit(deps, trx, {
      context,
      action: 'account_verification.accepted',
      subject: ['account_verification', row.id],
      before: { state: row.state, result: row.result, failure: row.failure },
      after: { account_last4: row.account.slice(-4), reason, requested_by: approval.requested_by },
    })
    return { accepted_at: now }
  },
}

/**
 * Requests that money may go to an account in spite of its result; a second person decides. Throws
 * `account_verification.not_found` (404), `.not_current`, `.running` and `.not_needed` (409), and
 * `approval.already_open` (409).
 */
export function requestAcceptance(
  deps: Deps,
  context: CommandContext,
  { id: verification_id, reason }: { id: number; reason: string },
) {
  return runCommand(deps, context, async (trx) => {
    const { row } = await lockCurrentVerification(trx, verification_id)
    const { decided_at } = row
    if (decided_at === null) throw new AppError('account_verification.running', 409)
    if (!isRefused(row)) throw new AppError('account_verification.not_needed', 409)
    const payload = { verification_id, decided_at, reason }
    return { approval: await requestApproval(deps, trx, { context, action: acceptAccountAction, payload }) }
  })
}

/**
 * Asks the worker to register another account. Throws `account_verification.not_found` (404), `.not_current` and
 * `.not_needed` (409).
 */
export function askForAccount(deps: Deps, context: CommandContext, verification_id: number) {
  return runCommand(deps, context, async (trx) => {
    const { row } = await lockCurrentVerification(trx, verification_id)
    if (!isRefused(row)) throw new AppError('account_verification.not_needed', 409)
    await notify(deps, trx, {
      recipient_id: row.user_id,
      ...otherAccountNotice(row, isoOf(deps.clock())),
    })
    await writeAudit(deps, trx, {
      context,
      action: 'account_verification.change_requested',
      subject: ['account_verification', row.id],
      after: { account_last4: row.account.slice(-4) },
    })
    return { id: row.id }
  })
}
