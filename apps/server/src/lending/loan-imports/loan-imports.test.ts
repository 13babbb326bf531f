import { read, utils } from '@e965/xlsx'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeCompany, makeStaff, makeWorker, signIn } from '../../../test/factories.ts'
import type { LoanBook } from '../../../test/loan-book.ts'
import { importLoanBook, sendLoanBook } from '../../../test/loan-imports.ts'
import { makeLoan } from '../../../test/loans.ts'

let ctx: TestContext
let headers: Record<string, string>
let company: Awaited<ReturnType<typeof makeCompany>>
let serial = 0

beforeAll(async () => {
  ctx = await createTestContext()
})
beforeEach(async () => {
  ctx.setNow('2026-11-20T16:00:00Z')
  company = await makeCompany(ctx, { tax_rate: 0.16, tax_added: false })
  headers = await signIn(ctx, await makeStaff(ctx, 'U0'))
})

/** A book with one monthly credit of 12,000 at 36 % since 15 May, paid for five months: 1,205.54 each. */
async function makeBook(former_id = nextId()): Promise<LoanBook & { former_id: string }> {
  const worker = await makeWorker(ctx, { company_id: company.id })
  const days = ['15/06/2026', '15/07/2026', '15/08/2026', '15/09/2026', '15/10/2026']
  return {
    former_id,
    loans: [
      {
        ...{
          'Folio anterior': former_id,
          'Clave de la empresa': company.key,
          'Número de empleado': worker.key,
        },
        ...{ Tipo: 'Crédito', Monto: '12,000.00', 'Tasa anual': '36%', Frecuencia: 'Mensual' },
        ...{ 'Número de pagos': 12, 'Fecha de entrega': '15/05/2026' },
      },
    ],
    payments: days.map((day, index) => ({
      ...{ 'Folio anterior': former_id, Fecha: day, Monto: 1205.55, 'Forma de pago': 'Descuento' },
      Referencia: `M${index}`,
    })),
    balances: [{ 'Folio anterior': former_id, Saldo: 8438.79 }],
  }
}

function nextId() {
  serial += 1
  return `NOM-${String(serial).padStart(5, '0')}`
}

const preview = async (book: LoanBook, fields = {}) =>
  (await sendLoanBook(ctx, '/loan-imports/preview', { book, headers, fields })).json()

const loanOf = (former_id: string) =>
  ctx.deps.db.selectFrom('loan').selectAll().where('former_id', '=', former_id).executeTakeFirstOrThrow()

/** The claimed balance that equals the calculated one. */
async function exactBook() {
  const book = await makeBook()
  const { loans } = await preview(book)
  return { ...book, balances: [{ 'Folio anterior': book.former_id, Saldo: loans[0].calculated }] }
}

test('a preview shows counts, sums by company and the difference of each loan, and writes nothing', async () => {
  const book = await makeBook()
  const shown = await preview(book)
  expect(shown).toMatchObject({ loans_total: 1, created: 1, unchanged: 0, payments_total: 5 })
  expect(shown.companies).toEqual([
    expect.objectContaining({ company: company.name, loans: 1, amount: 12_000 }),
  ])
  const [loan] = shown.loans
  expect(loan.difference).toBe(Math.round((loan.calculated - 8438.79) * 100) / 100)
  const counted = await sql<{ count: number }>`select count(*) as count from loan_import`.execute(ctx.deps.db)
  expect(counted.rows[0]?.count).toBe(0)
})

test('an approved import opens the loan with the balance of the model, the ledger against the opening balance', async () => {
  const book = await exactBook()
  const done = await importLoanBook(ctx, { book, headers })
  expect(done).toMatchObject({ state: 'finished', created: 1, unchanged: 0, difference: 0, loans_done: 1 })
  const loan = await loanOf(book.former_id)
  expect(loan).toMatchObject({ state: 'active', start_day: '2026-05-15', term: 12 })
  expect(loan.amount_due_cents / 100).toBe(done.calculated)
  const { rows } = await sql<{ account: string; balance: number }>`
    select account, sum(amount)::bigint as balance from (
      select debit_account as account, amount_cents as amount from ledger_entry where loan_id = ${loan.id}
      union all select credit_account, -amount_cents from ledger_entry where loan_id = ${loan.id}) as moved
    group by account having sum(amount) <> 0 order by account`.execute(ctx.deps.db)
  const balances = Object.fromEntries(rows.map(({ account, balance }) => [account, balance]))
  // Income and collected VAT of the former system stay out of these books.
  expect(Object.keys(balances)).toEqual([
    ...['loan_receivable', 'opening_balance_equity', 'tax_pending', 'unearned_finance_charge'],
  ])
  expect(balances.loan_receivable).toBe(loan.amount_due_cents)
})

