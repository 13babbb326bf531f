import { buffer } from 'node:stream/consumers'
import { payoffOn } from '@quincena/domain/loans/figures'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeCompany, makeStaff, makeWorker, signIn } from '../../../test/factories.ts'
import { runWaitingJobs } from '../../../test/jobs.ts'
import type { LoanBook } from '../../../test/loan-book.ts'
import { importLoanBook, sendLoanBook } from '../../../test/loan-imports.ts'
import { findLoan } from '../../../test/loans.ts'
import { asAdmin } from '../../../test/payments.ts'
import { pdfText } from '../../../test/pdf-text.ts'
import { smallPdf } from '../../../test/small-pdf.ts'
import { sendForm } from '../../../test/statements.ts'
import type { CommandContext } from '../../command/context.ts'
import { closeBusinessDay } from '../loans/commands/close-day.ts'
import { loadLoan } from '../loans/queries/position.ts'
import { payOffLoan } from '../payments/commands/pay-off-loan.ts'
import { reversePayment } from '../payments/commands/reverse-payment.ts'

let ctx: TestContext
let headers: Record<string, string>
let context: CommandContext
let company: Awaited<ReturnType<typeof makeCompany>>
let serial = 0

beforeAll(async () => {
  ctx = await createTestContext()
})
beforeEach(async () => {
  ctx.setNow('2026-11-20T16:00:00Z')
  company = await makeCompany(ctx, { tax_rate: 0.16, tax_added: true })
  const admin = await makeStaff(ctx, 'U0')
  context = asAdmin(admin)
  headers = await signIn(ctx, admin)
})

type Worker = Awaited<ReturnType<typeof makeWorker>>

/** Imports a loan with these cells and payments, whatever the balance is; returns it with its worker. */
async function importOne(
  cells: Record<string, string | number>,
  {
    days = [],
    schedule,
    worker,
  }: { days?: [string, number][]; schedule?: LoanBook['schedule']; worker?: Worker } = {},
) {
  serial += 1
  const former_id = `NOM-${String(serial).padStart(5, '0')}`
  const owner = worker ?? (await makeWorker(ctx, { company_id: company.id }))
  const marks = { 'Folio anterior': former_id }
  const who = { 'Clave de la empresa': company.key, 'Número de empleado': owner.key }
  const book: LoanBook = {
    loans: [{ ...marks, ...who, ...cells }],
    payments: days.map(([Fecha, Monto]) => ({ ...marks, Fecha, Monto, 'Forma de pago': 'Nómina' })),
    ...(schedule && { schedule: schedule.map((row) => ({ ...marks, ...row })) }),
    balances: [{ ...marks, Saldo: 0 }],
  }
  const fields = { accepts_differences: 'true' }
  const done = await importLoanBook(ctx, { book, headers, fields })
  const { id } = await ctx.deps.db
    .selectFrom('loan')
    .select('id')
    .where('former_id', '=', former_id)
    .executeTakeFirstOrThrow()
  return { loan: await findLoan(ctx, id), worker: owner, former_id, done, book }
}

const credit = {
  ...{ Tipo: 'Crédito', Monto: 12_000, 'Tasa anual': 0.36, Frecuencia: 'Mensual', 'Número de pagos': 24 },
  'Fecha de entrega': '15/05/2026',
}
const history: [string, number][] = [
  ['15/06/2026', 730],
  ['15/07/2026', 730],
  ['20/08/2026', 2000],
  ['15/09/2026', 730],
  ['15/10/2026', 730],
  ['13/11/2026', 700],
]

const read = async (path: string, by = headers) => ctx.app.inject({ url: `${ctx.api}${path}`, headers: by })

test('an imported loan is found by its former id and shows it; its worker sees it as any loan', async () => {
  const { loan, worker, former_id } = await importOne(credit, { days: history })
  const found = await read(`/loan?search=${former_id.slice(4)}`)
  expect(found.json().results).toEqual([expect.objectContaining({ id: loan.id, former_id })])
  expect((await read(`/loan?search=${former_id.toLowerCase()}`)).json().count).toBe(1)
  const own = await read(`/loan/${loan.id}`, await signIn(ctx, worker))
  expect(own.json()).toMatchObject({
    state: 'active',
    former_id,
    period: '24 meses',
    receiving_account: null,
  })
  expect(own.json().payments).toHaveLength(6)
  expect((await read(`/loan/account/${worker.id}`, await signIn(ctx, worker))).json().loans).toHaveLength(1)
})

test('the daily close, a payment, the settlement and the letters of an imported loan work as of any loan', async () => {
  const { loan, worker } = await importOne(credit, { days: history })
  ctx.setNow('2026-12-16T16:00:00Z')
  await closeBusinessDay(ctx.deps)
  const statement = await read(`/loan/${loan.id}/statement`, await signIn(ctx, worker))
  expect(statement.statusCode).toBe(200)
  const text = await pdfText(statement.rawPayload)
  expect(text).toContain(loan.folio)
  expect(text).toContain('del sistema anterior')
  expect(text).not.toContain('opening_')
  const { position } = await loadLoan(ctx.deps.db, await findLoan(ctx, loan.id))
  const payoff = payoffOn(position, '2026-12-16')
  const { amount_due_cents } = await findLoan(ctx, loan.id)
  const body = { amount_paid: payoff, previous_amount_due: amount_due_cents }
  await payOffLoan(ctx.deps, context, { loan_id: loan.id, body })
  expect(await findLoan(ctx, loan.id)).toMatchObject({ state: 'completed', amount_due_cents: 0 })
  await runWaitingJobs(ctx.deps, ['issue-no-debt-letter'])
  const letter = await read(`/loan/${loan.id}/no-debt-letter`, await signIn(ctx, worker))
  expect(letter.statusCode).toBe(200)
  expect(await pdfText(letter.rawPayload)).toContain(loan.folio)
})

