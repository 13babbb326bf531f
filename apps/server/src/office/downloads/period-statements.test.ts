import { type Day, localTime } from '@quincena/domain/dates'
import { formatMoney } from '@quincena/domain/format'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeStaff, makeWorker, signIn } from '../../../test/factories.ts'
import { makeActiveLoan } from '../../../test/loans.ts'
import { asAdmin, registerPayment } from '../../../test/payments.ts'
import { pdfText } from '../../../test/pdf-text.ts'
import type { CommandContext } from '../../command/context.ts'
import { postAccruals } from '../../lending/loans/commands/post-accruals.ts'
import { reversePayment } from '../../lending/payments/commands/reverse-payment.ts'
import { readPeriodStatement } from './queries/period-statement.ts'

let ctx: TestContext
let admin: Awaited<ReturnType<typeof makeStaff>>
let context: CommandContext
beforeAll(async () => {
  ctx = await createTestContext()
  admin = await makeStaff(ctx, 'U0')
  context = asAdmin(admin)
})
beforeEach(() => ctx.setNow('2026-11-20T16:00:00Z'))

interface Period {
  from: Day
  to: Day
}

const noon = (day: Day) => `${day}T18:00:00Z`

/** Moves the clock to a day, with the daily close of each month's end before it. */
async function goTo(day: Day) {
  const now = Temporal.PlainDate.from(day)
  let date = localTime(ctx.deps.clock()).toPlainDate()
  for (
    date = date.add({ days: 1 });
    Temporal.PlainDate.compare(date, now) <= 0;
    date = date.add({ days: 1 })
  ) {
    ctx.setNow(noon(date.toString()))
    await postAccruals(ctx.deps, date.toString())
  }
}

function read(loan_id: number, period: Period) {
  const { db, clock, stp, env } = ctx.deps
  const reader = { user: context.user, now: clock(), hours: stp.hours, lender: env.lender }
  return readPeriodStatement(db, { ...reader, loan_id, ...period })
}

/** The figures of a period as SQL adds them up from the ledger, by the day that an entry books. */
async function sumsFromLedger(loan_id: number, { from, to }: Period) {
  const { rows } = await sql<Record<string, number>>`
    with booked as (
      select kind, debit_account, credit_account, amount_cents as amount,
        coalesce(accrual_day, (created_at at time zone 'America/Mexico_City')::date) as day
      from ledger_entry where loan_id = ${loan_id}),
    signed as (
      select *, case when debit_account = 'loan_receivable' then amount
        when credit_account = 'loan_receivable' then -amount else 0 end as owed
      from booked)
    select
      coalesce(sum(owed) filter (where day < ${from}::date), 0)::int as opening,
      coalesce(sum(owed) filter (where day <= ${to}::date), 0)::int as closing,
      coalesce(sum(owed) filter (where day between ${from}::date and ${to}::date
        and kind ~ '^payout_charge'), 0)::int as charge,
      coalesce(sum(owed) filter (where day between ${from}::date and ${to}::date
        and kind ~ '^payout_tax'), 0)::int as charge_tax,
      coalesce(sum(owed) filter (where day between ${from}::date and ${to}::date
        and kind ~ '^payout_principal'), 0)::int as principal,
      coalesce(-sum(owed) filter (where day between ${from}::date and ${to}::date
        and kind ~ '^payment'), 0)::int as paid,
      coalesce(-sum(owed) filter (where day between ${from}::date and ${to}::date
        and kind ~ 'discount'), 0)::int as discount,
      coalesce(sum(case when credit_account = 'finance_income' then amount
          when debit_account = 'finance_income' then -amount end)
        filter (where day between ${from}::date and ${to}::date), 0)::int as accrued,
      coalesce(sum(case when credit_account = 'tax_payable' then amount
          when debit_account = 'tax_payable' then -amount end)
        filter (where day between ${from}::date and ${to}::date), 0)::int as tax
    from signed`.execute(ctx.deps.db)
  return rows[0]
}

const months: Period[] = [
  { from: '2026-11-01', to: '2026-11-30' },
  { from: '2026-12-01', to: '2026-12-31' },
  { from: '2027-01-01', to: '2027-01-31' },
  { from: '2027-02-01', to: '2027-02-28' },
]

/** Compares the statement of each month with SQL over the ledger; each opens with what the one before closed with. */
async function expectLedgerFigures(loan_id: number) {
  let last = 0
  for (const month of months) {
    const { sums, accrued, collected } = await read(loan_id, month)
    const { opening, closing, charge, charge_tax, principal, paid, discount } = sums
    expect({
      ...{ opening, closing, charge: charge - charge_tax, charge_tax, principal, paid, discount },
      ...{ accrued, tax: collected.tax },
    }).toEqual(await sumsFromLedger(loan_id, month))
    expect(opening).toBe(last)
    expect(opening + principal + charge - paid - discount + sums.remainder - sums.paid_apart).toBe(closing)
    last = closing
  }
}

