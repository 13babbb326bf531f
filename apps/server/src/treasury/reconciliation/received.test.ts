import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestContext } from '../../../test/context.ts'
import { makeStaff, makeWorker } from '../../../test/factories.ts'
import {
  abonoOf,
  createQueryContext,
  findAbono,
  forgeAbono,
  receiveAtStp,
  sendAbono,
} from '../../../test/incoming.ts'
import { makeActiveLoan, signIn } from '../../../test/loans.ts'
import { createBankDays, openOn, runDay } from '../../../test/reconciliation.ts'

let ctx: TestContext
let headers: Record<string, string>
let day = ''
const startBankDay = createBankDays()

beforeAll(async () => {
  ctx = await createQueryContext()
  ctx.simulator.configure({ settle_ms: null })
})

beforeEach(async () => {
  day = await startBankDay(ctx)
  headers = await signIn(ctx, await makeStaff(ctx, 'U1'))
})

const run = () => runDay(ctx, day, headers)
const compact = () => Number(day.replaceAll('-', ''))
/** Money at STP on the test's day; no callback of it arrives. */
async function arrive(change: object = {}) {
  const abono = abonoOf({ fechaOperacion: compact(), ...change })
  await receiveAtStp(ctx, abono)
  return abono
}
const ofKey = (key: string) =>
  ctx.deps.db.selectFrom('incoming_payment').selectAll().where('tracking_key', '=', key).execute()
const openKinds = (found: Awaited<ReturnType<typeof run>>) =>
  openOn(found).map((text) => text.split(' ').slice(0, 1).join())

describe('received money of which every callback was lost', () => {
  test('is created from the list, matched to its loan, confirmed, and notified once', async () => {
    const { loan } = await makeActiveLoan(ctx)
    const abono = await arrive({ conceptoPago: `PAGO ${loan.folio}` })
    const found = await run()
    const rows = await ofKey(abono.claveRastreo)
    expect(rows).toMatchObject([
      {
        ...{ status: 'open', stp_check: 'confirmed', stp_order_id: abono.id, found_in_list: true },
        ...{ matched_loan_id: loan.id, match_rule: 'folio', amount_cents: 91_680, operation_date: day },
      },
    ])
    expect(found).toMatchObject({
      status: 'balanced',
      found: { count: 1, amount: 916.8 },
      totals: { received: { ours: { count: 1, amount: 916.8 }, stp: { count: 1, amount: 916.8 } } },
    })
    const notices = await ctx.deps.db
      .selectFrom('notification')
      .select('message')
      .distinct()
      .where('reason_key', '=', `incoming:${loan.id}:${rows[0]?.id}`)
      .execute()
    expect(notices).toEqual([{ message: expect.stringContaining('lo encontró la conciliación') }])
    await run()
    expect(await ofKey(abono.claveRastreo)).toHaveLength(1)
  })

  test('is not created twice when its callback arrives after all, nor by four runs at once', async () => {
    const abono = await arrive()
    await Promise.all([run(), run(), run(), run()].map((one) => one.catch(() => undefined)))
    const { row } = await sendAbono(ctx, abono)
    expect(await ofKey(abono.claveRastreo)).toHaveLength(1)
    expect(row).toMatchObject({ found_in_list: true, stp_check: 'confirmed' })
  })

  test('sends one notice when a list has many', async () => {
    for (let number = 0; number < 8; number += 1) await arrive()
    await run()
    const keys = await ctx.deps.db
      .selectFrom('notification')
      .select('reason_key')
      .distinct()
      .where('reason_key', 'like', `reconciliation:${day}:found:%`)
      .execute()
    expect(keys).toHaveLength(1)
  })

  test('is listed by the filter that the day links to', async () => {
    await arrive()
    await arrive()
    const { found } = await run()
    const url = `${ctx.api}/stp/incoming-payments?found=true&operation_date=${day}`
    const answer = await ctx.app.inject({ url, headers })
    expect(answer.json().count).toBe(found.count)
  })
})

