import { randomInt, randomUUID } from 'node:crypto'
import type { MovementSet } from '@quincena/domain/treasury/schema'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeActiveLoan, sendState, staffHeaders } from '../../../test/loans.ts'
import { postReceipt } from '../ledger/commands.ts'
import { addEntries } from './commands/add-entries.ts'

let ctx: TestContext
let manager: Record<string, string>
/** Moves the clock and signs in again: the session of an earlier day has ended. */
async function goTo(instant: string) {
  ctx.setNow(instant)
  manager = await staffHeaders(ctx)
}
beforeAll(async () => {
  ctx = await createTestContext()
})
beforeEach(async () => {
  ctx.simulator.faults.set([{ on: 'settle', action: 'hold' }])
  await goTo('2026-11-20T16:00:00Z')
})

async function get(path: string) {
  const answer = await ctx.app.inject({ url: `${ctx.api}${path}`, headers: manager })
  expect([answer.statusCode, path]).toEqual([200, path])
  return answer.json()
}
const readDay = (day: string) => get(`/treasury/day/${day}`)
const list = (day: string, set?: MovementSet) =>
  get(`/treasury/movements?from=${day}&to=${day}&page_size=100${set === undefined ? '' : `&set=${set}`}`)

function receive(amount_cents: number) {
  const now = ctx.deps.clock().toString()
  return ctx.deps.db.transaction().execute(async (trx) => {
    const receipt = await trx
      .insertInto('incoming_payment')
      .values({
        ...{
          tracking_key: randomUUID().slice(0, 20),
          operation_date: '2026-11-20',
          paying_institution: 40_012,
        },
        ...{ amount_cents, received_at: now, booked_at: now, stp_check: 'confirmed', stp_confirmed_at: now },
        ...{ stp_order_id: randomInt(1, 2 ** 40), payer_name: 'EMPRESA DE PRUEBA' },
      })
      .returning(['id', 'amount_cents'])
      .executeTakeFirstOrThrow()
    await postReceipt(ctx.deps, trx, receipt)
    return receipt.id
  })
}

/** Every figure of the day is what its list shows: the same number of movements and their sum. */
async function expectLists(day: string) {
  const shown = await readDay(day)
  for (const { flow, count, amount } of shown.flows) {
    const { count: listed, results } = await list(day, flow)
    const sum = results.reduce((total: number, row: { amount: number }) => total + row.amount, 0)
    expect([flow, listed, Math.abs(sum)]).toEqual([flow, count, amount])
  }
  for (const set of ['ordered', 'left'] as const)
    expect([set, (await list(day, set)).count]).toEqual([set, shown.transit[set].count])
  const { results } = await list(day, 'in_transit')
  const underway = results.reduce((total: number, row: { amount: number }) => total + row.amount, 0)
  expect(underway).toBe(shown.transit.closing)
  return shown
}

const settle = async (order: { tracking_key: string; stp_id: number | null }) => {
  ctx.simulator.act(order.tracking_key, 'settle')
  await sendState(ctx, order, { estado: 'LQ' })
}

test('a day shows what came and went by kind, and each figure is the sum of its list', async () => {
  const received = await receive(250_000)
  const settled = await makeActiveLoan(ctx)
  await settle(settled.order)
  const open = await makeActiveLoan(ctx)
  const day = await expectLists('2026-11-20')
  expect(day).toMatchObject({ opening: 0, received: 2500, paid: settled.loan.amount_cents / 100 })
  expect(day.closing).toBe(day.opening + day.received - day.paid)
  expect(day.flows.map(({ flow }: { flow: string }) => flow)).toEqual(['receipts', 'payouts'])
  expect(day.transit).toMatchObject({ opening: 0, closing: open.loan.amount_cents / 100 })
  expect((await list('2026-11-20', 'receipts')).results).toEqual([
    expect.objectContaining({ incoming_payment: received, person: 'EMPRESA DE PRUEBA', amount: 2500 }),
  ])
  expect((await list('2026-11-20', 'in_transit')).results).toEqual([
    expect.objectContaining({
      tracking_key: open.order.tracking_key,
      loan: expect.objectContaining({ id: open.loan.id, folio: open.loan.folio }),
    }),
  ])

  await goTo('2026-11-23T16:00:00Z')
  await settle(open.order)
  await addEntries(ctx.deps)
  const next = await expectLists('2026-11-23')
  expect(next).toMatchObject({ opening: day.closing, received: 0, paid: open.loan.amount_cents / 100 })
  expect(next.transit).toMatchObject({ opening: day.transit.closing, closing: 0 })
  // The earlier day still shows the order that was on its way at its end.
  expect((await expectLists('2026-11-20')).closing).toBe(day.closing)
})

test('a payout that comes back is received again and stays in no total twice', async () => {
  await goTo('2026-11-24T16:00:00Z')
  const { order, loan } = await makeActiveLoan(ctx)
  await settle(order)
  await goTo('2026-11-25T16:00:00Z')
  ctx.simulator.act(order.tracking_key, 'return')
  await sendState(ctx, order, { estado: 'D', causaDevolucion: 1 })
  await ctx.drain(['ask-transfer'])
  const day = await expectLists('2026-11-25')
  expect(day.flows).toEqual([{ flow: 'came_back', count: 1, amount: loan.amount_cents / 100 }])
  expect(day.transit.closing).toBe(0)
})

test('a movement around midnight in Mexico City is in the list of its own day', async () => {
  await goTo('2026-11-27T05:59:59Z')
  const late = await receive(100)
  await goTo('2026-11-27T06:00:00Z')
  const early = await receive(200)
  const idsOn = async (day: string) =>
    (await list(day)).results.map(({ incoming_payment }: { incoming_payment: number }) => incoming_payment)
  expect(await idsOn('2026-11-26')).toEqual([late])
  expect(await idsOn('2026-11-27')).toEqual([early])
  await expectLists('2026-11-26')
})

test('a day without movements shows the balance of the day before', async () => {
  const before = await readDay('2026-11-27')
  expect(await expectLists('2026-12-01')).toMatchObject({
    ...{ opening: before.closing, closing: before.closing },
    ...{ received: 0, paid: 0, flows: [] },
  })
})

test('a day that is no day, and an end before the start, are refused', async () => {
  const ask = (path: string) => ctx.app.inject({ url: `${ctx.api}${path}`, headers: manager })
  expect((await ask('/treasury/day/2026-02-30')).statusCode).toBe(404)
  const turned = await ask('/treasury/trial-balance?from=2026-11-02&to=2026-11-01')
  expect(turned.json().errors).toEqual({ to: ['La fecha final debe ser posterior a la inicial'] })
})
