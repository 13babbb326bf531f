import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkBalance, openBooks, postTo, readFrom, recordByTwo } from '../../../test/balance-checks.ts'
import type { TestContext } from '../../../test/context.ts'
import { makeWorker } from '../../../test/factories.ts'
import { abonoOf, createQueryContext, receiveAtStp } from '../../../test/incoming.ts'
import { makeActiveLoan, sendState, staffHeaders } from '../../../test/loans.ts'
import { createBankDays, openOn, runDay } from '../../../test/reconciliation.ts'
import { sendTransfer } from '../transfers/commands/send-transfer.ts'
import { sweepTransfers } from '../transfers/commands/sweep-transfers.ts'
import { findTransfer } from '../transfers/queries/transfers.ts'
import { recordStpReturn } from './commands/record-stp-return.ts'

type Headers = Record<string, string>
let ctx: TestContext
let manager: Headers
let admin: Headers
let day = ''
const startBankDay = createBankDays()

beforeAll(async () => {
  ctx = await createQueryContext()
  ctx.simulator.configure({ settle_ms: null })
  manager = await staffHeaders(ctx)
  admin = await staffHeaders(ctx, 'U0')
  await openBooks(ctx, admin)
})
beforeEach(async () => {
  day = await startBankDay(ctx)
  manager = await staffHeaders(ctx)
  admin = await staffHeaders(ctx, 'U0')
})

const path = (id: number, rest = '') => `/stp/incoming-payments/${id}${rest}`
const post = (to: string, payload: object, headers = manager) => postTo(ctx, to, { headers, payload })
const run = () => runDay(ctx, day, manager)
const ofOrder = (stp_order_id: number) =>
  ctx.deps.db
    .selectFrom('incoming_payment')
    .selectAll()
    .where('stp_order_id', '=', stp_order_id)
    .executeTakeFirstOrThrow()

/** STP receives 500 pesos, and the list of the day confirms them. */
async function receive(change: object = {}) {
  const abono = abonoOf({ monto: 500, fechaOperacion: Number(day.replaceAll('-', '')), ...change })
  await receiveAtStp(ctx, abono)
  await run()
  return ofOrder(abono.id)
}

/** STP takes the money back; its list says so from now on. */
async function takeBackAtStp({ stp_order_id }: { stp_order_id: number | null }) {
  const url = `${ctx.simulator.url}/admin/payments/${stp_order_id}/return`
  const answer = await fetch(url, { method: 'POST', body: '{}' })
  if (!answer.ok) throw new Error(await answer.text())
}

async function register(
  loan: { id: number },
  id: number,
  body: { amount_paid: number; early_settlement?: true },
) {
  const { amount_due } = await readFrom(ctx, `/loan/${loan.id}`, manager)
  const payload = { loan_request: loan.id, previous_amount_due: amount_due, ...body }
  const answer = await post(path(id, '/confirm'), payload)
  if (answer.statusCode !== 201) throw new Error(answer.body)
  const { payments } = await readFrom(ctx, path(id), manager)
  return payments.at(-1).id as number
}

const reverse = (payment: number) =>
  post(`/loan/payment/${payment}/reverse`, { reason: 'STP se llevó el dinero' }, admin)

/** The entries that name the received money, as kind, debit, credit and centavos. */
async function entriesOf(id: number) {
  const entries = ctx.deps.db.selectFrom('ledger_entry').selectAll().where('incoming_payment_id', '=', id)
  return (await entries.orderBy('id').execute()).map((entry) => [
    ...[entry.kind, entry.debit_account, entry.credit_account, entry.amount_cents],
  ])
}

/** What is left of the money and what our claim is, in centavos, after a check that the balance at STP agrees. */
async function stateOf({ stp_order_id }: { stp_order_id: number | null }) {
  expect(await checkBalance(ctx)).toMatchObject({ verdict: 'verified', difference_cents: 0 })
  const { unapplied_cents, suspense_cents, status } = await ofOrder(stp_order_id ?? 0)
  return { status, left: unapplied_cents, claim: suspense_cents }
}
const taken = { status: 'confirmed', left: 0 }

async function credit(id: number, amount: number) {
  const worker = await makeWorker(ctx)
  const answer = await post(path(id, '/credit'), { user: worker.id, amount })
  if (answer.statusCode !== 201) throw new Error(answer.body)
  return { worker, credit_id: answer.json().credits.at(-1).id as number }
}
const undoCredit = (credit_id: number) =>
  post(`/stp/incoming-payments/credits/${credit_id}/undo`, { reason: 'STP se llevó el dinero' }, admin)

