import { payoffOn } from '@quincena/domain/loans/figures'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeCompany, makeStaff, makeWorker, signIn } from '../../../test/factories.ts'
import type { LoanBook } from '../../../test/loan-book.ts'
import { importLoanBook, sendLoanBook } from '../../../test/loan-imports.ts'
import { findLoan } from '../../../test/loans.ts'
import { asAdmin } from '../../../test/payments.ts'
import { smallPdf } from '../../../test/small-pdf.ts'
import { sendForm } from '../../../test/statements.ts'
import { loadLoan } from '../loans/queries/position.ts'
import { payOffLoan } from '../payments/commands/pay-off-loan.ts'

type Cells = Record<string, string | number>

let ctx: TestContext
let headers: Record<string, string>
let admin: Awaited<ReturnType<typeof makeStaff>>
let serial = 0
const fields = { accepts_differences: 'true' }

beforeAll(async () => {
  ctx = await createTestContext()
})
beforeEach(async () => {
  ctx.setNow('2026-11-20T16:00:00Z')
  admin = await makeStaff(ctx, 'U0')
  headers = await signIn(ctx, admin)
})

const credit = {
  ...{ Tipo: 'Crédito', Monto: 12_000, 'Tasa anual': 0.36, Frecuencia: 'Mensual', 'Número de pagos': 24 },
  'Fecha de entrega': '15/05/2026',
}

/** A book with one loan of a worker of a new company. */
async function makeBook(cells: Cells, schedule?: Cells[]) {
  serial += 1
  const company = await makeCompany(ctx, { tax_rate: 0.16, tax_added: true })
  const worker = await makeWorker(ctx, { company_id: company.id })
  const marks = { 'Folio anterior': `GUARD-${serial}` }
  const who = { 'Clave de la empresa': company.key, 'Número de empleado': worker.key }
  const book: LoanBook = {
    loans: [{ ...marks, ...who, ...cells }],
    ...(schedule && { schedule: schedule.map((row) => ({ ...marks, ...row })) }),
    balances: [{ ...marks, Saldo: 0 }],
  }
  return { book, company, worker, former_id: marks['Folio anterior'] }
}

const loanOf = (former_id: string) =>
  ctx.deps.db.selectFrom('loan').selectAll().where('former_id', '=', former_id).executeTakeFirst()
const preview = async (book: LoanBook) =>
  (await sendLoanBook(ctx, '/loan-imports/preview', { book, headers, fields })).json()
const ask = async (book: LoanBook) =>
  (await sendLoanBook(ctx, '/loan-imports', { book, headers, fields })).json()
const setKey = (id: number, key: string) =>
  ctx.deps.db.updateTable('app_user').set({ key }).where('id', '=', id).execute()

async function approve({ import: started, approval }: { import: { id: number }; approval: { id: number } }) {
  const second = await signIn(ctx, await makeStaff(ctx, 'U0'))
  const url = `${ctx.api}/approvals/${approval.id}/approve`
  await ctx.app.inject({ method: 'POST', url, headers: second })
  await ctx.drain(['import-loans'])
  return (await ctx.app.inject({ url: `${ctx.api}/loan-imports/${started.id}`, headers })).json()
}

test('the same employee number of two companies means a worker of each', async () => {
  const [one, two] = [await makeBook(credit), await makeBook(credit)]
  await setKey(one.worker.id, 'E1')
  await setKey(two.worker.id, 'E1')
  const book: LoanBook = {
    loans: [...one.book.loans, ...two.book.loans].map((row) => ({ ...row, 'Número de empleado': 'E1' })),
    balances: [...one.book.balances, ...two.book.balances],
  }
  await importLoanBook(ctx, { book, headers, fields })
  expect((await loanOf(one.former_id))?.user_id).toBe(one.worker.id)
  expect((await loanOf(two.former_id))?.user_id).toBe(two.worker.id)
})

test('an approved import fails if its loan is another worker’s or has another balance by then', async () => {
  const moved = await makeBook(credit)
  const first = await ask(moved.book)
  const other = await makeWorker(ctx, { company_id: moved.company.id })
  const key = String(moved.book.loans[0]?.['Número de empleado'])
  await setKey(moved.worker.id, 'MOVED')
  await setKey(other.id, key)
  const one = await approve(first)
  expect([one.state, one.problems[0].message]).toEqual(['failed', expect.stringContaining('otro trabajador')])
  const taxed = await makeBook(credit)
  const second = await ask(taxed.book)
  await ctx.deps.db
    .updateTable('company')
    .set({ tax_added: false })
    .where('id', '=', taxed.company.id)
    .execute()
  const two = await approve(second)
  expect([two.state, two.problems[0].message]).toEqual(['failed', expect.stringContaining('su saldo era')])
  expect(await loanOf(taxed.former_id)).toBeUndefined()
})

