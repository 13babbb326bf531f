import { beneficiary } from '@quincena/domain/loans/limits'
import { isoOf } from '../../../command/clock.ts'
import type { Deps, Trx } from '../../../command/deps.ts'
import { AppError } from '../../../command/errors.ts'
import { hasReview } from '../../../db/transfer-predicates.ts'
import type { LoanRow } from '../../../lending/loans/commands/move-loan.ts'
import { newOrder, type TransferRow } from '../rules.ts'
import { holdPayoutSwitch } from './hold-payout-switch.ts'

interface OrderAsked {
  /** Both the loan and its worker are locked: the account is copied from the worker. */
  loan: LoanRow
  place: { latitude: number | null; longitude: number | null }
}

async function nextAttempt(trx: Trx, loan_id: number): Promise<number> {
  const last = await trx
    .selectFrom('transfer')
    .select('attempt')
    .where('loan_id', '=', loan_id)
    .orderBy('attempt', 'desc')
    .limit(1)
    .executeTakeFirst()
  return (last?.attempt ?? 0) + 1
}

/**
 * Writes the `pending` order that will pay a loan out and the job that sends it, in the caller's transaction. Throws
 * `payouts.paused` (503), `loan.bank_data_missing` (409) and, while an order of the loan is in review,
 * `transfer.in_progress` (409). A second open order violates `transfer_one_open` (409).
 */
export async function createTransfer(
  deps: Deps,
  trx: Trx,
  { loan, place }: OrderAsked,
): Promise<TransferRow> {
  if ((await holdPayoutSwitch(trx)).paused) throw new AppError('payouts.paused', 503)
  if (await hasReview(trx, loan.id)) throw new AppError('transfer.in_progress', 409)
  const worker = await trx
    .selectFrom('app_user')
    .select(['first_name', 'last_name', 'bank', 'debit_card_number'])
    .where('id', '=', loan.user_id)
    .executeTakeFirstOrThrow()
  const receiver = beneficiary(worker.debit_card_number)
  if (receiver === null || worker.bank === null) throw new AppError('loan.bank_data_missing', 409)

  const now = deps.clock()
  const payee = { ...worker, bank: worker.bank, ...receiver }
  const attempt = await nextAttempt(trx, loan.id)
  const order = newOrder({ loan, attempt, payee, payer: deps.env.stp, place }, now)
  const created = await trx
    .insertInto('transfer')
    .values({ ...order, created_at: isoOf(now), updated_at: isoOf(now) })
    .returningAll()
    .executeTakeFirstOrThrow()
  await deps.queue.send(trx, 'send-transfer', { transfer_id: created.id })
  return created
}
