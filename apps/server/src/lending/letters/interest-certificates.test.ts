import { formatMoney } from '@quincena/domain/format'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeStaff, makeWorker, signIn } from '../../../test/factories.ts'
import { makeActiveLoan } from '../../../test/loans.ts'
import { asAdmin, registerPayment } from '../../../test/payments.ts'
import { pdfText } from '../../../test/pdf-text.ts'
import type { CommandContext } from '../../command/context.ts'
import { verifySeal } from '../contracts/seal/verify.ts'
import { postAccruals } from '../loans/commands/post-accruals.ts'
import { reversePayment } from '../payments/commands/reverse-payment.ts'

let ctx: TestContext
let context: CommandContext
beforeAll(async () => {
  ctx = await createTestContext()
  context = asAdmin(await makeStaff(ctx, 'U0'))
})
beforeEach(() => ctx.setNow('2026-11-20T16:00:00Z'))

type Worker = Awaited<ReturnType<typeof makeWorker>>

/** Calls as the worker. Signs in at each call: a session does not outlive a moved clock. */
async function certificateOf(worker: Worker, year: number | string) {
  const headers = await signIn(ctx, worker)
  return ctx.app.inject({ url: `${ctx.api}/auth/user/${worker.id}/interest-certificate/${year}`, headers })
}

const certificatesOf = (user_id: number) =>
  ctx.deps.db.selectFrom('letter').selectAll().where('user_id', '=', user_id).orderBy('id').execute()

/** Moves the clock to noon of a day, after the daily close of that day and of those due dates and month ends before. */
async function goTo(day: string) {
  ctx.setNow(`${day}T18:00:00Z`)
  await postAccruals(ctx.deps, day)
}

/** A credit whose first payment waits for 20 December, and whose second one pays that of 20 January late. */
async function payOverNewYear(loan: { id: number }) {
  const { payment_cents: amount } = await ctx.deps.db
    .selectFrom('installment')
    .select('payment_cents')
    .where('loan_id', '=', loan.id)
    .where('number', '=', 1)
    .executeTakeFirstOrThrow()
  await goTo('2026-12-10')
  await registerPayment(ctx, context, { loan, amount })
  await goTo('2026-12-31')
  await goTo('2027-01-29')
  await registerPayment(ctx, context, { loan, amount })
}

/** VAT that was collected in a year, and the contract's interest of the installments that were paid in it. */
async function paidFromTables(loan_id: number, { year, rows }: { year: number; rows: number[] }) {
  const { rows: found } = await sql<{ tax: number; charge: number }>`
    select (select coalesce(sum(case when credit_account = 'tax_payable' then amount_cents
          when debit_account = 'tax_payable' then -amount_cents end), 0)::int
        from ledger_entry where loan_id = ${loan_id} and ${year} = extract(year from
          coalesce(accrual_day, (created_at at time zone 'America/Mexico_City')::date))) as tax,
      (select coalesce(sum(interest_cents + tax_cents), 0)::int from installment
        where loan_id = ${loan_id} and number = any(${rows})) as charge`.execute(ctx.deps.db)
  const { tax = 0, charge = 0 } = found[0] ?? {}
  return { tax_cents: tax, charge_cents: charge - tax }
}

