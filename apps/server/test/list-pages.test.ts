import { auditQuery } from '@quincena/domain/audit/schema'
import { bankLineQuery, proofQuery } from '@quincena/domain/bank-statements/schema'
import { loanQuery } from '@quincena/domain/loans/schema'
import { paymentQuery } from '@quincena/domain/payments/schema'
import { transferQuery } from '@quincena/domain/transfers/schema'
import { userQuery } from '@quincena/domain/users/schema'
import { CompiledQuery, Kysely, type LogEvent, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../src/db/types.ts'
import { listLines } from '../src/lending/bank-matches/queries/lines.ts'
import { listProofs } from '../src/lending/bank-matches/queries/proofs.ts'
import { listLoans } from '../src/lending/loans/queries/loans.ts'
import { listPayments } from '../src/lending/payments/queries/payments.ts'
import { listTransfers } from '../src/lending/payouts/queries/transfers.ts'
import { listAudit } from '../src/office/audit/queries.ts'
import { listUsers } from '../src/people/users/queries/users.ts'
import { foldCounts } from '../src/platform/list-counts/commands/fold-counts.ts'
import { defaultBankAccount } from '../src/treasury/ledger/queries/bank-accounts.ts'
import { createTestContext, type TestContext } from './context.ts'
import { makeCompany, makeStaff, signIn } from './factories.ts'
import { makeLoan } from './loans.ts'

const all = 24_000
/** The most rows that a statement of a list may read: of four states, a screenful and the thousand rows before it. */
const mostRead = 5000

let ctx: TestContext
let db: Kysely<Database>
let queries: CompiledQuery[] = []
let company: number
let bank_account: number
let borrower: string

/** Rows of 600 days, 40 a day; one in 200 orders is in review. Old loans are closed, which most filters leave out. */
async function fill() {
  const { loan, worker } = await makeLoan(ctx, { state: 'rejected' })
  company = (await makeCompany(ctx)).id
  borrower = `${worker.first_name} ${worker.last_name}`
  const copies = sql`from generate_series(1, ${all}::int) n`
  const created = sql`(timestamptz '2026-11-20 16:00Z' - interval '36 minutes' * n)`
  await sql`insert into app_user (user_type, email, first_name, last_name, company_id, is_active, has_all_documents, created_at)
    select case when n % 100 = 0 then 'U1' else 'U2' end, n || '@empresa.mx', 'Ana', 'Ruiz', case when n % 50 = 0 then ${company}::bigint end,
      n % 20 > 0, n % 3 = 0, ${created} ${copies}`.execute(db)
  await sql`insert into loan (user_id, company_id, type, state, amount_cents, interest_rate, term, installments, monthly_payment_cents,
      total_debt_cents, payment_deadline, requested_day, created_at, updated_at)
    select ${worker.id}::bigint, case when n % 50 = 0 then ${company}::bigint end, case when n % 3 = 0 then 'advance' else 'credit' end,
      case when n < 18000 then (array['completed', 'rejected'])[n % 2 + 1] else (array['declined', 'expired', 'cancelled'])[n % 3 + 1] end,
      n, 0.18, 12, 12, n, n + 100, '2027-01-01', '2026-11-20', ${created}, now() ${copies}`.execute(db)
  await sql`insert into transfer (loan_id, attempt, status, state, tracking_key, numeric_reference, amount_cents,
      operation_date, payment_concept, beneficiary_name, beneficiary_account, account_type_beneficiary,
      rfc_curp_beneficiary, counterpart_institution, operating_institution, payer_name, paying_account,
      rfc_curp_payer, created_at, updated_at)
    select ${loan.id}::bigint + n, 1, case when n % 200 = 0 then 'review' else 'failed' end, null, 'TESTKEY' || n, 1, n,
      (${created} at time zone 'America/Mexico_City')::date, '', '', ${worker.debit_card_number}, 40, '', '', '', '', '', '', ${created}, now()
    ${copies}`.execute(db)
  await sql`insert into payment (loan_id, user_id, registered_by, due_cents, on_account_cents, prepaid_cents, amount_paid_cents,
      previous_amount_due_cents, new_amount_due_cents, value_date, bank_account_id, proof, created_at)
    select ${loan.id}::bigint + n, ${worker.id}::bigint, ${worker.id}::bigint, 0, n, 0, n, n, 0, '2026-11-20', ${defaultBankAccount},
      case when n % 3 > 0 then 'pending' end, ${created}
    ${copies}`.execute(db)
  await sql`with statement as (
      insert into bank_statement (bank_account_id, file_name, file_sha256, uploaded_by, headers, rows_total, created_at)
      values (${defaultBankAccount}, 'estado.csv', '', ${worker.id}, '[]', ${all}, now()) returning id)
    insert into bank_line (bank_account_id, statement_id, number, day, description, reference, amount_cents, occurrence,
      matched_cents, created_at)
    select ${defaultBankAccount}, statement.id, n, ${created}::date, 'SPEI', 'R' || n, case when n % 7 = 0 then -n else n end, 1,
      case n % 7 when 0 then 0 when 1 then n when 2 then n - 1 else 0 end, now()
    from statement, generate_series(1, ${all}::int) n`.execute(db)
  // A few cancelled loans were paid out once.
  await sql`update loan set sent_at = created_at where state in ('completed', 'rejected') or id % 90 = 0`.execute(
    db,
  )
  await sql`update loan set sent_at = null where state = 'rejected'`.execute(db)
  await sql`delete from payment using loan where loan.id = loan_id and sent_at is null`.execute(ctx.superuser)
  await sql`insert into audit (action, subject, subject_id, created_at)
    select (array['loan.approve', 'user.updated'])[n % 2 + 1], (array['loan', 'user'])[n % 2 + 1], n, ${created} ${copies}`.execute(
    db,
  )
  const accounts = await sql<{ id: number }>`select ${defaultBankAccount} as id`.execute(db)
  bank_account = Number(accounts.rows[0]?.id)
  await foldCounts(ctx.deps)
  await sql`vacuum analyze`.execute(ctx.superuser)
}

beforeAll(async () => {
  // The rows are copies in SQL, without schedules and ledger entries.
  ctx = await createTestContext({ is_ledger_checked: false })
  const pool = new pg.Pool({ connectionString: ctx.deps.env.database_url, max: 2 })
  db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }: LogEvent) => void queries.push(query),
  })
  await fill()
})
afterAll(() => db.destroy())