test('the reversal of a payment to the former system goes back to the opening balance', async () => {
  const { loan } = await importOne(credit, { days: history })
  const last = await ctx.deps.db
    .selectFrom('payment')
    .selectAll()
    .where('loan_id', '=', loan.id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(last).toMatchObject({ is_imported: true, bank_account_id: null, proof: null })
  await reversePayment(ctx.deps, context, { payment_id: last.id, reason: 'No era de este préstamo' })
  const entry = await ctx.deps.db
    .selectFrom('ledger_entry')
    .selectAll()
    .where('loan_id', '=', loan.id)
    .where('kind', '=', 'payment_reversed')
    .executeTakeFirstOrThrow()
  expect(entry).toMatchObject({
    credit_account: 'opening_balance_equity',
    amount_cents: last.amount_paid_cents,
  })
  // Nothing is proved by a bank statement: the money was never in an account of ours.
  const receipt = await read(`/loan/payment/${last.id}/receipt`)
  expect(receipt.statusCode).toBe(200)
})

test('a loan with its own schedule, an irregular first period and a second live loan of the type open balanced', async () => {
  const schedule = [
    { 'Número de pago': 1, Vencimiento: '30/06/2026', Capital: 500, Intereses: 69.6, IVA: 11.14 },
    { 'Número de pago': 2, Vencimiento: '15/07/2026', Capital: 500, Intereses: 22.5, IVA: 3.6 },
    { 'Número de pago': 3, Vencimiento: '31/07/2026', Capital: 1000, Intereses: 15, IVA: 2.4 },
  ]
  const cells = {
    ...{ Tipo: 'Crédito', Monto: 2000, 'Tasa anual': '36%', Frecuencia: 'Quincenal' },
    'Fecha de entrega': '27/05/2026',
  }
  const { loan, worker } = await importOne(cells, { schedule, days: [['30/06/2026', 580.74]] })
  expect(loan).toMatchObject({
    state: 'overdue',
    first_period_days: 15,
    installments: 3,
    beside_another: false,
  })
  expect(loan.amount_due_cents).toBe(212_424 - 58_074 + 0)
  const irregular = {
    ...{ Tipo: 'Crédito', Monto: 3000, 'Tasa anual': '24%', Frecuencia: 'Quincenal', 'Número de pagos': 12 },
    ...{ 'Fecha de entrega': '09/11/2026', 'Primer vencimiento': '30/11/2026' },
  }
  const second = await importOne(irregular, { worker })
  expect(second.loan).toMatchObject({ first_period_days: 15, beside_another: true, state: 'active' })
})

test('an advance opens with its commission; a wrong schedule and a paid-off loan are refused with what to do', async () => {
  const advance = {
    ...{ Tipo: 'Anticipo', Monto: 1500, Comisión: 150, 'Fecha de entrega': '16/11/2026' },
    'Primer vencimiento': '30/11/2026',
  }
  const { loan } = await importOne(advance)
  expect(loan).toMatchObject({ type: 'advance', amount_due_cents: 165_000, term: 14, tax_added: false })
  const flat = [
    { 'Número de pago': 1, Vencimiento: '15/06/2026', Capital: 6000, Intereses: 360 },
    { 'Número de pago': 2, Vencimiento: '15/07/2026', Capital: 6000, Intereses: 360 },
  ]
  await expect(importOne({ ...credit, 'Número de pagos': 2 }, { schedule: flat })).rejects.toThrow(
    'loan_import.problems',
  )
  const worker = await makeWorker(ctx, { company_id: company.id })
  const row = {
    ...{ 'Folio anterior': 'PAG-1', 'Clave de la empresa': company.key, 'Número de empleado': worker.key },
    ...advance,
  }
  const payment = { 'Folio anterior': 'PAG-1', Fecha: '18/11/2026', Monto: 1650, 'Forma de pago': 'SPEI' }
  const book = { loans: [row], payments: [payment], balances: [{ 'Folio anterior': 'PAG-1', Saldo: 0 }] }
  const { problems } = (await sendLoanBook(ctx, '/loan-imports/preview', { book, headers })).json()
  expect(problems[0].message).toContain('ya lo liquidaron')
})

async function zipOf(files: Record<string, Buffer>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, bytes] of Object.entries(files)) zip.addBuffer(bytes, name)
  zip.end()
  return buffer(zip.outputStream)
}

test('PDFs named by former id go to their loans once; the others are reported', async () => {
  const { loan, worker, former_id } = await importOne(credit, { days: history })
  const files = {
    [`${former_id}.pdf`]: smallPdf(),
    'NADIE.pdf': smallPdf(),
    'LEEME.txt': Buffer.from('hola'),
  }
  const zip = { headers, bytes: await zipOf(files), name: 'expedientes.zip' }
  const shown = await sendForm(ctx, '/loan-imports/documents?preview=1', zip)
  expect(shown.json()).toMatchObject({ files_total: 3, created: 1, unchanged: 0 })
  expect((await read(`/documents/?loan__id=${loan.id}`)).json().count).toBe(0)
  const stored = await sendForm(ctx, '/loan-imports/documents', zip)
  expect(stored.json().problems.map(({ file }: { file: string }) => file)).toEqual(['NADIE.pdf', 'LEEME.txt'])
  const again = await sendForm(ctx, '/loan-imports/documents', zip)
  expect(again.json()).toMatchObject({ created: 0, unchanged: 1 })
  const listed = await read(`/documents/?loan__id=${loan.id}`, await signIn(ctx, worker))
  expect(listed.json().results).toEqual([
    expect.objectContaining({ kind: 'former_file', filename: `Expediente ${former_id}` }),
  ])
})
