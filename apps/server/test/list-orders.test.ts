import { bankLineQuery, openPaymentQuery } from '@quincena/domain/bank-statements/schema'
import { loanQuery } from '@quincena/domain/loans/schema'
import { transferQuery } from '@quincena/domain/transfers/schema'
import { userQuery } from '@quincena/domain/users/schema'
import { CompiledQuery, Kysely, type LogEvent, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../src/db/types.ts'
import { listLines, listOpenPayments } from '../src/lending/bank-matches/queries/lines.ts'
import { listLoans } from '../src/lending/loans/queries/loans.ts'
import { listTransfers } from '../src/lending/payouts/queries/transfers.ts'
import { isTaken, listUsers } from '../src/people/users/queries/users.ts'
import { defaultBankAccount } from '../src/treasury/ledger/queries/bank-accounts.ts'
import { createTestContext, type TestContext } from './context.ts'
import { makeLoan } from './loans.ts'

let ctx: TestContext
let db: Kysely<Database>
let queries: CompiledQuery[] = []

const recordQuery = (event: LogEvent) => {
  queries.push(event.query)
}

/** Inserts 50,000 loans, 50,000 orders and 50,000 users with similar values. */
async function fill() {
  const { loan, worker } = await makeLoan(ctx, { state: 'rejected' })
  const copies = sql`from generate_series(1, 50000) n`
  await sql`insert into app_user (user_type, email, first_name, last_name)
    select case when n % 100 = 0 then 'U1' else 'U2' end, n || '@empresa.mx', 'Ana', 'Ruiz' ${copies}`.execute(
    db,
  )
  await sql`insert into loan (user_id, type, state, amount_cents, interest_rate, term, installments, monthly_payment_cents,
      total_debt_cents, payment_deadline, requested_day, created_at, updated_at)
    select ${worker.id}::bigint, 'credit', (array['rejected', 'completed', 'declined'])[n % 3 + 1], n, 0.18, 12, 12, n, n + 100,
      '2027-01-01', '2026-11-20', now(), now() ${copies}`.execute(db)
  await sql`insert into transfer (loan_id, attempt, status, tracking_key, numeric_reference, amount_cents,
      operation_date, payment_concept, beneficiary_name, beneficiary_account, account_type_beneficiary,
      rfc_curp_beneficiary, counterpart_institution, operating_institution, payer_name, paying_account,
      rfc_curp_payer, created_at, updated_at)
    select ${loan.id}::bigint, n, 'failed', 'TESTKEY' || n, 1, n, '2026-11-20', '', '', ${worker.debit_card_number}, 40,
      '', '', '', '', '', '', now(), now() ${copies}`.execute(db)
  await sql`insert into payment (loan_id, user_id, registered_by, due_cents, on_account_cents, prepaid_cents, amount_paid_cents, previous_amount_due_cents, new_amount_due_cents,
      value_date, bank_account_id, has_line, created_at)
    select ${loan.id}::bigint, ${worker.id}::bigint, ${worker.id}::bigint, 0, n, 0, n, n, 0, date '2026-11-20' - n % 500, ${defaultBankAccount}, n % 50 > 0, now()
    ${copies}`.execute(db)
  const statement = await sql<{
    id: number
  }>`insert into bank_statement (bank_account_id, file_name, file_sha256,
      uploaded_by, headers, rows_total, created_at)
    values (${defaultBankAccount}, 'estado.csv', '', ${worker.id}, '[]', 50000, now()) returning id`.execute(
    db,
  )
  await sql`insert into bank_line (bank_account_id, statement_id, number, day, description, reference, amount_cents,
      occurrence, matched_cents, explained_as, explanation, explained_by, explained_at, created_at)
    select ${defaultBankAccount}, ${statement.rows[0]?.id}::bigint, n, date '2026-11-20' - n % 500, 'SPEI', 'R' || n, n, 1,
      case when n % 50 > 1 then n else 0 end, case when n % 50 = 1 then 'other' end,
      case when n % 50 = 1 then 'Prueba' end, case when n % 50 = 1 then ${worker.id}::bigint end,
      case when n % 50 = 1 then now() end, now() ${copies}`.execute(db)
  await sql`analyze`.execute(ctx.superuser)
}

beforeAll(async () => {
  // The thousands of loans and orders are copies in SQL, which have no schedule and no ledger entries.
  ctx = await createTestContext({ is_ledger_checked: false })
  const pool = new pg.Pool({ connectionString: ctx.deps.env.database_url, max: 2 })
  db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }), log: recordQuery })
  await fill()
})
afterAll(() => db.destroy())

/** Query plan of a list's page, which is the statement with an `order by`. */
const planOfPage = (list: () => Promise<unknown>) => planOf('order by', list)

/** Query plan of the first statement that contains `words`. Throws if there is none. */
async function planOf(words: string, runList: () => Promise<unknown>): Promise<string> {
  queries = []
  await runList()
  const page = queries.find((query) => query.sql.includes(words))
  if (page === undefined) throw new Error('nothing was read')
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': string }>(
    CompiledQuery.raw(`explain ${page.sql}`, [...page.parameters]),
  )
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

const today = '2026-11-20'
const staff = { id: 0, user_type: 'U0' as const, company_id: null }

