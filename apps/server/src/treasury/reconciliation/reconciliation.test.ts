import { randomUUID } from 'node:crypto'
import type { NotNull } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeStaff } from '../../../test/factories.ts'
import { findLoan, lastOrder, makeActiveLoan, sendState, signIn } from '../../../test/loans.ts'
import {
  changeAtStp,
  createBankDays,
  makeSettled,
  openOn,
  readDay,
  runDay,
  withLedger,
} from '../../../test/reconciliation.ts'
import { verifyLedger } from '../../lending/ledger/queries.ts'

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

const run = () => runDay(ctx, day, headers)
const notices = () =>
  ctx.deps.db
    .selectFrom('notification')
    .select('message')
    .distinct()
    .where('title', '=', 'Conciliación con diferencias')
    .where('created_at', '=', `${day}T16:00:00Z`)
    .execute()

test('balances a day with orders in transit, settled and returned, without a notification', async () => {
  await makeSettled(ctx)
  await makeActiveLoan(ctx)
  const { order } = await makeSettled(ctx)
  ctx.simulator.act(order.tracking_key, 'return')
  await sendState(ctx, order, { estado: 'D' })
  await ctx.drain(['ask-transfer'])
  const found = await run()
  const ten = (count: number) => ({ count, amount: count * 10_000 })
  const totals = { sent: ten(3), settled: ten(1), back: ten(1) }
  expect(found).toMatchObject({ status: 'balanced', open_differences: 0, is_partial: true })
  const none = { count: 0, amount: 0 }
  const received = { ours: none, stp: none }
  expect(found.totals).toEqual({ ours: totals, stp: totals, ledger: totals, received })
  expect(found.differences.count).toBe(0)
  expect(await notices()).toEqual([])
})

test('books a settlement without a callback from the list', async () => {
  const { loan, order } = await makeActiveLoan(ctx)
  ctx.simulator.act(order.tracking_key, 'settle')
  expect(openOn(await run())).toEqual([])
  expect(await lastOrder(ctx, loan.id)).toMatchObject({ state: 'LQ', status: 'sent' })
  expect((await findLoan(ctx, loan.id)).settled_at).not.toBeNull()
})

test('stores the CEP of the list for a settled order that has none, and keeps one that it has', async () => {
  const { loan, order } = await makeSettled(ctx)
  expect(order).toMatchObject({ state: 'LQ', url_cep: null })
  const other = await makeSettled(ctx)
  await changeAtStp(ctx, other.order.tracking_key, { urlCEP: null })
  expect(openOn(await run())).toEqual([])
  const { url_cep, updated_at } = await lastOrder(ctx, loan.id)
  expect(url_cep).toMatch(/^https:\/\/www\.banxico\.org\.mx\/cep\/go\?/)
  expect(updated_at).toBe(order.updated_at)
  expect((await lastOrder(ctx, other.loan.id)).url_cep).toBeNull()

  const fresh = 'https://www.banxico.org.mx/cep/go?i=90646&s=20260101&d=otra'
  await changeAtStp(ctx, order.tracking_key, { urlCEP: fresh })
  await changeAtStp(ctx, other.order.tracking_key, { urlCEP: fresh })
  await run()
  expect((await lastOrder(ctx, loan.id)).url_cep).toBe(url_cep)
  expect((await lastOrder(ctx, other.loan.id)).url_cep).toBe(fresh)
})

test('books an order with a lost answer from the list, once', async () => {
  ctx.simulator.faults.set([
    { action: 'lose', on: 'register', when: 'after' },
    { action: 'forbidden', on: 'query', count: null },
  ])
  await expect(makeActiveLoan(ctx)).rejects.toThrow()
  ctx.simulator.faults.clear()
  const [unknown] = await ctx.deps.db
    .selectFrom('transfer')
    .selectAll()
    .where('status', '=', 'unknown')
    .execute()
  expect(openOn(await run())).toEqual([])
  expect(await lastOrder(ctx, unknown?.loan_id ?? 0)).toMatchObject({ status: 'sent' })
  expect((await findLoan(ctx, unknown?.loan_id ?? 0)).state).toBe('active')
})

