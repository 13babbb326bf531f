import type { Cents } from '@quincena/domain/money'
import { isoOf } from '../../../command/clock.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { writePostings } from '../../ledger/commands.ts'
import { signedMove } from '../../ledger/rules.ts'

interface Part {
  user_id: number
  /** Centavos. */
  amount: Cents
}

/** Reads and locks what the lender and a worker owe each other. Every entry of the worker changes this row. */
async function lockAccount(trx: Trx, user_id: number) {
  const account = await trx
    .selectFrom('worker_account')
    .select(['balance_cents', 'receivable_cents'])
    .where('user_id', '=', user_id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return account ?? { balance_cents: 0, receivable_cents: 0 }
}

/** Books that the worker owes an amount apart and has it in the balance: a payment of that debt is taken back. */
async function oweAgain(deps: Deps, trx: Trx, { user_id, amount }: Part): Promise<void> {
  if (amount <= 0) return
  const { id: receivable_payment_id } = await trx
    .insertInto('receivable_payment')
    .values({ user_id, amount_cents: -amount, paid_by: null, created_at: isoOf(deps.clock()) })
    .returning('id')
    .executeTakeFirstOrThrow()
  const moves = [signedMove('receivable_payment', ['worker_balance', 'worker_receivable'], -amount)]
  await writePostings(deps, trx, [{ cause: { receivable_payment_id }, user_id, moves }])
}

/**
 * Prepares the end of a debt apart from the loans: the part that the worker has paid already returns to the balance.
 * Without it the worker would owe less than nothing.
 */
export async function returnPaidPart(deps: Deps, trx: Trx, { user_id, amount }: Part): Promise<void> {
  const { receivable_cents } = await lockAccount(trx, user_id)
  await oweAgain(deps, trx, { user_id, amount: amount - receivable_cents })
}

/**
 * Prepares that an amount is taken from a worker's balance: the worker owes apart what is no longer in it. Returns that
 * part in centavos.
 */
export async function oweMissingPart(deps: Deps, trx: Trx, { user_id, amount }: Part): Promise<Cents> {
  const { balance_cents } = await lockAccount(trx, user_id)
  const missing = Math.max(0, amount - balance_cents)
  await oweAgain(deps, trx, { user_id, amount: missing })
  return missing
}