/** An early payment, a late one, one that is reversed in the next month, and a prepayment. */
async function liveFourMonths(loan: { id: number }) {
  await goTo('2026-12-10')
  await registerPayment(ctx, context, { loan, amount: 50_000, channel: 'deduction' })
  await goTo('2026-12-28')
  const wrong = await registerPayment(ctx, context, {
    loan,
    amount: 70_000,
    channel: 'transfer',
    reference: `W${loan.id}`,
  })
  await goTo('2027-01-12')
  await reversePayment(ctx.deps, context, { payment_id: wrong, reason: 'Era de otra persona' })
  await goTo('2027-01-15')
  await registerPayment(ctx, context, { loan, amount: 60_000, channel: 'deposit' })
  await goTo('2027-02-05')
  await registerPayment(ctx, context, { loan, amount: 400_000, channel: 'other' })
  await goTo('2027-03-01')
}

test.each([
  ['contained', { tax_rate: 0.16 }],
  ['added', { tax_rate: 0.16, tax_added: true }],
  ['none', {}],
])('the statements of four months agree with the ledger: VAT %s', async (_, wish) => {
  const { loan } = await makeActiveLoan(ctx, wish)
  await liveFourMonths(loan)
  await expectLedgerFigures(loan.id)
  const december = await read(loan.id, { from: '2026-12-01', to: '2026-12-31' })
  // The payment was reversed in January: in December it counted.
  expect(december.payments.map(({ reversed_at }) => reversed_at)).toEqual([null, null])
  expect(december.collected.interest).toBeGreaterThan(0)
})

test('the statements of an advance agree with the ledger', async () => {
  const { loan } = await makeActiveLoan(ctx, {
    type: 'advance',
    amount_cents: 200_000,
    term: 10,
    tax_rate: 0.16,
  })
  await goTo('2026-12-03')
  await registerPayment(ctx, context, { loan, amount: 30_000 })
  await goTo('2027-01-04')
  await registerPayment(ctx, context, { loan, amount: 185_000 })
  await goTo('2027-03-01')
  await expectLedgerFigures(loan.id)
  const { sums, to_pay } = await read(loan.id, { from: '2027-02-01', to: '2027-02-28' })
  expect([sums.opening, sums.closing, to_pay]).toEqual([0, 0, null])
})

const pdfOf = async (loan_id: number, query: string, headers: Record<string, string>) =>
  ctx.app.inject({ url: `${ctx.api}/loan/${loan_id}/statement${query}`, headers })

test('the PDF of a month states its figures, and a second call gives the same bytes', async () => {
  const { loan } = await makeActiveLoan(ctx, { tax_rate: 0.16 })
  await liveFourMonths(loan)
  const headers = await signIn(ctx, admin)
  const query = '?from=2027-01-01&to=2027-01-31'
  const first = await pdfOf(loan.id, query, headers)
  const { sums, collected, payoff } = await read(loan.id, { from: '2027-01-01', to: '2027-01-31' })
  const text = await pdfText(first.rawPayload)
  expect(text).toContain('Del 1 de enero de 2027 al 31 de enero de 2027')
  expect(text).toContain(`Saldo al 31 de enero de 2027 ${formatMoney(sums.closing)}`)
  expect(text).toContain(`Saldo inicial ${formatMoney(sums.opening)}`)
  expect(text).toContain(`Intereses pagados, sin IVA ${formatMoney(collected.interest)}`)
  expect(text).toContain(`Ese día se liquidaba con ${formatMoney(payoff)}.`)
  expect(text).toContain('Unidad Especializada de Atención a Usuarios (UNE)')
  await goTo('2027-03-09')
  const second = await pdfOf(loan.id, query, await signIn(ctx, admin))
  expect(second.rawPayload.equals(first.rawPayload)).toBe(true)
  expect(first.headers['content-disposition']).toContain(
    `Estado_de_cuenta_${loan.folio}_2027-01-01_2027-01-31.pdf`,
  )
})

test('the current month counts until today, with the figures of the loan’s screen', async () => {
  const { loan, headers } = await makeActiveLoan(ctx)
  const { to, to_pay, payoff } = await read(loan.id, { from: '2026-11-01', to: '2026-11-30' })
  expect(to).toBe('2026-11-20')
  const shown = (await ctx.app.inject({ url: `${ctx.api}/loan/${loan.id}`, headers })).json()
  expect([payoff / 100, to_pay?.by]).toEqual([shown.payoff, shown.to_pay.by])
})

test.each([
  ['?from=2026-11-01', 422, 'to'],
  ['?to=2026-11-01', 422, 'from'],
  ['?from=2026-11-10&to=2026-11-01', 422, 'to'],
  ['?from=2026-12-01&to=2026-12-31', 422, 'from'],
  ['?from=x&to=2026-11-01', 422, 'from'],
])('refuses the period %s with %i at its field', async (query, status, field) => {
  const { loan, headers } = await makeActiveLoan(ctx)
  const answer = await pdfOf(loan.id, query, headers)
  expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([status, [field]])
})

test('a period before the payout has no statement, and another worker’s loan is not found', async () => {
  const { loan, headers } = await makeActiveLoan(ctx)
  const early = await pdfOf(loan.id, '?from=2026-10-01&to=2026-10-31', headers)
  expect([early.statusCode, early.json().code]).toEqual([409, 'statement.not_yet'])
  const other = await signIn(ctx, await makeWorker(ctx))
  expect((await pdfOf(loan.id, '?from=2026-11-01&to=2026-11-30', other)).statusCode).toBe(404)
})
