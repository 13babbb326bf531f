import { formatMoney } from '@quincena/domain/format'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeStaff, signIn } from '../../../test/factories.ts'
import { makeActiveLoan } from '../../../test/loans.ts'
import { asAdmin, type Paid, registerPayment } from '../../../test/payments.ts'
import { pdfText } from '../../../test/pdf-text.ts'
import type { CommandContext } from '../../command/context.ts'
import { reversePayment } from '../../lending/payments/commands/reverse-payment.ts'
import { readLoanBalances } from '../../treasury/ledger/queries/loan-balances.ts'
import { movementNames } from './pdf/statement-tables.ts'
import { readStatement } from './queries/statement.ts'

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

/** The text of a PDF of the API. Signs in at each call: a session does not outlive a moved clock. */
async function textOf(path: string): Promise<string> {
  const headers = await signIn(ctx, admin)
  const { rawPayload } = await ctx.app.inject({ method: 'GET', url: `${ctx.api}${path}`, headers })
  return pdfText(rawPayload)
}

const receiptText = (id: number) => textOf(`/loan/payment/${id}/receipt`)
const statementText = (id: number) => textOf(`/loan/${id}/statement`)

function readLoanStatement(loan_id: number) {
  const { db, clock, stp, env } = ctx.deps
  const reader = { user: context.user, now: clock(), hours: stp.hours }
  return readStatement(db, { ...reader, lender: env.lender, loan_id })
}

const MONEY = String.raw`\$[\d,]+\.\d\d`

/** The amount that a receipt prints after a label; $0.00 if it has no such line. */
function amountAfter(text: string, label: string): string {
  const [, amount = '$0.00'] = new RegExp(`${label} −?(${MONEY})`).exec(text) ?? []
  return amount
}

/** The row that the statement must have for a payment, from the text of its receipt. */
function rowFrom(receipt: string, { isTaxed }: { isTaxed: boolean }): string {
  const [folio = ''] = /R-\d{6}/.exec(receipt) ?? []
  const how = /Medio de pago (Descuento de nómina|Transferencia|Depósito|Otro)/.exec(receipt)?.[1]
  const charge = isTaxed ? 'Intereses sin IVA' : 'Intereses'
  const cells = [
    amountAfter(receipt, 'Capital'),
    amountAfter(receipt, charge),
    ...(isTaxed ? [amountAfter(receipt, 'IVA de los intereses')] : []),
    amountAfter(receipt, 'A cuenta de tu pago del [^$]*'),
    amountAfter(receipt, 'Este pago'),
    amountAfter(receipt, 'Intereses que te ahorras'),
  ]
  return `${folio} ${how} ${cells.join(' ')}`
}

test('a receipt and the statement divide a payment alike, and the sums agree with the ledger', async () => {
  const { loan } = await makeActiveLoan(ctx, { tax_rate: 0.16 })
  const first = await pay({ loan, amount: 600_000, channel: 'transfer', reference: 'ABC 1' })
  ctx.setNow('2026-12-22T16:00:00Z')
  const second = await pay({ loan, amount: 30_000, value_date: '2026-12-21', channel: 'deduction' })
  ctx.setNow('2027-01-25T16:00:00Z')
  const third = await pay({ loan, amount: 60_000, channel: 'deposit' })
  const statement = await statementText(loan.id)
  for (const id of [first, second, third]) {
    const row = rowFrom(await receiptText(id), { isTaxed: true })
    expect(row).not.toContain('undefined')
    expect(statement).toContain(row)
  }
  const { sums, collected, payments } = await readLoanStatement(loan.id)
  const books = await readLoanBalances(ctx.deps.db, loan.id)
  expect(sums.principal + sums.charge - sums.paid - sums.discount).toBe(sums.balance)
  expect(sums.balance).toBe(books.receivable)
  expect(collected.tax).toBe(books.tax_payable)
  expect(sums.paid).toBe(690_000)
  expect(collected.principal + collected.interest + collected.tax + collected.waiting).toBe(sums.paid)
  expect(payments.reduce((sum, { discount }) => sum + discount, 0)).toBe(sums.discount)
})