describe('the comparison of received orders', () => {
  test('confirms a waiting payment from the same reading of the list', async () => {
    const { row } = await sendAbono(ctx, { fechaOperacion: compact() })
    expect(openOn(await run())).toEqual([])
    expect(await findAbono(ctx, row?.id ?? 0)).toMatchObject({ stp_check: 'confirmed', found_in_list: false })
    const queries = await ctx.deps.db.selectFrom('stp_query').select('purpose').execute()
    // The list of the orders sent, that of the orders received, and the balance.
    expect(queries.filter(({ purpose }) => purpose === 'reconcile')).toHaveLength(3)
  })

  test('flags a forged payment, and one with another amount beside the real money', async () => {
    const forged = await forgeAbono(ctx, { fechaOperacion: compact() })
    const other = await forgeAbono(ctx, { fechaOperacion: compact() }, { monto: 1.5 })
    const found = await run()
    expect(openKinds(found)).toEqual(['amount', 'missing_at_stp'])
    expect(await findAbono(ctx, forged.id)).toMatchObject({ stp_check: 'not_found' })
    // STP's own order became an incoming payment beside the callback with the wrong amount.
    expect(await ofKey(other.tracking_key ?? '')).toMatchObject([
      { stp_check: 'mismatch' },
      { stp_check: 'confirmed', amount_cents: 150, found_in_list: true },
    ])
    expect(found.differences.results[0]).toMatchObject({ order_type: 'R', transfer: null })
  })

  test('takes a confirmed payment that STP returned later out of the books, although a part of it is used', async () => {
    const abono = await arrive()
    await run()
    const [row] = await ofKey(abono.claveRastreo)
    const credit = { user: (await makeWorker(ctx)).id, amount: 1 }
    const used = await ctx.app.inject({
      ...{ method: 'POST', url: `${ctx.api}/stp/incoming-payments/${row?.id}/credit`, payload: credit },
      headers: { ...headers, 'idempotency-key': randomUUID() },
    })
    expect(used.statusCode).toBe(201)
    const order = ctx.simulator.payments().find(({ idEF }) => idEF === abono.id)
    const orders = [{ ...order, estado: 'D' }]
    await fetch(`${ctx.simulator.url}/admin/orders`, { method: 'POST', body: JSON.stringify({ orders }) })
    const found = await run()
    expect([found.status, openKinds(found)]).toEqual(['balanced', []])
    expect(await ofKey(abono.claveRastreo)).toMatchObject([{ unapplied_cents: 0, suspense_cents: 100 }])
  })

  test('finds a payment that STP no longer has, and one with another day', async () => {
    const gone = await arrive()
    await run()
    const order = ctx.simulator.payments().find(({ idEF }) => idEF === gone.id)
    const orders = [{ ...order, fechaOperacion: 20_200_102 }]
    await fetch(`${ctx.simulator.url}/admin/orders`, { method: 'POST', body: JSON.stringify({ orders }) })
    ctx.setNow(`${day}T16:05:00Z`)
    expect(openKinds(await run())).toEqual(['missing_at_stp'])
  })

  test('finds two orders of one bank with one key, and stores the first', async () => {
    const first = await arrive()
    await arrive({ claveRastreo: first.claveRastreo, monto: 7 })
    expect(openKinds(await run()).sort()).toEqual(['duplicate_at_stp', 'duplicate_at_stp', 'unknown_here'])
    expect(await ofKey(first.claveRastreo)).toHaveLength(1)
  })

  test('accepts two banks that use one key', async () => {
    const first = await arrive()
    await arrive({ claveRastreo: first.claveRastreo, institucionOrdenante: 40_012 })
    expect(openOn(await run())).toEqual([])
    expect(await ofKey(first.claveRastreo)).toHaveLength(2)
  })

  test('keeps payments from before the STP check and does not create them again', async () => {
    const abono = await arrive()
    const legacy = { ...{ stp_id: abono.id, tracking_key: abono.claveRastreo }, amount_cents: 91_680 }
    await sql`insert into incoming_payment (stp_id, tracking_key, amount_cents, operation_date, received_at, status,
      stp_check) values (${legacy.stp_id}, ${legacy.tracking_key}, ${legacy.amount_cents}, ${day},
      ${`${day}T15:00:00Z`}, 'confirmed', 'unchecked')`.execute(ctx.deps.db)
    expect(openOn(await run())).toEqual([])
    expect(await ofKey(abono.claveRastreo)).toHaveLength(1)
  })
})
