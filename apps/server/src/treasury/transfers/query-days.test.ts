import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { findLoan, makeOffer, ordersAtStp } from '../../../test/loans.ts'
import { signatureUrl } from '../../../test/png.ts'
import { acceptLoan } from '../../lending/acceptances/commands.ts'
import { sendTransfer } from './commands/send-transfer.ts'
import { sweepTransfers } from './commands/sweep-transfers.ts'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
beforeEach(async () => {
  ctx.setNow('2026-11-20T16:00:00Z')
  ctx.simulator.faults.clear()
  await ctx.deps.db.deleteFrom('stp_query').execute()
})

const lost = { on: 'register', action: 'lose' } as const

/** Sends orders whose answers are lost. STP has the orders if `taken`, else it never received them. */
async function sendLost(count: number, taken: boolean) {
  const loans: number[] = []
  for (let at = 0; at < count; at += 1) {
    const { loan, worker, contract_sha256 } = await makeOffer(ctx)
    const user = { id: worker.id, user_type: 'U2' as const, company_id: worker.company_id }
    const { transfer_id } = await acceptLoan(
      ctx.deps,
      { user, session_id: null, ip: null, user_agent: null },
      {
        loan_id: loan.id,
        signature: signatureUrl,
        contract_sha256,
        latitude: 25.68,
        longitude: -100.31,
      },
    )
    ctx.simulator.faults.set([taken ? { ...lost, when: 'after' } : lost])
    await sendTransfer(ctx.deps, transfer_id)
    loans.push(loan.id)
  }
  ctx.simulator.faults.clear()
  return loans
}

async function questions() {
  const rows = await ctx.deps.db.selectFrom('stp_query').select('purpose').orderBy('id').execute()
  return rows.map(({ purpose }) => purpose)
}

async function expectPaid(loans: number[]) {
  for (const id of loans) {
    expect((await findLoan(ctx, id)).state).toBe('active')
    expect(await ordersAtStp(ctx, id)).toHaveLength(1)
  }
}

test('many unknown orders of a day take one list query, and those that it lacks are queried before they are sent again', async () => {
  const taken = await sendLost(8, true)
  const missing = await sendLost(2, false)
  ctx.setNow('2026-11-20T16:02:00Z')
  await sweepTransfers(ctx.deps)
  expect(await questions()).toEqual(['unknown', 'unknown', 'unknown'])
  await expectPaid([...taken, ...missing])
})

test('orders of another day are queried under that day', async () => {
  const taken = await sendLost(4, true)
  ctx.setNow('2026-11-23T16:00:00Z')
  await sweepTransfers(ctx.deps)
  // The orders of the earlier tests are still in transit, so their day's list is the only query.
  expect(await questions()).toEqual(['unknown'])
  await expectPaid(taken)
})

test('an unanswered list leaves each order to a query of its own', async () => {
  const taken = await sendLost(3, true)
  ctx.simulator.faults.set([
    { on: 'list', action: 'answer', status: 400, body: '{"estado":2,"mensaje":"firma"}' },
  ])
  ctx.setNow('2026-11-20T16:02:00Z')
  await sweepTransfers(ctx.deps)
  expect(await questions()).toEqual(['unknown', 'unknown', 'unknown', 'unknown'])
  await expectPaid(taken)
})

test('one or two unknown orders are queried singly', async () => {
  const taken = await sendLost(2, true)
  ctx.setNow('2026-11-20T16:02:00Z')
  await sweepTransfers(ctx.deps)
  expect(await questions()).toEqual(['unknown', 'unknown'])
  await expectPaid(taken)
})