test.each([
  ['contained', false],
  ['added', true],
])(
  'a past year counts what was paid by value date, as the ledger collected its VAT: %s',
  async (_, tax_added) => {
    const { loan, worker } = await makeActiveLoan(ctx, { tax_rate: 0.16, tax_added })
    await payOverNewYear(loan)
    await goTo('2027-02-02')
    const answer = await certificateOf(worker, 2026)
    expect(answer.statusCode).toBe(200)
    const [letter] = await certificatesOf(worker.id)
    const paid = await paidFromTables(loan.id, { year: 2026, rows: [1] })
    expect(letter?.payload).toMatchObject({
      ...{ year: 2026, from: '2026-01-01', to: '2026-12-31', is_whole: true },
      loans: [{ folio: loan.folio, type: 'credit', ...paid }],
    })
    expect(paid.tax_cents).toBeGreaterThan(0)
    const text = await pdfText(answer.rawPayload)
    expect(text).toContain(`Intereses pagados en 2026, sin IVA ${formatMoney(paid.charge_cents)}`)
    expect(text).toContain(
      `Del 1 de enero de 2026 al 31 de diciembre de 2026. IVA: ${formatMoney(paid.tax_cents)}.`,
    )
    expect(text).not.toContain('parcial')
    expect((await verifySeal(answer.rawPayload)).state).toBe('intact')
    await goTo('2027-02-10')
    expect((await certificateOf(worker, 2026)).rawPayload.equals(answer.rawPayload)).toBe(true)
    expect(await certificatesOf(worker.id)).toHaveLength(1)
  },
)

test('the current year says until when it counts; it stays while its figures do, and a payment replaces it', async () => {
  const { loan, worker } = await makeActiveLoan(ctx, { tax_rate: 0.16 })
  await payOverNewYear(loan)
  const first = await certificateOf(worker, 2027)
  expect(await pdfText(first.rawPayload)).toContain(
    'Constancia parcial: el año 2027 no ha terminado y cuenta hasta el 29 de enero de 2027.',
  )
  await goTo('2027-01-30')
  expect((await certificateOf(worker, 2027)).rawPayload.equals(first.rawPayload)).toBe(true)
  expect(await certificatesOf(worker.id)).toHaveLength(1)
  await goTo('2027-02-22')
  await registerPayment(ctx, context, { loan, amount: 91_680 })
  await Promise.all([1, 2, 3].map(() => certificateOf(worker, 2027)))
  expect((await certificatesOf(worker.id)).map(({ void_reason }) => void_reason)).toEqual(['later_day', null])
})

test('a reversal voids the certificate of its year, and the next call makes another', async () => {
  const { loan, worker } = await makeActiveLoan(ctx)
  await goTo('2026-12-21')
  const payment_id = await registerPayment(ctx, context, { loan, amount: 91_680 })
  await registerPayment(ctx, context, { loan, amount: 5_000 })
  await goTo('2027-01-12')
  await certificateOf(worker, 2026)
  await reversePayment(ctx.deps, context, { payment_id, reason: 'Era de otra persona' })
  expect((await certificatesOf(worker.id)).map(({ void_reason }) => void_reason)).toEqual([
    'payment_reversed',
  ])
  const answer = await certificateOf(worker, 2026)
  expect(answer.statusCode).toBe(200)
  expect((await certificatesOf(worker.id)).map(({ void_reason }) => void_reason)).toEqual([
    'payment_reversed',
    null,
  ])
})

test('the commission of an advance stands apart from interest', async () => {
  const { loan, worker } = await makeActiveLoan(ctx, {
    ...{ type: 'advance', amount_cents: 200_000, term: 10, tax_rate: 0.16 },
  })
  await goTo('2026-11-25')
  await registerPayment(ctx, context, { loan, amount: 215_000 })
  const text = await pdfText((await certificateOf(worker, 2026)).rawPayload)
  expect(text).toContain('Intereses pagados en 2026, sin IVA $0.00')
  expect(text).toContain(
    `Comisiones de anticipos Folio Comisión pagada, sin IVA IVA Total ${loan.folio} $129.31 $20.69 $150.00`,
  )
})

test('a year without payments and a future one have no certificate; others get 404', async () => {
  const { worker } = await makeActiveLoan(ctx)
  expect((await certificateOf(worker, 2026)).json().code).toBe('interest_certificate.nothing_paid')
  expect((await certificateOf(worker, 2027)).json().code).toBe('interest_certificate.not_yet')
  expect((await certificateOf(worker, 'x')).statusCode).toBe(404)
  const headers = await signIn(ctx, await makeWorker(ctx))
  const url = `${ctx.api}/auth/user/${worker.id}/interest-certificate/2026`
  expect((await ctx.app.inject({ url, headers })).statusCode).toBe(404)
})