test('the same file again changes nothing, and a changed row is refused with what differs', async () => {
  const book = await exactBook()
  await importLoanBook(ctx, { book, headers })
  expect(await preview(book)).toMatchObject({ created: 0, unchanged: 1, problems_count: 0 })
  const again = await sendLoanBook(ctx, '/loan-imports', { book, headers })
  expect([again.statusCode, again.json().code]).toEqual([422, 'loan_import.nothing_new'])
  const [loan] = book.loans
  const changed = { ...book, loans: [{ ...loan, Monto: 12_500 }] }
  const { problems } = await preview(changed)
  expect(problems).toEqual([expect.objectContaining({ sheet: 'loans', row: 2, column: 'Folio anterior' })])
  expect(problems[0].message).toContain('Monto: $12,000.00 → $12,500.00')
})

test('each wrong cell is reported with its sheet, row, column and what to do', async () => {
  const book = await makeBook()
  const [loan = {}] = book.loans
  const [first = {}, ...rest] = book.payments ?? []
  const wrong = {
    ...book,
    loans: [loan, { ...loan, 'Folio anterior': 'X-1', CURP: 'NADA' }],
    payments: [{ ...first, Fecha: '99/99/2026' }, ...rest, { ...first, 'Folio anterior': 'OTRO' }],
  }
  const { problems } = await preview(wrong)
  expect(problems).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ sheet: 'loans', row: 3, column: 'CURP' }),
      { sheet: 'payments', row: 2, column: 'Fecha', message: 'Escribe la fecha como dd/mm/aaaa' },
      expect.objectContaining({ sheet: 'payments', row: 7, column: 'Folio anterior' }),
    ]),
  )
  const asked = await sendLoanBook(ctx, '/loan-imports', { book: wrong, headers })
  expect([asked.statusCode, asked.json().code]).toEqual([422, 'loan_import.problems'])
})

test('a difference above the limit is refused until the second person accepts it as an adjustment', async () => {
  const book = { ...(await makeBook()), balances: [] as LoanBook['balances'] }
  book.balances = [{ 'Folio anterior': book.former_id, Saldo: 8000 }]
  const refused = await sendLoanBook(ctx, '/loan-imports', { book, headers })
  expect([refused.statusCode, refused.json().code]).toEqual([422, 'loan_import.problems'])
  const { problems, loans } = await preview(book)
  expect(problems).toEqual([expect.objectContaining({ sheet: 'balances', row: 2, column: 'Saldo' })])
  const limit = String(Math.abs(loans[0].difference))
  expect(await preview(book, { difference_limit: limit })).toMatchObject({
    above_limit: 0,
    problems_count: 0,
  })
  const accepted = { accepts_differences: 'true' }
  const asked = await sendLoanBook(ctx, '/loan-imports', { book, headers, fields: accepted })
  const line = { label: 'Diferencias que aceptas como ajuste', value: '1 de más de $0.00' }
  expect(asked.json().approval.lines).toContainEqual(line)
  const own = `${ctx.api}/approvals/${asked.json().approval.id}`
  expect((await ctx.app.inject({ method: 'POST', url: `${own}/approve`, headers })).statusCode).toBe(403)
  const second = await signIn(ctx, await makeStaff(ctx, 'U0'))
  const approved = await ctx.app.inject({ method: 'POST', url: `${own}/approve`, headers: second })
  expect(approved.statusCode).toBe(200)
  await ctx.drain(['import-loans'])
  const loan = await loanOf(book.former_id)
  // The worker owes what the payments give, not what the former system said.
  expect(loan.amount_due_cents / 100).toBe(loans[0].calculated)
})