test('what is overdue comes first, then the amount to pay with its day, then the payoff of today', async () => {
  const { loan } = await makeActiveLoan(ctx)
  ctx.setNow('2027-01-25T16:00:00Z')
  await pay({ loan, amount: 100_000 })
  const { payoff } = await readLoanStatement(loan.id)
  expect(await statementText(loan.id)).toContain(
    `Vencido: $833.60. Por pagar: $1,750.40, a más tardar el 20 de febrero de 2027. Hoy se liquida con ${formatMoney(payoff)}.`,
  )
})

test('after a prepayment the schedule in force is the new one, and says so', async () => {
  const { loan } = await makeActiveLoan(ctx)
  const before = await statementText(loan.id)
  expect(before).not.toContain('Versión')
  // The table covers two pages, with its head on both.
  expect(before.split('Saldo de capital')).toHaveLength(3)
  await pay({ loan, amount: 600_000, excess: 'shorter_term' })
  const { installments, schedule_version } = await readLoanStatement(loan.id)
  expect(schedule_version).toEqual({ version: 2, from: '2026-11-20' })
  expect(installments.length).toBeLessThan(12)
  expect(installments.reduce((sum, { principal }) => sum + principal, 0)).toBe(1_000_000 - 508_320)
  expect(await statementText(loan.id)).toContain('Versión 2, vigente desde el 20 de noviembre de 2026')
})

test('a reversed payment stays in the list and counts for nothing', async () => {
  const { loan } = await makeActiveLoan(ctx)
  const wrong = await pay({ loan, amount: 91_680 })
  await reversePayment(ctx.deps, context, { payment_id: wrong, reason: 'Era de otra persona' })
  const text = await statementText(loan.id)
  expect(text).toContain(`R-${String(wrong).padStart(6, '0')} Anulado — — — — —`)
  expect(text).toContain('Total $0.00 $0.00 $0.00 $0.00 $0.00')
})

test('the VAT column of the schedule shows only where VAT is added', async () => {
  const { loan } = await makeActiveLoan(ctx, { tax_rate: 0.16 })
  expect(await statementText(loan.id)).toContain('Capital Intereses Total del pago')
  const { loan: added } = await makeActiveLoan(ctx, { tax_rate: 0.16, tax_added: true })
  expect(await statementText(added.id)).toContain('Capital Intereses IVA Total del pago')
  const { sums, tax_added } = await readLoanStatement(added.id)
  expect([sums.charge, tax_added]).toEqual([116_677, true])
  expect(await statementText(added.id)).toContain('Tasa de interés anual fija, más IVA')
})

test('a statement has a Spanish name for each kind of movement of the debt', async () => {
  const { rows } = await sql<{ text: string }>`
    select pg_get_constraintdef(oid) as text from pg_constraint where conname = 'ledger_kind_known'`.execute(
    ctx.deps.db,
  )
  const known = [...(rows[0]?.text ?? '').matchAll(/'([a-z_]+)'/g)].map(([, kind = '']) => kind)
  // These are postings to other accounts than the debt's.
  const others = [
    ...['_reversed', 'settlement', 'charge_earned', 'tax_earned', 'tax_accrued', 'tax_collected'],
    ...[
      'second_payout',
      'receivable_payment',
      'receipt',
      'receipt_to_worker',
      'collections_moved',
      'refund',
      'refund_settled',
    ],
    ...['receipt_return', 'receipt_return_settled', 'verification', 'verification_settled'],
    ...['funding', 'fee', 'unknown_movement', 'stp_claim', 'claim_cleared', 'claim_charged'],
    ...['opening_income', 'opening_tax_paid'],
  ]
  const kinds = known.filter((kind) => !others.includes(kind))
  expect(Object.keys(movementNames('credit')).toSorted()).toEqual(
    kinds.flatMap((kind) => [kind, `${kind}_reversed`]).toSorted(),
  )
})
