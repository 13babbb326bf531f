import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../test/context.ts'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})

const patience = { timeout: 10_000, interval: 20 }

/** Numbers sent together, so that the queue is notified once. */
const sendNumbers = (name: 'send-transfer' | 'seal-contract', numbers: number[]) =>
  ctx.deps.db.transaction().execute(async (trx) => {
    for (const id of numbers) await ctx.deps.queue.send(trx, name, { transfer_id: id, loan_id: id })
  })

test('jobs that wait are done one after the other, without a pause, past one that fails', async () => {
  const done: number[] = []
  await ctx.deps.queue.work('seal-contract', async ({ loan_id }) => {
    if (loan_id === 2) throw new Error('this one is tried again later')
    done.push(loan_id)
  })
  // The worker has found nothing and sleeps.
  await sleep(300)
  await sendNumbers('seal-contract', [1, 2, 3, 4, 5, 6])
  await expect.poll(() => done.toSorted(), patience).toEqual([1, 3, 4, 5, 6])
})

test('payouts do not wait for one that hangs', async () => {
  const done: number[] = []
  const hanging = Promise.withResolvers<void>()
  await ctx.deps.queue.work('send-transfer', async ({ transfer_id }) => {
    if (transfer_id === 1) await hanging.promise
    done.push(transfer_id)
  })
  await sendNumbers('send-transfer', [1, 2, 3, 4, 5, 6])
  await expect.poll(() => done.toSorted(), patience).toEqual([2, 3, 4, 5, 6])
  hanging.resolve()
  await expect.poll(() => done.at(-1), patience).toBe(1)
})