describe('money that STP takes back', () => {
  test('after it paid a loan is a claim at once, which the reversal of the payment clears', async () => {
    const { loan } = await makeActiveLoan(ctx)
    const row = await receive()
    const payment = await register(loan, row.id, { amount_paid: 500 })
    expect(await stateOf(row)).toEqual({ ...taken, claim: 0 })
    await takeBackAtStp(row)
    expect(openOn(await run())).toEqual([])
    expect(await stateOf(row)).toEqual({ ...taken, claim: 50_000 })
    expect((await entriesOf(row.id)).at(-1)).toEqual(['stp_claim', 'suspense', 'stp_cash', 50_000])
    const at_stp = ctx.deps.db.selectFrom('ledger_entry').select('created_at').where('kind', '=', 'stp_claim')
    expect((await at_stp.execute())[0]?.created_at).toMatch(day)

    expect((await reverse(payment)).statusCode).toBe(200)
    expect((await entriesOf(row.id)).slice(-2)).toEqual([
      ['payment_reversed', 'loan_receivable', 'unapplied_receipts', 50_000],
      ['claim_cleared', 'unapplied_receipts', 'suspense', 50_000],
    ])
    expect(await stateOf(row)).toEqual({ ...taken, claim: 0 })
    expect(openOn(await run())).toEqual([])
    const { id: user } = await makeWorker(ctx)
    const again = await post(path(row.id, '/credit'), { user, amount: 1 })
    expect(again.json().code).toBe('incoming_payment.returned_by_stp')
  })

  test('after several used parts of it is cleared part by part', async () => {
    const { loan } = await makeActiveLoan(ctx)
    const row = await receive()
    const payment = await register(loan, row.id, { amount_paid: 200 })
    const { credit_id } = await credit(row.id, 100)
    await takeBackAtStp(row)
    await run()
    expect((await entriesOf(row.id)).slice(-2)).toEqual([
      ['receipt_reversed', 'unapplied_receipts', 'stp_cash', 20_000],
      ['stp_claim', 'suspense', 'stp_cash', 30_000],
    ])
    expect(await stateOf(row)).toEqual({ ...taken, claim: 30_000 })
    expect((await undoCredit(credit_id)).json()).toMatchObject({ status: 'confirmed', unapplied: 0 })
    expect(await stateOf(row)).toEqual({ ...taken, claim: 20_000 })
    await reverse(payment)
    expect(await stateOf(row)).toEqual({ ...taken, claim: 0 })
  })

  test('after a part was undone is a claim of the other part only', async () => {
    const row = await receive()
    const first = await credit(row.id, 150)
    await credit(row.id, 50)
    await undoCredit(first.credit_id)
    await takeBackAtStp(row)
    await run()
    expect(await stateOf(row)).toEqual({ ...taken, claim: 5_000 })
  })

  test('after all of it was undone, and unused money, is no claim', async () => {
    const row = await receive()
    const { credit_id } = await credit(row.id, 500)
    await undoCredit(credit_id)
    await takeBackAtStp(row)
    await run()
    expect((await entriesOf(row.id)).at(-1)).toEqual([
      'receipt_reversed',
      'unapplied_receipts',
      'stp_cash',
      50_000,
    ])
    expect(await stateOf(row)).toEqual({ ...taken, claim: 0 })
  })

  test('after it settled a loan whose worker has a newer one is cleared, and the worker owes apart', async () => {
    const { loan, worker } = await makeActiveLoan(ctx)
    const row = await receive({ monto: 10_000 })
    const payment = await register(loan, row.id, { amount_paid: 10_000, early_settlement: true })
    await makeActiveLoan(ctx, { worker })
    await takeBackAtStp(row)
    await run()
    expect((await reverse(payment)).statusCode).toBe(200)
    expect(await stateOf(row)).toEqual({ ...taken, claim: 0 })
    const { receivable } = await readFrom(ctx, `/treasury/balances/${worker.id}`, manager)
    expect(receivable).toBe(10_000)
  })

  test('after it was recorded as our own deposit is cleared by undoing the movement', async () => {
    const row = await receive()
    await recordByTwo(ctx, { manager, admin }, [
      '/treasury/cash-movements/deposit',
      { incoming_payment: row.id, note: 'Depósito nuestro' },
    ])
    await takeBackAtStp(row)
    await run()
    expect(await stateOf(row)).toEqual({ ...taken, claim: 50_000 })
    const { own_deposit } = await readFrom(ctx, path(row.id), manager)
    const undo = `/treasury/cash-movements/${own_deposit.movement}/reverse`
    await recordByTwo(ctx, { manager, admin }, [undo, { reason: 'STP se llevó el dinero' }])
    expect(await stateOf(row)).toEqual({ ...taken, claim: 0 })
  })

  test('while a use of it is undone leaves no claim and no money to use', async () => {
    for (let round = 0; round < 5; round += 1) {
      const row = await receive()
      const { credit_id } = await credit(row.id, 500)
      await takeBackAtStp(row)
      const both = [
        recordStpReturn(ctx.deps, row.id),
        recordStpReturn(ctx.deps, row.id),
        undoCredit(credit_id),
      ]
      await Promise.all(both)
      expect(await stateOf(row)).toEqual({ ...taken, claim: 0 })
    }
  })

  test('is booked once after the server died while it booked the claim', async () => {
    const row = await receive()
    await credit(row.id, 500)
    await takeBackAtStp(row)
    const killed = new Error('killed here')
    const events = Object.assign(Object.create(ctx.deps.events), { publish: () => Promise.reject(killed) })
    await expect(recordStpReturn({ ...ctx.deps, events }, row.id)).rejects.toBe(killed)
    expect(await ofOrder(row.stp_order_id ?? 0)).toMatchObject({ suspense_cents: 0, stp_returned_at: null })
    for (let n = 0; n < 2; n += 1) await run()
    expect(await stateOf(row)).toEqual({ ...taken, claim: 50_000 })
  })
})