const user = { id: 0, user_type: 'U0' as const, company_id: null }
type Filters = Record<string, string>
interface Listed {
  count: number
  rows: { id: number }[]
}

const lists = {
  loans: (query: Filters): Promise<Listed> =>
    listLoans(db, { user, today: '2026-11-20' }, loanQuery.parse(query)),
  users: (query: Filters): Promise<Listed> => listUsers(db, userQuery.parse(query)),
  orders: (query: Filters): Promise<Listed> =>
    listTransfers(db, {
      ...transferQuery.parse(query),
      lender: '',
      now: Temporal.Instant.from('2026-11-20T16:00Z'),
    }),
  payments: (query: Filters): Promise<Listed> => listPayments(db, user, paymentQuery.parse(query)),
  audit: (query: Filters): Promise<Listed> => listAudit(db, auditQuery.parse(query)),
  lines: (query: Filters): Promise<Listed> =>
    listLines(db, bankLineQuery.parse({ bank_account: String(bank_account), ...query })),
  proofs: (query: Filters): Promise<Listed> =>
    listProofs(db, {
      query: proofQuery.parse(query),
      now: Temporal.Instant.from('2026-11-20T16:00Z'),
      fileOf: (voucher_id) => voucher_id,
    }),
}

const review = `(select loan_id from transfer where status = 'review')`
const ended = `(select id from loan where state in ('rejected', 'declined', 'expired', 'cancelled'))`

