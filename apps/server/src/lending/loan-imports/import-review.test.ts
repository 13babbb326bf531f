import { businessDay } from '@quincena/domain/dates'
import { readLoanBook } from '@quincena/domain/loan-imports/read-book'
import { LOAN_PAYMENTS_LIMIT } from '@quincena/domain/loan-imports/schema'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeCompany, makeStaff, makeWorker, signIn } from '../../../test/factories.ts'
import type { LoanBook } from '../../../test/loan-book.ts'
import { importLoanBook, sendLoanBook } from '../../../test/loan-imports.ts'
import { makeLoan } from '../../../test/loans.ts'
import { findExceededAtAcceptance } from '../loan-limits/queries.ts'

type Cells = Record<string, string | number>

let ctx: TestContext
let headers: Record<string, string>
let company: Awaited<ReturnType<typeof makeCompany>>
let serial = 0
const accepted = { accepts_differences: 'true' }

beforeAll(async () => {
  ctx = await createTestContext()
})
beforeEach(async () => {
  ctx.setNow('2026-11-20T16:00:00Z')
  company = await makeCompany(ctx, { tax_rate: 0.16, tax_added: true })
  headers = await signIn(ctx, await makeStaff(ctx, 'U0'))
})

const credit = {
  ...{ Tipo: 'Crédito', Monto: 12_000, 'Tasa anual': 0.36, Frecuencia: 'Mensual', 'Número de pagos': 24 },
  'Fecha de entrega': '15/05/2026',
}

async function makeBook(cells: Cells, saldo = 0) {
  serial += 1
  const worker = await makeWorker(ctx, { company_id: company.id })
  const former_id = `REV-${serial}`
  const who = { 'Clave de la empresa': company.key, 'Número de empleado': String(worker.key) }
  const book: LoanBook = {
    loans: [{ 'Folio anterior': former_id, ...who, ...cells }],
    balances: [{ 'Folio anterior': former_id, Saldo: saldo }],
  }
  return { book, worker, former_id }
}

const join = (books: readonly { book: LoanBook }[]): LoanBook => ({
  loans: books.flatMap(({ book }) => book.loans),
  balances: books.flatMap(({ book }) => book.balances),
})
const preview = async (book: LoanBook, fields: object = accepted) =>
  (await sendLoanBook(ctx, '/loan-imports/preview', { book, headers, fields })).json()
const ask = async (book: LoanBook, fields: object = accepted) =>
  (await sendLoanBook(ctx, '/loan-imports', { book, headers, fields })).json()
const send = (path: string, who: Record<string, string>, payload?: object) =>
  ctx.app.inject({ method: 'POST', url: `${ctx.api}${path}`, headers: who, ...(payload && { payload }) })
const importOf = async (id: number) =>
  (await ctx.app.inject({ url: `${ctx.api}/loan-imports/${id}`, headers })).json()
const loansOf = (former_id: string) =>
  ctx.deps.db.selectFrom('loan').selectAll().where('former_id', '=', former_id).execute()

test('the second person refuses: nothing is imported, and the same workbook may be asked for again', async () => {
  const { book, former_id } = await makeBook(credit)
  const { import: started, approval } = await ask(book)
  const second = await signIn(ctx, await makeStaff(ctx, 'U0'))
  const reason = { reason: 'Falta el acta de entrega' }
  expect((await send(`/approvals/${approval.id}/refuse`, second, reason)).statusCode).toBe(200)
  await ctx.drain(['import-loans'])
  expect(await importOf(started.id)).toMatchObject({ state: 'refused', loans_done: 0 })
  expect((await send(`/approvals/${approval.id}/approve`, second)).statusCode).toBe(409)
  expect(await loansOf(former_id)).toEqual([])
  expect(await importLoanBook(ctx, { book, headers, fields: accepted })).toMatchObject({ created: 1 })
})

test('who asked withdraws: the import says so, and nobody can approve it any more', async () => {
  const { book, former_id } = await makeBook(credit)
  const { import: started, approval } = await ask(book)
  const second = await signIn(ctx, await makeStaff(ctx, 'U0'))
  expect((await send(`/approvals/${approval.id}/withdraw`, second)).statusCode).toBe(403)
  expect((await send(`/approvals/${approval.id}/withdraw`, headers)).statusCode).toBe(200)
  expect(await importOf(started.id)).toMatchObject({ state: 'withdrawn' })
  expect((await send(`/approvals/${approval.id}/approve`, second)).statusCode).toBe(409)
  await ctx.drain(['import-loans'])
  expect(await loansOf(former_id)).toEqual([])
  expect(await importLoanBook(ctx, { book, headers, fields: accepted })).toMatchObject({ created: 1 })
})

