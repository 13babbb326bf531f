import { formatMoney } from '@quincena/domain/format'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeStaff, makeWorker, signIn } from '../../../test/factories.ts'
import { findLoan, makeActiveLoan, makeLoan } from '../../../test/loans.ts'
import { asAdmin, type Paid, registerPayment } from '../../../test/payments.ts'
import { pdfText } from '../../../test/pdf-text.ts'
import type { CommandContext } from '../../command/context.ts'
import { payOffLoan } from './commands/pay-off-loan.ts'
import { reversePayment } from './commands/reverse-payment.ts'
import { readReceipt } from './queries/receipt.ts'

let ctx: TestContext
let admin: Awaited<ReturnType<typeof makeStaff>>
let context: CommandContext
beforeAll(async () => {
  ctx = await createTestContext()
  admin = await makeStaff(ctx, 'U0')
  context = asAdmin(admin)
})
beforeEach(() => ctx.setNow('2026-11-20T16:00:00Z'))

const pay = (paid: Paid) => registerPayment(ctx, context, paid)

const reverse = (payment_id: number) =>
  reversePayment(ctx.deps, context, { payment_id, reason: 'Era de otra persona' })

const receiptOf = (id: number) =>
  readReceipt(ctx.deps.db, context.user, { id, lender: ctx.deps.brand.current().lender })

function download(payment_id: number, headers: Record<string, string>) {
  return ctx.app.inject({ method: 'GET', url: `${ctx.api}/loan/payment/${payment_id}/receipt`, headers })
}

/** The text of a receipt. Signs in at each call: a session does not outlive a moved clock. */
async function receiptText(payment_id: number): Promise<string> {
  const { rawPayload } = await download(payment_id, await signIn(ctx, admin))
  return pdfText(rawPayload)
}

test('a receipt shows value date, channel, reference, division and remaining debt [B5.41]', async () => {
  const { loan, worker } = await makeActiveLoan(ctx, { tax_rate: 0.16 })
  ctx.setNow('2026-12-22T16:00:00Z')
  const paid = { value_date: '2026-12-20', channel: 'deduction', reference: 'NOM-24' } as const
  const id = await pay({ loan, amount: 91_680, ...paid })
  const { payment, ...others } = await receiptOf(id)
  expect(payment).toMatchObject({
    ...{ receipt: `R-${String(id).padStart(6, '0')}`, number: 1, amount_paid: 91_680, discount: 0 },
    ...{ previous_amount_due: 1_100_161, new_amount_due: 1_008_481, reversed_at: null, ...paid },
    applied: { due: 91_680, on_account: 0, prepaid: 0, principal: 76_680, interest: 12_931, tax: 2069 },
  })
  expect(others).toMatchObject({
    worker: `${worker.first_name} ${worker.last_name}`,
    registered_by: `${admin.first_name} ${admin.last_name}`,
    lender: ctx.deps.brand.current().lender,
    loan: { folio: loan.folio, type: 'credit', amount: 1_000_000, total_debt: 1_100_161 },
  })
  const text = await receiptText(id)
  for (const part of [
    '$916.80 cubren tu pago del 20 de diciembre.',
    'Quedan por pagar $10,084.81',
    'Capital $766.80 Intereses sin IVA $129.31 IVA de los intereses $20.69 Deuda después del pago $10,084.81',
    'Fecha valor 20 de diciembre de 2026',
    'Medio de pago Descuento de nómina',
    'Referencia NOM-24',
  ])
    expect(text).toContain(part)
  expect(text).not.toContain('Sustituye')
})

test('money for the next payment waits on account: it pays no interest before its day', async () => {
  const { loan } = await makeActiveLoan(ctx, { tax_rate: 0.16 })
  const id = await pay({ loan, amount: 50_000 })
  expect((await receiptOf(id)).payment.applied).toMatchObject({ principal: 0, interest: 0, tax: 0 })
  const text = await receiptText(id)
  expect(text).toContain('$500.00 abonan a tu pago del 20 de diciembre.')
  expect(text).toContain('Intereses $0.00 A cuenta de tu pago del 20 de diciembre $500.00')
})

test('a prepayment says what it saves and where the new schedule is', async () => {
  const { loan } = await makeActiveLoan(ctx)
  const id = await pay({ loan, amount: 600_000 })
  const { payment } = await receiptOf(id)
  const saved = formatMoney(payment.discount)
  expect(payment.discount).toBeGreaterThan(0)
  expect(payment.new_amount_due).toBe(1_100_161 - 600_000 - payment.discount)
  const text = await receiptText(id)
  expect(text).toContain('Comprobante de pago anticipado')
  expect(text).toContain(
    `$916.80 cubren tu pago del 20 de diciembre; $5,083.20 bajan tu deuda y te ahorras ${saved} de intereses.`,
  )
  expect(text).toContain(`Intereses que te ahorras −${saved}`)
  expect(text).toContain('Tu nueva tabla de pagos está en la aplicación')
})

test('payments in advance wait for the following installments', async () => {
  const { loan } = await makeActiveLoan(ctx)
  const id = await pay({ loan, amount: 250_000, excess: 'in_advance' })
  const text = await receiptText(id)
  expect(text).toContain('$1,833.60 cubren tus pagos del 20 de diciembre y del 20 de enero')
  expect(text).toContain('A cuenta de tus pagos desde el 20 de diciembre $2,500.00')
})