test('an import of which one loan became wrong imports nothing and says why', async () => {
  const [good, bad] = [await exactBook(), await exactBook()]
  const book: LoanBook = {
    loans: [...good.loans, ...bad.loans],
    payments: [...(good.payments ?? []), ...(bad.payments ?? [])],
    balances: [...good.balances, ...bad.balances],
  }
  const asked = await sendLoanBook(ctx, '/loan-imports', { book, headers })
  const { import: started, approval } = asked.json()
  await ctx.deps.db
    .updateTable('app_user')
    .set({ is_active: false })
    .where('key', '=', String(bad.loans[0]?.['Número de empleado']))
    .execute()
  const second = await signIn(ctx, await makeStaff(ctx, 'U0'))
  const url = `${ctx.api}/approvals/${approval.id}/approve`
  await ctx.app.inject({ method: 'POST', url, headers: second })
  await ctx.drain(['import-loans'])
  const done = (await ctx.app.inject({ url: `${ctx.api}/loan-imports/${started.id}`, headers })).json()
  expect(done).toMatchObject({ state: 'failed', loans_done: 0 })
  expect(done.problems).toEqual([
    expect.objectContaining({ sheet: 'loans', row: 3, column: 'Número de empleado' }),
  ])
  const found = ctx.deps.db.selectFrom('loan').select('id').where('former_id', '=', good.former_id)
  expect(await found.executeTakeFirst()).toBeUndefined()
})

test('the database refuses an order, a deletion and another origin of an imported loan', async () => {
  const book = await exactBook()
  await importLoanBook(ctx, { book, headers })
  const { id, user_id } = await loanOf(book.former_id)
  const order = sql`insert into transfer (loan_id, attempt, status, tracking_key, numeric_reference, amount_cents,
      operation_date, payment_concept, beneficiary_name, beneficiary_account, account_type_beneficiary,
      rfc_curp_beneficiary, counterpart_institution, operating_institution, payer_name, paying_account, rfc_curp_payer,
      created_at, updated_at)
    values (${id}, 1, 'pending', 'ABCDEFGH1234', 1, 100, '2026-11-20', 'x', 'x', '012180000118359713', 40, 'x', '40012',
      '90646', 'x', 'x', 'x', now(), now())`
  await expect(order.execute(ctx.superuser)).rejects.toThrow('was imported')
  const change = ctx.superuser.updateTable('loan').set({ former_id: null, loan_import_id: null })
  await expect(change.where('id', '=', id).execute()).rejects.toThrow('is what its import made it')
  const { loan: other } = await makeLoan(ctx)
  const paid = sql`insert into payment (loan_id, user_id, amount_paid_cents, previous_amount_due_cents,
      new_amount_due_cents, registered_by, value_date, is_imported, created_at)
    values (${other.id}, ${other.user_id}, 100, 100, 0, ${user_id}, '2026-11-20', true, now())`
  await expect(paid.execute(ctx.superuser)).rejects.toThrow('was not imported')
  const url = `${ctx.api}/loan/${id}`
  const deleted = await ctx.app.inject({ method: 'DELETE', url, headers })
  expect([deleted.statusCode, deleted.json().code]).toEqual([409, 'loan.imported'])
})

test('the reconciliation lists both balances and the difference of each loan as a spreadsheet', async () => {
  const book = await exactBook()
  const { id } = await importLoanBook(ctx, { book, headers })
  const answer = await ctx.app.inject({ url: `${ctx.api}/loan-imports/${id}/reconciliation.xlsx`, headers })
  const file = read(answer.rawPayload)
  const [row] = utils.sheet_to_json<Record<string, unknown>>(file.Sheets[file.SheetNames[0] ?? ''] ?? {})
  expect(row).toMatchObject({ 'Folio anterior': book.former_id, Diferencia: 0, Resultado: 'Nuevo' })
  const url = `${ctx.api}/loan-imports/${id}/loans?differs=1`
  expect((await ctx.app.inject({ url, headers })).json()).toMatchObject({ count: 0 })
})