test('the same workbook is unchanged when the worker left and the company’s key is in small letters', async () => {
  const { book, worker, former_id } = await makeBook(credit)
  await importLoanBook(ctx, { book, headers, fields: accepted })
  const other = await makeCompany(ctx)
  const set = { is_active: false, company_id: other.id, key: 'OTRA' }
  await ctx.deps.db.updateTable('app_user').set(set).where('id', '=', worker.id).execute()
  await ctx.deps.db.updateTable('company').set({ tax_rate: 0.08 }).where('id', '=', company.id).execute()
  const small = book.loans.map((row) => ({ ...row, 'Clave de la empresa': company.key.toLowerCase() }))
  const shown = await preview({ ...book, loans: small })
  expect(shown).toMatchObject({ created: 0, unchanged: 1, problems: [] })
  expect(shown.loans[0]).toMatchObject({ worker: `${worker.first_name} ${worker.last_name}` })
  const news = await makeBook(credit)
  const done = await importLoanBook(ctx, { book: join([{ book }, news]), headers, fields: accepted })
  expect(done).toMatchObject({ state: 'finished', created: 1, unchanged: 1 })
  expect(await loansOf(former_id)).toHaveLength(1)
})

test.each<[string, Cells]>([
  ['IVA aparte', { 'IVA aparte': 'Sí' }],
  ['Tasa anual', { 'Tasa anual': '36%' }],
  ['Número de pagos', { 'Número de pagos': 2 }],
])('an advance with «%s», which it does not have, is refused', async (column, cells) => {
  const advance = {
    ...{ Tipo: 'Anticipo', Monto: 1500, Comisión: 150, 'Fecha de entrega': '16/11/2026' },
    'Primer vencimiento': '30/11/2026',
  }
  const no = await makeBook({ ...advance, 'IVA aparte': 'No', 'Número de pagos': 1, 'Tasa anual': 0 })
  expect((await preview(no.book)).problems).toEqual([])
  const { problems } = await preview((await makeBook({ ...advance, ...cells })).book)
  expect(problems).toEqual([expect.objectContaining({ sheet: 'loans', row: 2, column })])
})

test('sums that no answer can show are refused at the loan that exceeds them', async () => {
  const alone = await preview((await makeBook({ ...credit, Monto: 9_999_999_999.99 })).book)
  expect(alone.problems).toEqual([expect.objectContaining({ sheet: 'loans', row: 2, column: 'Monto' })])
  const half = { ...credit, Monto: 4_000_000_000, 'Tasa anual': 0, 'Número de pagos': 4 }
  const books = [await makeBook(half), await makeBook(half), await makeBook(half), await makeBook(credit)]
  const shown = await preview(join(books))
  expect(shown.loans_total).toBe(3)
  expect(shown.problems).toEqual([expect.objectContaining({ sheet: 'loans', row: 4, column: 'Monto' })])
  expect(shown.problems[0].message).toContain('suma más de $9,999,999,999.99')
})

test('a problem that only the job finds names the row of the workbook', async () => {
  const probe = await makeBook(credit)
  const { loans } = await preview(probe.book)
  const [one, two] = [
    await makeBook(credit, loans[0].calculated),
    await makeBook(credit, loans[0].calculated),
  ]
  const { import: started, approval } = await ask(join([one, two]), {})
  await ctx.deps.db.updateTable('company').set({ tax_added: false }).where('id', '=', company.id).execute()
  await send(`/approvals/${approval.id}/approve`, await signIn(ctx, await makeStaff(ctx, 'U0')))
  await ctx.drain(['import-loans'])
  const { state, problems } = await importOf(started.id)
  const places = problems.map(({ sheet, row }: { sheet: string; row: number }) => `${sheet} ${row}`)
  expect([state, places]).toEqual(['failed', ['loans 2', 'loans 3', 'balances 2', 'balances 3']])
})

test('loans that a former system granted today use up no limit of today', async () => {
  const today = { ...credit, Monto: 900_000, 'Fecha de entrega': '20/11/2026' }
  const { book, former_id } = await makeBook(today)
  await importLoanBook(ctx, { book, headers, fields: accepted })
  const [imported] = await loansOf(former_id)
  expect(imported?.accepted_at?.slice(0, 10)).toBe(businessDay(ctx.clock.now))
  const worker = await makeWorker(ctx, { company_id: company.id })
  const { loan } = await makeLoan(ctx, { worker, state: 'approved', amount_cents: 200_000_00 })
  const exceeded = await ctx.deps.db
    .transaction()
    .execute((trx) => findExceededAtAcceptance(ctx.deps, trx, { ...loan, decided_by: null }))
  expect(exceeded).toBeNull()
})

test('a loan has so many payments at most', () => {
  const heads = { loans: ['Folio anterior'], payments: ['Folio anterior', 'Fecha', 'Monto', 'Forma de pago'] }
  const paid = Array.from({ length: LOAN_PAYMENTS_LIMIT + 1 }, () => ['A-1', '15/06/2026', 1, 'Descuento'])
  const { problems } = readLoanBook({
    date1904: false,
    sheets: [
      { name: 'Préstamos', rows: [heads.loans] },
      { name: 'Pagos', rows: [heads.payments, ...paid] },
      { name: 'Saldos', rows: [['Folio anterior', 'Saldo']] },
    ],
  })
  expect(problems).toContainEqual(
    expect.objectContaining({ sheet: 'payments', row: LOAN_PAYMENTS_LIMIT + 2, column: 'Folio anterior' }),
  )
})