test('reverses a settled order that the list has as returned, and the loan can be sent again', async () => {
  const { loan, order } = await makeSettled(ctx)
  ctx.simulator.act(order.tracking_key, 'return', 2)
  expect(openOn(await run())).toEqual([])
  expect(await findLoan(ctx, loan.id)).toMatchObject({ state: 'payout_returned', amount_due_cents: 0 })
  expect(await lastOrder(ctx, loan.id)).toMatchObject({ state: 'D', return_cause: 'Cuenta bloqueada' })
})

test('sends a return on a loan with payments to review, a difference until an admin resolves it', async () => {
  const { loan, order } = await makeSettled(ctx)
  const admin = await signIn(ctx, await makeStaff(ctx, 'U0'))
  const { amount_due_cents, monthly_payment_cents } = await findLoan(ctx, loan.id)
  const key = () => ({ ...admin, 'idempotency-key': randomUUID() })
  const paid = await ctx.app.inject({
    method: 'POST',
    url: `${ctx.api}/loan/payment`,
    headers: key(),
    payload: {
      loan_request: loan.id,
      amount_paid: monthly_payment_cents / 100,
      previous_amount_due: amount_due_cents / 100,
    },
  })
  expect(paid.statusCode, paid.body).toBe(201)
  ctx.simulator.act(order.tracking_key, 'return')
  const first = await run()
  expect(openOn(first)).toEqual([`returned ${order.tracking_key}`])
  expect(first.differences.results[0]).toMatchObject({
    needs_review: true,
    loan: loan.id,
    ours: { standing: 'settled', amount: 10_000 },
    stp: { standing: 'back', state: 'D' },
    ledger: { standing: 'settled' },
  })
  expect(await lastOrder(ctx, loan.id)).toMatchObject({ status: 'review', state: 'LQ' })
  const reversed = await ctx.app.inject({
    method: 'POST',
    url: `${ctx.api}/loan/payment/${paid.json().id}/reverse`,
    headers: key(),
    payload: { reason: 'La transferencia volvió' },
  })
  expect(reversed.statusCode, reversed.body).toBe(200)
  const second = await run()
  expect(openOn(second)).toEqual([])
  expect(second.differences.results[0]).toMatchObject({ closed_by_staff: false })
  expect(await findLoan(ctx, loan.id)).toMatchObject({ state: 'payout_returned' })
})

test('does not send an order to review again after an admin has resolved it', async () => {
  const { loan, order } = await makeSettled(ctx)
  await ctx.deps.db
    .updateTable('loan')
    .set({ state: 'completed', amount_due_cents: 0 })
    .where('id', '=', loan.id)
    .execute()
  ctx.simulator.act(order.tracking_key, 'return')
  expect(openOn(await run())).toEqual([`returned ${order.tracking_key}`])
  expect(await lastOrder(ctx, loan.id)).toMatchObject({ status: 'review' })
  await ctx.deps.db.updateTable('transfer').set({ status: 'sent' }).where('id', '=', order.id).execute()
  expect(openOn(await run())).toEqual([`returned ${order.tracking_key}`])
  expect(await lastOrder(ctx, loan.id)).toMatchObject({ status: 'sent', state: 'LQ' })
  const { amount_due_cents, state } = await findLoan(ctx, loan.id)
  expect({ amount_due_cents, state }).toEqual({ amount_due_cents: 0, state: 'completed' })
  const back = { state: 'active' as const, amount_due_cents: loan.total_debt_cents }
  await ctx.deps.db.updateTable('loan').set(back).where('id', '=', loan.id).execute()
})

test('finds orders on one side only, duplicates, and other amounts and accounts', async () => {
  const [strange, gone, twice, amount, account] = [
    (await makeSettled(ctx)).order.tracking_key,
    (await makeSettled(ctx)).order.tracking_key,
    (await makeSettled(ctx)).order.tracking_key,
    (await makeSettled(ctx)).order.tracking_key,
    (await makeSettled(ctx)).order.tracking_key,
  ]
  await changeAtStp(ctx, strange, { idEF: 9_999_991, cuerpo: { claveRastreo: 'AJENA00001' } })
  await changeAtStp(ctx, gone, { fechaOperacion: 20_261_001 })
  await changeAtStp(ctx, twice, { idEF: 9_999_992 })
  await changeAtStp(ctx, amount, { cuerpo: { monto: '10000.01' } })
  await changeAtStp(ctx, account, { cuerpo: { cuentaBeneficiario: '012180000000000012' } })
  const found = await run()
  expect(openOn(found)).toEqual(
    [
      'unknown_here AJENA00001',
      `missing_at_stp ${gone}`,
      `duplicate_at_stp ${twice}`,
      `amount ${amount}`,
      `account ${account}`,
    ].sort(),
  )
  expect(found).toMatchObject({ status: 'differences', open_differences: 5 })
  const { year, month, day: date } = Temporal.PlainDate.from(day)
  const name = month === 11 ? 'nov' : 'dic'
  const message = `La conciliación del ${date} ${name} ${year} tiene 5 diferencias`
  expect(await notices()).toEqual([{ message }])
})