test.each([
  ['amount', 'loan_amount'],
  ['total_debt', 'loan_total_debt'],
  ['amount_due', 'loan_amount_due'],
  ['interest_rate', 'loan_interest_rate'],
  ['next_payment_date', 'loan_next_payment'],
  ['days_late', 'loan_late_since'],
  ['folio', 'loan_folio_unique'],
  ['status', 'loan_status'],
])('loan lists ordered by %s, up or down, of any type, use index %s', async (ordering, index) => {
  const lists = [ordering, `-${ordering}`].flatMap((name) => [
    { ordering: name },
    { ordering: name, type: 'credit' },
  ])
  for (const list of lists) {
    const query = loanQuery.parse(list)
    const plan = await planOfPage(() => listLoans(db, { user: staff, today }, query))
    expect(plan).toMatch(new RegExp(`Index.* Scan.* using ${index} on loan`))
    // Sorted are at most the rows of the page, or, by an incremental sort, rows with equal values.
    const sorted = [...plan.matchAll(/(?<!Incremental )Sort {2}\(cost=\S+ rows=(\d+)/g)].map(([, rows]) =>
      Number(rows),
    )
    expect(Math.max(0, ...sorted)).toBeLessThanOrEqual(query.page_size)
  }
})

test('the check for a used account number uses an index, with and without the bank', async () => {
  for (const bank of [undefined, '40012']) {
    const plan = await planOf('limit', () =>
      isTaken(db, { field: 'bank_account_number', value: '12345678901', bank }),
    )
    expect(plan).toMatch(/Index.* Scan using (user_account_number|bank_account_number_unique)/)
  }
})

test('the unconfirmed workers of a page, and a list of them, use the index of open changes', async () => {
  await sql`insert into worker_change (user_id, field, changed_by, changed_at, confirmed_by, confirmed_at)
    select worker.id, 'created', 1, now(), case when worker.id % 500 > 0 then other.id end,
      case when worker.id % 500 > 0 then now() end
    from app_user worker, (select max(id) as id from app_user) other where worker.user_type = 'U2'`.execute(
    db,
  )
  await sql`analyze worker_change`.execute(ctx.superuser)
  const marks = await planOf('has_open_changes', () => listUsers(db, userQuery.parse({})))
  expect(marks).toContain('worker_change_open')
  const list = await planOfPage(() => listUsers(db, userQuery.parse({ is_unconfirmed: 'true' })))
  expect(list).toContain('worker_change_open')
})

test('user lists ordered by type and order lists ordered by amount use their index', async () => {
  const people = userQuery.parse({ ordering: '-user_type' })
  const plan = await planOfPage(() => listUsers(db, people))
  expect(plan).toMatch(/Index.* Scan.* using user_type_order on app_user/)
  const orders = transferQuery.parse({ ordering: 'amount' })
  const amounts = await planOfPage(() =>
    listTransfers(db, { ...orders, lender: '', now: Temporal.Now.instant() }),
  )
  expect(amounts).toMatch(/Index.* Scan.* using transfer_amount on transfer/)
})

/** Expects that a plan reads an index in its order and sorts at most rows with equal values. */
function expectInOrder(plan: string, index: string) {
  expect(plan).toMatch(new RegExp(`Index.* Scan.* using ${index} `))
  expect(plan.replaceAll(/Incremental Sort|Sort Key/g, '')).not.toContain('Sort')
}

test.each([
  [{}, 'bank_line_day'],
  [{ ordering: 'day' }, 'bank_line_day'],
  [{ ordering: 'amount' }, 'bank_line_amount'],
  [{ state: 'matched' }, 'bank_line_matched'],
  [{ state: 'waiting' }, 'bank_line_open'],
  [{ state: 'waiting', ordering: '-amount' }, 'bank_line_open_amount'],
  [{ state: 'open', ordering: 'amount' }, 'bank_line_open_amount'],
  [{ state: 'explained' }, 'bank_line_explained'],
])('a bank account’s lines with %o use index %s', async (filters, index) => {
  const query = bankLineQuery.parse({ bank_account: '1', ...filters })
  expectInOrder(await planOfPage(() => listLines(db, query)), index)
})

test('a search for a bank line uses its index', async () => {
  const query = bankLineQuery.parse({ bank_account: '1', search: 'R49999' })
  expect(await planOf('order by', () => listLines(db, query))).toContain('bank_line_search')
})

test.each([
  [{}, 'payment_without_line'],
  [{ ordering: 'amount' }, 'payment_without_line_amount'],
])('payments that no bank line shows with %o use index %s', async (filters, index) => {
  const query = openPaymentQuery.parse({ bank_account: '1', ...filters })
  expectInOrder(await planOfPage(() => listOpenPayments(db, query)), index)
})

test('loan lists ordered by status follow the displayed status', async () => {
  const query = loanQuery.parse({ type: 'credit', ordering: 'status', page_size: 1 })
  await makeLoan(ctx, { state: 'requested' })
  const { rows } = await listLoans(ctx.deps.db, { user: staff, today }, query)
  expect(rows.map(({ status }) => status)).toEqual(['INA'])
  const last = await listLoans(ctx.deps.db, { user: staff, today }, { ...query, ordering: '-status' })
  expect(last.rows.map(({ status }) => status)).toEqual(['REJ'])
})