test('the parts of an advance pay its commission first', async () => {
  const { loan } = await makeActiveLoan(ctx, { type: 'advance', amount_cents: 200_000 })
  const text = await receiptText(await pay({ loan, amount: 50_000 }))
  expect(text).toContain('$500.00 abonan a tu pago del 30 de noviembre.')
  expect(text).toContain('Capital $350.00 Comisión $150.00 Deuda después del pago $1,650.00')
})

test('reversed payments do not count in later numbers; a reversed receipt keeps its number and reason', async () => {
  const { loan } = await makeActiveLoan(ctx)
  const wrong = await pay({ loan, amount: 91_680 })
  ctx.setNow('2026-11-20T16:05:00Z')
  await reverse(wrong)
  ctx.setNow('2026-11-20T16:10:00Z')
  const right = await pay({ loan, amount: 91_680 })
  const second = await pay({ loan, amount: 91_680 })
  const [reversed, ...others] = (await Promise.all([wrong, right, second].map(receiptOf))).map(
    ({ payment }) => payment,
  )
  expect(reversed).toMatchObject({
    ...{ number: 1, reversed_at: '2026-11-20T16:05:00.000Z', reversal_reason: 'Era de otra persona' },
    effect: null,
  })
  expect(others.map(({ number }) => number)).toEqual([1, 2])
})

test('a payment reversed while its loan stays settled says that its amount is collected apart', async () => {
  const { loan, worker } = await makeActiveLoan(ctx, { type: 'advance', amount_cents: 200_000 })
  const id = await pay({ loan, amount: 215_000 })
  await makeLoan(ctx, { worker, type: 'advance', state: 'approved' })
  await reverse(id)
  expect(await receiptText(id)).toContain('el anticipo sigue liquidado y este importe se cobra aparte.')
})

test('a receipt whose division changed by a correction names the one that it replaces', async () => {
  const { loan } = await makeActiveLoan(ctx)
  const wrong = await pay({ loan, amount: 91_680 })
  const later = await pay({ loan, amount: 60_000 })
  const before = await receiptText(later)
  expect(before).toContain('$600.00 bajan tu deuda')
  ctx.setNow('2026-11-21T18:30:00Z')
  await reverse(wrong)
  const after = await receiptText(later)
  expect(after).toContain('Sustituye al emitido el 20/11/2026 - 10:00')
  expect(after).toContain('Se emite el 21/11/2026 - 12:30')
  expect(after).toContain('$600.00 abonan a tu pago del 20 de diciembre.')
  const reversed = await receiptText(wrong)
  expect(reversed).toContain('CANCELADO')
  expect(reversed).not.toContain('Tu nueva tabla de pagos')
})

test('the receipt of an early settlement shows the discount', async () => {
  const { loan } = await makeActiveLoan(ctx)
  const body = { amount_paid: 1_000_000, previous_amount_due: 1_100_161 }
  const { payment_id } = await payOffLoan(ctx.deps, context, { loan_id: loan.id, body })
  expect((await receiptOf(payment_id)).payment).toMatchObject({
    ...{ amount_paid: 1_000_000, discount: 100_161, new_amount_due: 0 },
    applied: { settles: true, principal: 1_000_000, interest: 0, tax: 0 },
  })
  const text = await receiptText(payment_id)
  expect(text).toContain('Comprobante de liquidación anticipada')
  expect(text).toContain('$10,000.00 liquidan tu crédito y te ahorras $1,001.61 de intereses.')
})

test('a payment of a loan that the model never booked is divided by it, too', async () => {
  const { loan } = await makeActiveLoan(ctx)
  const id = await pay({ loan, amount: 600_000 })
  const { payment } = await receiptOf(id)
  const { booked_day } = await findLoan(ctx, loan.id)
  const stored = { due_cents: 0, on_account_cents: 91_680, prepaid_cents: 508_320, principal_cents: 508_320 }
  const none = { due_cents: null, on_account_cents: null, prepaid_cents: null, principal_cents: 0 }
  const write = async (columns: typeof stored | typeof none, day: string | null) => {
    await ctx.deps.db.updateTable('payment').set(columns).where('id', '=', id).execute()
    await ctx.deps.db.updateTable('loan').set({ booked_day: day }).where('id', '=', loan.id).execute()
  }
  await write(none, null)
  expect((await receiptOf(id)).payment).toEqual(payment)
  await write(stored, booked_day)
  expect((await receiptOf(id)).payment).toEqual(payment)
})

test('sends the same PDF to its worker and to staff, another after a reversal, 404 to other workers', async () => {
  const { loan, headers } = await makeActiveLoan(ctx)
  const id = await pay({ loan, amount: 91_680 })
  const answer = await download(id, headers)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('application/pdf')
  expect(answer.headers['content-disposition']).toMatch(/^inline; filename="comprobante-R-\d{6}\.pdf"$/)
  expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  const desk = await signIn(ctx, admin)
  expect((await download(id, desk)).rawPayload.equals(answer.rawPayload)).toBe(true)
  const other = await download(id, await signIn(ctx, await makeWorker(ctx)))
  expect([other.statusCode, other.json().code]).toEqual([404, 'payment.not_found'])
  await reverse(id)
  expect((await download(id, desk)).rawPayload.equals(answer.rawPayload)).toBe(false)
})