/** Lists and the same rows in plain SQL. */
const cases: [keyof typeof lists, Filters, string][] = [
  ['loans', {}, 'loan order by created_at desc, id desc'],
  ['loans', { type: 'credit' }, `loan where type = 'credit' order by created_at desc, id desc`],
  [
    'loans',
    { type: 'credit', status: 'REJ', ordering: 'created_at' },
    `loan where type = 'credit' and state in ('rejected', 'declined', 'expired', 'cancelled') order by created_at, id`,
  ],
  [
    'loans',
    { situation: 'completed' },
    `loan where state = 'completed' and id not in ${review} order by created_at desc, id desc`,
  ],
  [
    'loans',
    { active_status: 'ALR' },
    `loan where state not in ('completed', 'overdue', 'payout_returned') and id not in ${review} order by created_at desc, id desc`,
  ],
  ['loans', { situation: 'in_review' }, `loan where id in ${review} order by created_at desc, id desc`],
  [
    'loans',
    { in_clarification: 'false' },
    `loan where id not in ${review} order by created_at desc, id desc`,
  ],
  ['loans', { ordering: '-amount' }, 'loan order by amount_cents desc, id desc'],
  [
    'loans',
    { from: '2025-12-01', to: '2026-08-31' },
    `loan where created_at >= '2025-12-01 06:00Z' and created_at < '2026-09-01 06:00Z' order by created_at desc, id desc`,
  ],
  ['users', {}, 'app_user where is_active order by created_at desc, id desc'],
  [
    'users',
    { has_all_documents: 'false' },
    `app_user where is_active and user_type = 'U2' and not has_all_documents order by created_at desc, id desc`,
  ],
  [
    'users',
    { ordering: 'first_name' },
    'app_user where is_active order by first_name collate "es-x-icu", id',
  ],
  ['orders', {}, 'transfer order by created_at desc, id desc'],
  ['orders', { ordering: 'operation_date' }, 'transfer order by operation_date, id'],
  [
    'orders',
    { needs_review: 'false' },
    `transfer where status <> 'review' order by created_at desc, id desc`,
  ],
  [
    'orders',
    { from: '2026-02-01', to: '2026-06-30', ordering: '-operation_date' },
    `transfer where operation_date between '2026-02-01' and '2026-06-30' order by operation_date desc, id desc`,
  ],
  [
    'orders',
    { from: '2026-02-01', to: '2026-02-28' },
    `transfer where operation_date between '2026-02-01' and '2026-02-28' order by created_at desc, id desc`,
  ],
  ['payments', {}, 'payment order by created_at desc, id desc'],
  ['payments', { status: 'APP' }, `payment where loan_id not in ${ended} order by created_at desc, id desc`],
  ['payments', { status: 'REJ' }, `payment where loan_id in ${ended} order by created_at desc, id desc`],
  ['audit', { ordering: 'created_at' }, 'audit order by created_at, id'],
  [
    'audit',
    { action: 'user.updated' },
    `audit where action = 'user.updated' order by created_at desc, id desc`,
  ],
  ['lines', {}, 'bank_line order by day desc, id desc'],
  ['lines', { state: 'matched' }, 'bank_line where matched_cents = amount_cents order by day desc, id desc'],
  [
    'lines',
    { state: 'waiting', ordering: 'day' },
    'bank_line where amount_cents < 0 or matched_cents < amount_cents order by day, id',
  ],
  [
    'lines',
    { state: 'partial', ordering: '-amount' },
    'bank_line where matched_cents > 0 and matched_cents < amount_cents order by amount_cents desc, id desc',
  ],
  ['proofs', {}, 'payment where proof is not null order by created_at desc, id desc'],
  [
    'proofs',
    { state: 'pending', ordering: 'created_at' },
    `payment where proof = 'pending' order by created_at, id`,
  ],
]

test.each(cases)(
  '%s with %o: the pages are those of the whole list, and the count is exact',
  async (list, query, text) => {
    const { rows } = await sql<{ id: number }>`select id from ${sql.raw(text)}`.execute(ctx.deps.db)
    const ids = rows.map(({ id }) => id)
    const size = 100
    const last = Math.max(1, Math.ceil(ids.length / size))
    // A page at the start, around the middle, in which the direction turns, and at the end.
    const pages = [
      1,
      2,
      11,
      13,
      Math.ceil(last / 3),
      Math.floor(last / 2),
      Math.ceil(last / 2) + 1,
      last - 1,
      last,
    ]
    for (const page of new Set(pages.filter((one) => one >= 1 && one <= last))) {
      const found = await lists[list]({ ...query, page_size: String(size), page: String(page) })
      expect(found.count).toBe(ids.length)
      expect({ page, ids: found.rows.map(({ id }) => id) }).toEqual({
        page,
        ids: ids.slice((page - 1) * size, page * size),
      })
    }
    const beyond = await lists[list]({ ...query, page_size: String(size), page: String(last + 1) })
    expect(beyond).toMatchObject({ count: ids.length, rows: [] })
  },
)

