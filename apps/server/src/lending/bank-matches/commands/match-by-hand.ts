import { isoOf } from '../../../command/clock.ts'
import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import { runCommand } from '../../../command/run-command.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { lockLine, requireStaff } from '../../../treasury/bank-statements/commands/explain-line.ts'
import {
  addVoucher,
  proveByLines,
  setPaymentOwner,
  unproveByLine,
} from '../../payments/commands/prove-payment.ts'

/** Locks the account's payments of these ids that are in force; in the order of their ids, so that two calls never wait for each other. */
async function lockPayments(trx: Trx, { ids, bank_account_id }: { ids: number[]; bank_account_id: number }) {
  const rows = await trx
    .selectFrom('payment')
    .select(['id', 'amount_paid_cents'])
    .where('id', 'in', ids)
    .where('bank_account_id', '=', bank_account_id)
    .where('reversed_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  if (rows.length < ids.length) throw new AppError('bank_line.payment_used', 409)
  return rows
}

const announce = (deps: Deps, trx: Trx, id: number) =>
  deps.events.publish(trx, { topic: 'bank', id, user_ids: [], staff: true })

/**
 * Matches a deposit with the payments that it brought. Throws `bank_line.not_found` (404), `bank_line.not_deposit`,
 * `bank_line.explained`, `bank_line.exceeded` if they are more than what is left of the line, and
 * `bank_line.payment_used` for a payment that another line shows, that is reversed, or of another account (409).
 */
export function matchByHand(
  deps: Deps,
  context: CommandContext,
  { line_id, payments }: { line_id: number; payments: readonly number[] },
) {
  return runCommand(deps, context, async (trx) => {
    const line = await lockLine(trx, line_id)
    const { bank_account_id } = line
    if (line.amount_cents < 0) throw new AppError('bank_line.not_deposit', 409)
    if (line.explained_as !== null) throw new AppError('bank_line.explained', 409)
    const ids = [...new Set(payments)]
    const rows = await lockPayments(trx, { ids, bank_account_id })
    const sum = rows.reduce((total, { amount_paid_cents }) => total + amount_paid_cents, 0)
    if (sum > line.amount_cents - line.matched_cents) throw new AppError('bank_line.exceeded', 409)
    const by = { rule: 'manual' as const, matched_by: context.user.id, matched_at: isoOf(deps.clock()) }
    await trx
      .insertInto('bank_match')
      .values(
        rows.map(({ id, amount_paid_cents }) => ({
          ...{ payment_id: id, line_id, bank_account_id, amount_cents: amount_paid_cents },
          ...by,
        })),
      )
      .execute()
    await proveByLines(deps, trx, { context, payment_ids: ids })
    await writeAudit(deps, trx, {
      ...{ context, action: 'bank_line.matched', subject: ['bank_line', line_id] },
      after: { payments: ids, amount_cents: sum },
    })
    await announce(deps, trx, bank_account_id)
    return { line_id }
  })
}

/**
 * Takes a payment from its line; a payment that only the line proved is to be proved again. Throws `bank_line.not_found`,
 * `payment.not_found` (404).
 */
export function unmatch(
  deps: Deps,
  context: CommandContext,
  { line_id, payment_id }: { line_id: number; payment_id: number },
) {
  return runCommand(deps, context, async (trx) => {
    const { bank_account_id } = await lockLine(trx, line_id)
    await trx.selectFrom('payment').select('id').where('id', '=', payment_id).forNoKeyUpdate().execute()
    const removed = await trx
      .deleteFrom('bank_match')
      .where('line_id', '=', line_id)
      .where('payment_id', '=', payment_id)
      .returning(['amount_cents', 'rule'])
      .executeTakeFirst()
    if (removed === undefined) throw new AppError('payment.not_found', 404)
    await unproveByLine(deps, trx, { context, payment_id })
    await writeAudit(deps, trx, {
      ...{ context, action: 'bank_line.unmatched', subject: ['bank_line', line_id] },
      before: { payment_id, ...removed },
    })
    await announce(deps, trx, bank_account_id)
    return { line_id }
  })
}

/** Locks a payment outside STP. Throws `payment.not_found` (404) for any other. */
async function lockBankPayment(trx: Trx, id: number) {
  const row = await trx
    .selectFrom('payment')
    .select(['id', 'owner_id', 'loan_id', 'bank_account_id'])
    .where('id', '=', id)
    .where('bank_account_id', 'is not', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (row === undefined) throw new AppError('payment.not_found', 404)
  return row
}

/** Gives a payment that no line shows to a staff user, or to nobody. Throws `payment.not_found` (404). */
export function givePayment(
  deps: Deps,
  context: CommandContext,
  { id, owner_id }: { id: number; owner_id: number | null },
) {
  return runCommand(deps, context, async (trx) => {
    const { owner_id: before, bank_account_id } = await lockBankPayment(trx, id)
    const owner = await requireStaff(trx, owner_id)
    await setPaymentOwner(trx, id, owner_id)
    await writeAudit(deps, trx, {
      ...{ context, action: 'payment.owner_changed', subject: ['payment', id] },
      ...{ before: { owner_id: before }, after: { owner_id } },
    })
    await announce(deps, trx, bank_account_id ?? 0)
    return { owner }
  })
}

/** Adds a voucher to a payment that is still to be proved; see `addVoucher`. */
export function addVoucherToPayment(
  deps: Deps,
  context: CommandContext,
  { id, voucher_id }: { id: number; voucher_id: string },
) {
  return runCommand(deps, context, async (trx) => {
    await lockBankPayment(trx, id)
    await addVoucher(deps, trx, { context, payment_id: id, voucher_id })
    return { id }
  })
}
