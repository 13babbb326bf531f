import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../test/context.ts'
import { findLoan, makeActiveLoan } from '../../test/loans.ts'
import { startJobs } from './handlers.ts'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
  ctx.setNow('2026-11-20T16:00:00Z')
})

/** Locks the table of loans until the returned function is called. */
async function holdLoans() {
  const held = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const over = ctx.deps.db.transaction().execute(async (trx) => {
    await sql`lock table loan in access exclusive mode`.execute(trx)
    held.resolve()
    await released.promise
  })
  await held.promise
  return async () => {
    released.resolve()
    await over
  }
}

test('starts without waiting for the daily close, which still closes the missed days', {
  timeout: 90_000,
}, async () => {
  const { loan } = await makeActiveLoan(ctx)
  ctx.setNow('2026-12-21T06:10:00Z')
  const release = await holdLoans()
  const stop = await startJobs(ctx.deps)
  await release()
  await expect
    .poll(async () => (await findLoan(ctx, loan.id)).state, { timeout: 60_000, interval: 100 })
    .toBe('overdue')
  await stop()
})