test('the situations count each loan once, under the other filters', async () => {
  const { rows } = await sql<{ situation: string; count: number }>`
    select case when id in (select loan_id from transfer where status = 'review') then 'in_review' else state end as situation, count(*) as count
    from loan where type = 'credit' group by 1`.execute(ctx.deps.db)
  const situations = Object.fromEntries(rows.map(({ situation, count }) => [situation, count]))
  for (const situation of [undefined, 'completed', 'in_review']) {
    const query = loanQuery.parse({ type: 'credit', ...(situation && { situation }) })
    const listed = await listLoans(db, { user, today: '2026-11-20' }, query)
    expect(listed.situations).toEqual(situations)
  }
})

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: PlanNode[]
}

const scans = (node: PlanNode): PlanNode[] => [
  ...(node['Relation Name'] === undefined ? [] : [node]),
  ...(node.Plans ?? []).flatMap(scans),
]

/** How many rows a statement reads of its tables. */
async function rowsRead({ sql: text, parameters }: CompiledQuery) {
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': { Plan: PlanNode }[] }>(
    CompiledQuery.raw(`explain (analyze, timing off, format json) ${text}`, [...parameters]),
  )
  const read = scans(rows[0]?.['QUERY PLAN'][0]?.Plan ?? expect.unreachable('no plan')).map(
    (node) =>
      node['Actual Loops'] *
      (node['Actual Rows'] +
        (node['Rows Removed by Filter'] ?? 0) +
        (node['Rows Removed by Index Recheck'] ?? 0)),
  )
  return Math.round(read.reduce((sum, rows_read) => sum + rows_read, 0))
}

/** Their rows are found by another order or filter than the numbers have: a part of the list is passed over. */
const passesOver = new Set(['-amount', 'first_name', 'false'])

describe.each(cases)('%s with %o', (list, query) => {
  test.each(['first', 'tenth', 'last'])('the statements of the %s page read few rows', async (place) => {
    const size = 50
    const { count } = await lists[list](query)
    const last = Math.ceil(count / size)
    const page = { first: 1, tenth: Math.max(1, Math.floor(last / 10)), last }[place] ?? 1
    if (place === 'tenth' && Object.values(query).some((value) => passesOver.has(value))) return
    queries = []
    await lists[list]({ ...query, page_size: String(size), page: String(page) })
    for (const statement of [...queries]) {
      const read = await rowsRead(statement)
      expect(read, statement.sql).toBeLessThan(mostRead)
    }
  })
})

test('a search that finds more than 10,000 users says so, and its pages end there', async () => {
  const headers = await signIn(ctx, await makeStaff(ctx, 'U0'))
  const read = async (query: string) =>
    (
      await ctx.app.inject({ url: `${ctx.api}/auth/users?search=ruiz&page_size=100&${query}`, headers })
    ).json()
  const first = await read('page=1')
  expect(first).toMatchObject({ count: 10_000, count_capped: true, previous: null })
  expect(first.next).toContain('page=2')
  const last = await read('page=100')
  expect(last.results).toHaveLength(100)
  expect(last.next).toBeNull()
  expect(await read('page=101')).toMatchObject({ count: 10_000, results: [], next: null })
  const few = await read(`company=${company}`)
  expect(few.count).toBeGreaterThan(100)
  expect(few).not.toHaveProperty('count_capped')
})

test('a search that finds more than 10,000 loans has no counts of situations', async () => {
  const query = { type: 'credit', search: borrower }
  const listed = await listLoans(db, { user, today: '2026-11-20' }, loanQuery.parse(query))
  expect(listed).toMatchObject({ count: 10_000, count_capped: true, situations: undefined })
  const few = await listLoans(
    db,
    { user, today: '2026-11-20' },
    loanQuery.parse({ ...query, situation: 'in_review' }),
  )
  expect(few.count).toBeLessThan(200)
  expect(few.count_capped).toBeUndefined()
})
