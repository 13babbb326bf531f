import { businessDay } from '@quincena/domain/dates'
import { fitsKind, type RecordedKind, type RecordMovementBody } from '@quincena/domain/treasury/own-movements'
import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import { runCommand } from '../../../command/run-command.ts'
import type { Deps } from '../../../deps.ts'
import { requestApproval } from '../../../platform/approvals/commands/request-approval.ts'
import { lockIncomingPayment } from '../../incoming-payments/commands/move-incoming-payment.ts'
import { recordMovement, reverseMovement, settleMovement } from '../handlers.ts'
import { isKeyUsed, lockMovement, lockOpenUnknown, requireOwnFile } from '../queries/lock-movement.ts'

const refuseKey = () =>
  new AppError('cash_movement.key_used', 409, { fields: { tracking_key: 'cash_movement.key_used' } })

/**
 * Asks an admin to record a movement by hand. Throws `cash_movement.day_to_come`, `cash_movement.account_unknown`,
 * `cash_movement.file_unknown` (422) and `cash_movement.key_used` (409).
 */
export function requestMovement(deps: Deps, context: CommandContext, body: RecordMovementBody) {
  return runCommand(deps, context, async (trx) => {
    if (body.operation_date > businessDay(deps.clock()))
      throw new AppError('cash_movement.day_to_come', 422, {
        fields: { operation_date: 'cash_movement.day_to_come' },
      })
    if (body.account !== deps.env.stp.payer_account)
      throw new AppError('cash_movement.account_unknown', 422, {
        fields: { account: 'cash_movement.account_unknown' },
      })
    await requireOwnFile(trx, context.user.id, body.file)
    if (await isKeyUsed(trx, body.tracking_key)) throw refuseKey()
    const payload = { ...body, incoming_payment: null }
    return { approval: await requestApproval(deps, trx, { context, action: recordMovement, payload }) }
  })
}

/**
 * Asks an admin to record received money as the lender's own deposit. Throws `incoming_payment.not_found` (404) and
 * `incoming_payment.not_open` (409) unless all of it is unused.
 */
export function requestOwnDeposit(
  deps: Deps,
  context: CommandContext,
  { incoming_payment, note }: { incoming_payment: number; note: string },
) {
  return runCommand(deps, context, async (trx) => {
    const row = await lockIncomingPayment(trx, incoming_payment)
    if (row.status !== 'open' || row.unapplied_cents !== row.amount_cents || row.stp_returned_at !== null)
      throw new AppError('incoming_payment.not_open', 409)
    const payload = {
      ...{ kind: 'deposit' as const, amount: row.amount_cents, note, incoming_payment, file: null },
      account: deps.env.stp.payer_account,
      ...{
        operation_date: row.operation_date ?? businessDay(row.received_at),
        tracking_key: row.tracking_key,
      },
    }
    return { approval: await requestApproval(deps, trx, { context, action: recordMovement, payload }) }
  })
}

/**
 * Asks an admin to record what a movement in suspense was. Throws `cash_movement.not_found` (404),
 * `cash_movement.settled` (409) and `cash_movement.kind_unfit` (422).
 */
export function requestSettlement(
  deps: Deps,
  context: CommandContext,
  { id, kind, note }: { id: number; kind: RecordedKind; note: string },
) {
  return runCommand(deps, context, async (trx) => {
    const row = await lockOpenUnknown(trx, id)
    if (row === undefined) throw new AppError('cash_movement.settled', 409)
    if (!fitsKind(kind, row.amount_cents))
      throw new AppError('cash_movement.kind_unfit', 422, { fields: { kind: 'cash_movement.kind_unfit' } })
    const payload = { id, kind, note }
    return { approval: await requestApproval(deps, trx, { context, action: settleMovement, payload }) }
  })
}

/**
 * Asks an admin to undo a movement that staff recorded, by one of the opposite amount. Throws
 * `cash_movement.not_found` (404) and `cash_movement.reversed` (409) if it is undone, itself undoes one, or is in STP's
 * list.
 */
export function requestReversal(
  deps: Deps,
  context: CommandContext,
  { id, reason }: { id: number; reason: string },
) {
  return runCommand(deps, context, async (trx) => {
    const row = await lockMovement(trx, id)
    if (row.reversed_at !== null || row.reverses_id !== null || row.stp_order_id !== null)
      throw new AppError('cash_movement.reversed', 409)
    const payload = { id, reason }
    return { approval: await requestApproval(deps, trx, { context, action: reverseMovement, payload }) }
  })
}