describe('money that STP returned by an order of ours', () => {
  async function orderReturn(id: number) {
    const asked = await post(path(id, '/return'), { reason: 'No conocemos a quien lo envió' })
    const approved = await post(`/approvals/${asked.json().approval.id}/approve`, {}, admin)
    if (approved.statusCode !== 200) throw new Error(approved.body)
    const orders = ctx.deps.db.selectFrom('transfer').selectAll().where('incoming_payment_id', '=', id)
    return orders.orderBy('id', 'desc').executeTakeFirstOrThrow()
  }

  /** STP refuses our return; then the money is used, and STP makes the return all the same. */
  async function refuseAndReturn(amount: number) {
    const row = await receive()
    const resultado = { id: -20, descripcionError: 'El monto no es válido' }
    const body = JSON.stringify({ resultado })
    ctx.simulator.faults.set([{ on: 'return_payment', action: 'answer', status: 200, body }])
    const order = await orderReturn(row.id)
    await ctx.drain(['send-transfer', 'ask-transfer'])
    ctx.simulator.faults.clear()
    const { credit_id } = await credit(row.id, amount)
    await takeBackAtStp(row)
    return { row, order, credit_id }
  }
  async function settle(order: Parameters<typeof sendState>[1] & { id: number }) {
    await sendState(ctx, order, { estado: 'LQ' })
    const body = { outcome: 'settled', reason: 'STP lo devolvió' }
    const answer = await post(`/stp/${order.id}/resolve`, body, admin)
    expect(answer.json()).toMatchObject({ state: 'LQ', purpose: 'return' })
  }

  test('which it had refused is taken out once, by the list and then by the order', async () => {
    const { row, order, credit_id } = await refuseAndReturn(200)
    await run()
    expect(await stateOf(row)).toEqual({ ...taken, claim: 20_000 })
    await settle(order)
    expect(await stateOf(row)).toEqual({ ...taken, claim: 20_000 })
    await undoCredit(credit_id)
    expect(await stateOf(row)).toEqual({ ...taken, claim: 0 })
  })

  test('which it had refused is taken out once, by the order and then by the list', async () => {
    const { row, order, credit_id } = await refuseAndReturn(200)
    await settle(order)
    expect((await entriesOf(row.id)).slice(-2)).toEqual([
      ['receipt_reversed', 'unapplied_receipts', 'stp_cash', 30_000],
      ['stp_claim', 'suspense', 'stp_cash', 20_000],
    ])
    await undoCredit(credit_id)
    for (let n = 0; n < 2; n += 1) expect(openOn(await run())).toEqual([])
    expect(await stateOf(row)).toEqual({ ...taken, claim: 0 })
  })

  test('is no claim when the server died between the order and its answer', async () => {
    const row = await receive()
    const { id } = await orderReturn(row.id)
    const killed = new Error('killed here')
    const returnOrder: typeof ctx.deps.stp.returnOrder = async (payment) => {
      await ctx.deps.stp.returnOrder(payment)
      throw killed
    }
    const dying = { ...ctx.deps, stp: { ...ctx.deps.stp, returnOrder } }
    await expect(sendTransfer(dying, id)).rejects.toBe(killed)
    await run()
    expect(await ofOrder(row.stp_order_id ?? 0)).toMatchObject({ suspense_cents: 0, stp_returned_at: null })
    ctx.setNow(`${day}T16:01:00Z`)
    await ctx.drain(['ask-transfer'])
    await sweepTransfers(ctx.deps)
    await ctx.drain(['ask-transfer'])
    expect(await findTransfer(ctx.deps.db, id)).toMatchObject({ state: 'LQ' })
    expect(await stateOf(row)).toEqual({ ...taken, claim: 0 })
  })
})