test('finds an order that STP has on an impossible day as a difference of that day', async () => {
  const { order } = await makeSettled(ctx)
  const earlier = Temporal.PlainDate.from(day).subtract({ days: 40 }).toString()
  await changeAtStp(ctx, order.tracking_key, { fechaOperacion: Number(earlier.replaceAll('-', '')) })
  const found = await runDay(ctx, earlier, headers)
  expect(openOn(found)).toEqual([`operating_day ${order.tracking_key}`])
  expect(found.differences.results[0].our_day).toBe(day)
})

test('finds a settlement that STP does not have', async () => {
  const { order } = await makeActiveLoan(ctx)
  await sendState(ctx, order, { estado: 'LQ' })
  const found = await run()
  expect(openOn(found)).toEqual([`state ${order.tracking_key}`])
  expect(found.differences.results[0]).toMatchObject({
    ours: { standing: 'settled' },
    stp: { standing: 'in_transit', state: 'A' },
    ledger: { standing: 'settled' },
  })
  ctx.simulator.act(order.tracking_key, 'settle')
  expect(openOn(await run())).toEqual([])
})

test('sends a refused order that STP has to review', async () => {
  ctx.simulator.faults.set([
    { action: 'refuse', on: 'register', when: 'after', id: -9, message: 'Institución inválida' },
  ])
  await expect(makeActiveLoan(ctx)).rejects.toThrow()
  const refused = await ctx.deps.db
    .selectFrom('transfer')
    .selectAll()
    .where('status', '=', 'failed')
    .$narrowType<{ loan_id: NotNull }>()
    .executeTakeFirstOrThrow()
  expect(openOn(await run())).toEqual([`state ${refused.tracking_key}`])
  expect(await lastOrder(ctx, refused.loan_id)).toMatchObject({ status: 'review' })
})

const corruptions: [string, (id: number) => string, string][] = [
  [
    'a settlement that is not in the ledger',
    (id) => `delete from ledger_entry where transfer_id = ${id} and kind = 'settlement'`,
    'not_in_ledger',
  ],
  [
    'a sent order without any posting',
    (id) => `delete from ledger_entry where transfer_id = ${id}`,
    'not_in_ledger',
  ],
  [
    'a posting of another amount',
    (id) => `update ledger_entry set amount_cents = 1 where transfer_id = ${id} and kind = 'settlement'`,
    'ledger_amount',
  ],
  [
    'a reversal that nothing stands behind',
    (id) => `insert into ledger_entry (posting, kind, debit_account, credit_account, amount_cents, loan_id,
        transfer_id, created_at)
      select gen_random_uuid(), row.kind, row.debit, row.credit, e.amount_cents, e.loan_id, e.transfer_id, now()
      from ledger_entry e, (values ('settlement_reversed', 'stp_cash', 'stp_in_transit'),
        ('payout_principal_reversed', 'stp_in_transit', 'loan_receivable')) row (kind, debit, credit)
      where e.transfer_id = ${id} and e.kind = 'settlement'`,
    'only_in_ledger',
  ],
]

test.each(corruptions)('finds %s', async (_name, corrupt, kind) => {
  const { order } = await makeSettled(ctx)
  await withLedger(ctx, corrupt(order.id), async () => {
    expect(await verifyLedger(ctx.deps.db)).not.toEqual([])
    expect(openOn(await run())).toEqual([`${kind} ${order.tracking_key}`])
  })
  expect(openOn(await run())).toEqual([])
  expect((await readDay(ctx, day, headers)).differences.count).toBe(1)
})
