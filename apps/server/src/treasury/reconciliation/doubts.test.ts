import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeStaff } from '../../../test/factories.ts'
import { acceptCall, lastOrder, makeOffer, signIn, whileSending } from '../../../test/loans.ts'
import { readSpreadsheet } from '../../../test/read-spreadsheet.ts'
import { createBankDays, makeSettled, readDay, runDay } from '../../../test/reconciliation.ts'

let ctx: TestContext
let headers: Record<string, string>
let day = ''
const startBankDay = createBankDays()

beforeAll(async () => {
  ctx = await createTestContext()
  ctx.simulator.configure({ settle_ms: null })
})

beforeEach(async () => {
  day = await startBankDay(ctx)
  headers = await signIn(ctx, await makeStaff(ctx, 'U1'))
})

const doubtNotices = async () => {
  const rows = ctx.deps.db.selectFrom('notification').select('message').distinct()
  return rows.where('reason_key', 'like', `reconciliation:${day}:%`).execute()
}

/** Signs a loan whose call to STP has no answer; STP never received the order. */
async function makeUnanswered() {
  const offer = await makeOffer(ctx)
  ctx.simulator.faults.set([{ on: 'register', action: 'lose', when: 'before' }])
  await whileSending(ctx, () => acceptCall(ctx, offer))
  return lastOrder(ctx, offer.loan.id)
}

async function sendToReview(id: number) {
  const changes = { status: 'review', failure_message: 'STP no la conoce.' } as const
  await ctx.deps.db.updateTable('transfer').set(changes).where('id', '=', id).execute()
}

test('a day with an order in review is in doubt, with its list, its notice and its link', async () => {
  await makeSettled(ctx)
  const order = await makeUnanswered()
  await sendToReview(order.id)
  const found = await runDay(ctx, day, headers)
  expect(found).toMatchObject({
    ...{ status: 'doubts', open_differences: 0, in_doubt: { count: 1, amount: 10_000 } },
    doubts: [{ id: order.id, tracking_key: order.tracking_key, amount: 10_000, reason: 'STP no la conoce.' }],
  })
  expect(await doubtNotices()).toEqual([
    { message: expect.stringMatching(/tiene 1 orden en duda por \$10,000\.00$/) },
  ])
  const list = await ctx.app.inject({
    url: `${ctx.api}/stp?operation_date=${day}&in_doubt=true`,
    headers,
  })
  expect(list.json()).toMatchObject({ count: 1, results: [{ id: order.id }] })
  await runDay(ctx, day, headers)
  expect(await doubtNotices()).toHaveLength(1)
})

test('an order without an answer is in doubt after ten minutes, also after the comparison', async () => {
  const order = await makeUnanswered()
  expect(await runDay(ctx, day, headers)).toMatchObject({ status: 'balanced' })
  ctx.setNow(`${day}T16:10:00Z`)
  expect(await readDay(ctx, day, headers)).toMatchObject({
    ...{ status: 'doubts', in_doubt: { count: 1 } },
    doubts: [{ id: order.id, reason: null }],
  })
})

test('days in doubt have a filter of their own and are in the export', async () => {
  await makeSettled(ctx)
  const order = await makeUnanswered()
  await sendToReview(order.id)
  await runDay(ctx, day, headers)
  const url = `${ctx.api}/stp/reconciliation?in_doubt=true&from=${day}&to=${day}`
  expect((await ctx.app.inject({ url, headers })).json().count).toBe(1)
  expect((await ctx.app.inject({ url: url.replace('true', 'false'), headers })).json().count).toBe(0)
  const file = await ctx.app.inject({ url: `${ctx.api}/stp/reconciliation/${day}/export`, headers })
  const sheets = readSpreadsheet(file.rawPayload)
  expect(sheets.get('En duda')).toMatchObject([{ 'Clave de rastreo': order.tracking_key, Monto: 10_000 }])
  expect(sheets.get('Totales')).toContainEqual(
    expect.objectContaining({ Órdenes: 'En duda', 'Quincena: órdenes': 1, 'Quincena: monto': 10_000 }),
  )
})
