import type { CreditBody } from '@quincena/domain/incoming-payments/schema'
import { isoOf } from '../../../command/clock.ts'
import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import { runCommand } from '../../../command/run-command.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { notify } from '../../../platform/notifications/commands/notify.ts'
import { writePostings } from '../../ledger/commands.ts'
import { signedMove } from '../../ledger/rules.ts'
import { creditedNotice, creditUndoneNotice } from '../notices.ts'
import { refuseUnusable } from '../rules.ts'
import { lockIncomingPayment, moveIncomingPayment } from './move-incoming-payment.ts'
import { lockForUndo } from './record-stp-return.ts'

/** Locks a worker; every command locks the worker before the received money. */
async function lockCreditedWorker(trx: Trx, user_id: number): Promise<void> {
  const worker = await trx
    .selectFrom('app_user')
    .select('user_type')
    .where('id', '=', user_id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (worker?.user_type === 'U2') return
  throw new AppError('incoming_payment.not_worker', 422, { fields: { user: 'incoming_payment.not_worker' } })
}

/** The entry of a credit; of a negative amount in centavos, its reversal. */
const creditMove = (amount: number) =>
  signedMove('receipt_to_worker', ['unapplied_receipts', 'worker_balance'], amount)

/**
 * Gives received money, or a part of what is left of it, to a worker's balance: an advance remittance, or money for a
 * loan that owes nothing. Amounts in centavos. Throws `incoming_payment.not_found` (404), what `refuseUnusable` throws,
 * and `incoming_payment.not_worker` (422).
 */
export function creditWorker(
  deps: Deps,
  context: CommandContext,
  { id, body }: { id: number; body: CreditBody },
) {
  const { user: user_id, amount } = body
  return runCommand(deps, context, async (trx) => {
    await lockCreditedWorker(trx, user_id)
    const row = await lockIncomingPayment(trx, id)
    refuseUnusable(row, { amount, field: 'amount' })
    const { id: credit_id } = await trx
      .insertInto('incoming_payment_credit')
      .values({
        ...{ incoming_payment_id: id, user_id, amount_cents: amount },
        ...{ credited_by: context.user.id, created_at: isoOf(deps.clock()) },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const parties = { incoming_payment_id: id, user_id }
    await writePostings(deps, trx, [{ cause: { credit_id }, ...parties, moves: [creditMove(amount)] }])
    const left = row.unapplied_cents - amount
    await moveIncomingPayment(deps, trx, { id, changes: { status: left === 0 ? 'confirmed' : 'open' } })
    await notify(deps, trx, { recipient_id: user_id, ...creditedNotice({ credit_id, amount }) })
    await writeAudit(deps, trx, {
      context,
      action: 'incoming_payment.credited',
      subject: ['incoming_payment', id],
      after: { credit_id, user_id, amount_cents: amount, ...(left > 0 && { left_cents: left }) },
    })
    return { credit_id }
  })
}

/** Reads a credit and locks its worker, then its received money, then itself. Throws 404 and 409 as `undoCredit`. */
async function lockCredit(trx: Trx, credit_id: number) {
  const credits = trx.selectFrom('incoming_payment_credit').selectAll().where('id', '=', credit_id)
  const seen = await credits.executeTakeFirst()
  if (seen === undefined) throw new AppError('incoming_payment.credit_not_found', 404)
  await lockCreditedWorker(trx, seen.user_id)
  await lockIncomingPayment(trx, seen.incoming_payment_id)
  const credit = await credits.forNoKeyUpdate().executeTakeFirstOrThrow()
  if (credit.undone_at !== null) throw new AppError('incoming_payment.credit_undone', 409)
  return credit
}

/**
 * Takes a credit back from the worker's balance: the received money has it again and is open, or clears our claim if STP
 * took it back. Throws
 * `incoming_payment.credit_not_found` (404), `incoming_payment.credit_undone`, `incoming_payment.charged` (409), and `worker_balance.used` (409) if
 * the balance no longer has it.
 */
export function undoCredit(
  deps: Deps,
  context: CommandContext,
  { credit_id, reason }: { credit_id: number; reason: string },
) {
  return runCommand(deps, context, async (trx) => {
    const { incoming_payment_id: id, user_id, amount_cents } = await lockCredit(trx, credit_id)
    const undone = { undone_by: context.user.id, undone_at: isoOf(deps.clock()), undo_reason: reason }
    await trx.updateTable('incoming_payment_credit').set(undone).where('id', '=', credit_id).execute()
    const parties = { incoming_payment_id: id, user_id }
    const undoing = await lockForUndo(trx, { id, amount: amount_cents, user_id })
    const moves = [creditMove(-amount_cents), ...undoing.moves]
    await writePostings(deps, trx, [{ cause: { credit_id }, ...parties, moves }])
    await moveIncomingPayment(deps, trx, { id, changes: { status: undoing.status } })
    await notify(deps, trx, {
      recipient_id: user_id,
      ...creditUndoneNotice({ credit_id, amount: amount_cents }),
    })
    await writeAudit(deps, trx, {
      context,
      action: 'incoming_payment.credit_undone',
      subject: ['incoming_payment', id],
      before: { credit_id, user_id, amount_cents },
      after: { reason },
    })
    return { incoming_payment_id: id }
  })
}
