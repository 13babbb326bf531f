import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeActiveLoan } from '../../../test/loans.ts'
import type { Db } from '../../lib/deps.ts'
import { verifyLedger } from './queries.ts'

let ctx: TestContext

beforeAll(async () => {
  ctx = await createTestContext()
})

/** What the verification finds after a change that is then taken back. */
async function foundAfter(change: (db: Db) => Promise<unknown>) {
  let found: Awaited<ReturnType<typeof verifyLedger>> = []
  const undo = new Error('undo')
  const run = ctx.deps.db.transaction().execute(async (trx) => {
    await change(trx)
    found = await verifyLedger(trx)
    throw undo
  })
  await expect(run).rejects.toBe(undo)
  return found
}

test('a balanced ledger has no differences', async () => {
  await makeActiveLoan(ctx)
  expect(await verifyLedger(ctx.deps.db)).toEqual([])
})

test('a debt that the ledger does not have is found', async () => {
  const { loan } = await makeActiveLoan(ctx)
  const found = await foundAfter((db) =>
    db.updateTable('loan').set({ amount_due_cents: 1_000_000 }).where('id', '=', loan.id).execute(),
  )
  expect(found).toEqual([
    { check: 'amount_due', subject: 'loan', id: loan.id, expected: 1_000_000, found: 1_100_161 },
  ])
})

test('an order without its posting, and one that is not what the ledger says, are found', async () => {
  const { order } = await makeActiveLoan(ctx)
  const unsent = await foundAfter((db) =>
    db.updateTable('transfer').set({ sent_at: null, status: 'failed' }).where('id', '=', order.id).execute(),
  )
  expect(unsent.map(({ check, id }) => [check, id])).toEqual([
    ['payout', order.id],
    ['transit', order.id],
  ])
  const settled = await foundAfter((db) =>
    db.updateTable('transfer').set({ state: 'LQ' }).where('id', '=', order.id).execute(),
  )
  expect(settled.map(({ check, expected, found }) => [check, expected, found])).toEqual([
    ['transit', 0, 1_000_000],
    ['transit', 1_000_000, 0],
  ])
})

test('a payment without its posting is found', async () => {
  const { loan, worker } = await makeActiveLoan(ctx)
  const found = await foundAfter((db) =>
    db
      .insertInto('payment')
      .values({
        ...{ loan_id: loan.id, user_id: worker.id, registered_by: worker.id, created_at: loan.created_at },
        ...{ amount_paid_cents: 100, previous_amount_due_cents: 1_100_161, new_amount_due_cents: 1_100_061 },
      })
      .execute(),
  )
  expect(found.map(({ check }) => check).sort()).toEqual(['contract_total', 'payment'])
})

test('a schedule that is not the contract’s total is found', async () => {
  const { loan } = await makeActiveLoan(ctx)
  const found = await foundAfter((db) =>
    db.deleteFrom('installment').where('loan_id', '=', loan.id).where('number', '=', 12).execute(),
  )
  expect(found).toEqual([
    { check: 'schedule', subject: 'loan', id: loan.id, expected: 1_100_161, found: 1_008_480 },
  ])
})

test('the database refuses to change, delete or truncate what was posted', async () => {
  await makeActiveLoan(ctx)
  for (const change of [
    sql`update ledger_entry set amount_cents = 1`,
    sql`delete from ledger_entry`,
    sql`truncate ledger_entry`,
  ]) {
    await expect(change.execute(ctx.deps.db)).rejects.toThrow('ledger_entry is append only')
  }
})
