import { randomUUID } from 'node:crypto'
import { businessDay } from '@quincena/domain/dates'
import { isoOf } from '../src/command/clock.ts'
import { postReceipt, writePostings } from '../src/treasury/ledger/commands.ts'
import { signedMove } from '../src/treasury/ledger/rules.ts'
import type { TestContext } from './context.ts'
import { makeWorker } from './factories.ts'

type Worker = Awaited<ReturnType<typeof makeWorker>>

let receipts = 0

/** Gives a worker's balance received money, in centavos. */
export async function giveBalance(ctx: TestContext, worker: { id: number }, amount_cents: number) {
  const { db } = ctx.deps
  const now = isoOf(ctx.clock.now)
  receipts += 1
  const receipt = await db
    .insertInto('incoming_payment')
    .values({
      ...{ tracking_key: randomUUID().slice(0, 8), operation_date: businessDay(ctx.clock.now) },
      ...{ paying_institution: 40_012, amount_cents, received_at: now, booked_at: now },
      ...{ stp_check: 'confirmed', stp_confirmed_at: now, stp_order_id: 9_000_000 + receipts },
    })
    .returning(['id', 'amount_cents'])
    .executeTakeFirstOrThrow()
  await db.transaction().execute(async (trx) => {
    await postReceipt(ctx.deps, trx, receipt)
    const moves = [signedMove('receipt_to_worker', ['unapplied_receipts', 'worker_balance'], amount_cents)]
    const parties = { incoming_payment_id: receipt.id, user_id: worker.id }
    const { id: credit_id } = await trx
      .insertInto('incoming_payment_credit')
      .values({ ...parties, amount_cents, credited_by: worker.id, created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await writePostings(ctx.deps, trx, [{ cause: { credit_id }, ...parties, moves }])
  })
}

/** Makes a worker whose balance has received money, in centavos. */
export async function makeCreditor(ctx: TestContext, amount_cents: number): Promise<Worker> {
  const worker = await makeWorker(ctx)
  await giveBalance(ctx, worker, amount_cents)
  return worker
}

/** What the lender and a worker owe each other beside the loans, in centavos; undefined before the first entry. */
export const accountOf = (ctx: TestContext, user_id: number) =>
  ctx.deps.db
    .selectFrom('worker_account')
    .select(['balance_cents', 'receivable_cents'])
    .where('user_id', '=', user_id)
    .executeTakeFirst()
