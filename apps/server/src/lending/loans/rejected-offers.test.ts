import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeStaff } from '../../../test/factories.ts'
import {
  acceptCall,
  findLoan,
  lastOrder,
  makeOffer,
  sendState,
  signIn,
  staffHeaders,
  whileSending,
} from '../../../test/loans.ts'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
  ctx.simulator.configure({ settle_ms: null })
})

async function makePerson() {
  const user = await makeStaff(ctx)
  return { id: user.id, headers: await signIn(ctx, user) }
}

function decide(headers: Record<string, string>, loan: { id: number }, status: 'APP' | 'REJ') {
  const url = `${ctx.api}/loan/${loan.id}`
  return ctx.app.inject({ method: 'PATCH', url, headers, payload: { status } })
}

test('money that STP sent is booked although who asked for the loan rejected the offer', async () => {
  const [asker, approver] = [await makePerson(), await makePerson()]
  const offer = await makeOffer(ctx)
  const people = { requested_by: asker.id, decided_by: approver.id }
  await ctx.deps.db.updateTable('loan').set(people).where('id', '=', offer.loan.id).execute()
  ctx.simulator.faults.set([{ on: 'register', action: 'refuse', id: -200, message: 'Se rechaza por PLD' }])
  await whileSending(ctx, () => acceptCall(ctx, offer))
  const order = await lastOrder(ctx, offer.loan.id)
  expect((await decide(asker.headers, offer.loan, 'REJ')).statusCode).toBe(200)
  expect(await findLoan(ctx, offer.loan.id)).toMatchObject({
    state: 'rejected',
    ...people,
    rejected_by: asker.id,
  })

  await sendState(ctx, order, { estado: 'LQ' })
  const resolved = await ctx.app.inject({
    ...{ method: 'POST', url: `${ctx.api}/stp/${order.id}/resolve` },
    headers: { ...(await staffHeaders(ctx, 'U0')), 'idempotency-key': randomUUID() },
    payload: { outcome: 'settled', reason: 'Visto en el banco' },
  })
  expect(resolved.statusCode, resolved.body).toBe(200)
  expect(await findLoan(ctx, offer.loan.id)).toMatchObject({
    state: 'active',
    ...people,
    rejected_by: null,
  })
})

test('who allowed the payout of an offer may reject it; a new approval needs a new release', async () => {
  const [approver, releaser] = [await makePerson(), await makePerson()]
  const { loan } = await makeOffer(ctx)
  const people = { decided_by: approver.id, released_by: releaser.id }
  await ctx.deps.db.updateTable('loan').set(people).where('id', '=', loan.id).execute()
  const rejected = await decide(releaser.headers, loan, 'REJ')
  expect(rejected.statusCode, rejected.body).toBe(200)
  expect(await findLoan(ctx, loan.id)).toMatchObject({ rejected_by: releaser.id, decided_by: approver.id })

  expect((await decide(releaser.headers, loan, 'APP')).statusCode).toBe(200)
  const again = { decided_by: releaser.id, released_by: null, rejected_by: null }
  expect(await findLoan(ctx, loan.id)).toMatchObject({ state: 'approved', ...again })
})