test('of two approved requests of a workbook the second one finds its loans unchanged', async () => {
  const { book, former_id } = await makeBook(credit)
  const [first, second] = [await ask(book), await ask(book)]
  await approve(first)
  const done = await approve(second)
  expect(done).toMatchObject({ state: 'finished', created: 0, unchanged: 1, above_limit: 0 })
  const url = `${ctx.api}/loan-imports/${done.id}/loans`
  const loan = await loanOf(former_id)
  const { results } = (await ctx.app.inject({ url, headers })).json()
  expect(results).toEqual([expect.objectContaining({ outcome: 'unchanged', loan: loan?.id })])
})

test.each(['15/05/2026', '15/03/2026', '31/12/2063'])('a first due date of %s is refused', async (day) => {
  const { problems } = await preview((await makeBook({ ...credit, 'Primer vencimiento': day })).book)
  expect(problems).toEqual([
    expect.objectContaining({ sheet: 'loans', row: 2, column: 'Primer vencimiento' }),
  ])
})

test('a VAT rate finer than loans keep is refused', async () => {
  const { problems } = await preview((await makeBook({ ...credit, 'Tasa de IVA': 0.16333 })).book)
  expect(problems).toEqual([expect.objectContaining({ row: 2, column: 'Tasa de IVA' })])
})

const own = { ...credit, 'Número de pagos': '', 'Fecha de entrega': '15/09/2026' }
const rowsWith = (interest: [number, number], tax: [number, number]) => [
  { 'Número de pago': 1, Vencimiento: '15/10/2026', Capital: 6000, Intereses: interest[0], IVA: tax[0] },
  { 'Número de pago': 2, Vencimiento: '15/12/2026', Capital: 6000, Intereses: interest[1], IVA: tax[1] },
]

test('rows with less interest or other VAT than their rates give are refused, so that a payoff costs no more', async () => {
  const wrong = [
    rowsWith([341.5, 170.5], [54.64, 27.28]),
    rowsWith([359.99, 180], [57.6, 28.8]),
    rowsWith([360, 180], [0, 0]),
    rowsWith([360, 180], [9000, 9000]),
  ]
  for (const schedule of wrong)
    expect((await preview((await makeBook(own, schedule)).book)).problems_count).toBe(1)
  const { book, former_id } = await makeBook(own, rowsWith([379, 190], [60.64, 30.4]))
  await importLoanBook(ctx, { book, headers, fields })
  ctx.setNow('2026-12-14T16:00:00Z')
  const loan = await findLoan(ctx, (await loanOf(former_id))?.id ?? 0)
  const amount_paid = payoffOn((await loadLoan(ctx.deps.db, loan)).position, '2026-12-14')
  expect(amount_paid).toBeLessThanOrEqual(loan.amount_due_cents)
  const body = { amount_paid, previous_amount_due: loan.amount_due_cents }
  await payOffLoan(ctx.deps, asAdmin(admin), { loan_id: loan.id, body })
  expect(await findLoan(ctx, loan.id)).toMatchObject({ state: 'completed' })
})

test('a loan that the database refuses ends the import as failed, and is named by its row', async () => {
  const [good, { book: bad, former_id }] = [await makeBook(credit), await makeBook(credit)]
  const book: LoanBook = {
    loans: [...good.book.loans, ...bad.loans],
    balances: [...good.book.balances, ...bad.balances],
  }
  const asked = await ask(book)
  await ctx.superuser.schema
    .alterTable('loan')
    .addCheckConstraint('loan_refused_here', sql`former_id <> ${sql.lit(former_id)}`)
    .execute()
  const done = await approve(asked)
  await ctx.superuser.schema.alterTable('loan').dropConstraint('loan_refused_here').execute()
  expect(done).toMatchObject({ state: 'failed', loans_done: 0 })
  expect(done.problems).toEqual([
    expect.objectContaining({ sheet: 'loans', row: 3, column: 'Folio anterior' }),
  ])
  expect(await loanOf(good.former_id)).toBeUndefined()
})

test('the same PDF twice at once is stored once', async () => {
  const { book, former_id } = await makeBook(credit)
  await importLoanBook(ctx, { book, headers, fields })
  const file = { headers, bytes: smallPdf(), name: `${former_id}.pdf`, fields: {} }
  const answers = await Promise.all([1, 2, 3].map(() => sendForm(ctx, '/loan-imports/documents', file)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
  expect(answers.map((answer) => answer.json().created).toSorted()).toEqual([0, 0, 1])
})
