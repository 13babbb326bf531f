import { accountVerificationQuery } from '@quincena/domain/accounts/verification-schema'
import { refundQuery, workerBalanceQuery } from '@quincena/domain/worker-balances/schema'
import { CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../src/db/types.ts'
import { listRefunds } from '../src/treasury/refunds/queries/refunds.ts'
import { listVerifications } from '../src/treasury/verifications/queries/list-verifications.ts'
import { listBalances } from '../src/treasury/worker-balances/queries/worker-balances.ts'
import { createTestContext, type TestContext } from './context.ts'
import { makeStaff } from './factories.ts'

const now = Temporal.Instant.from('2026-11-20T16:00:00Z')
const actor = { id: 0, user_type: 'U0' as const, company_id: null }
let ctx: TestContext
let db: Kysely<Database>
let queries: CompiledQuery[] = []

/**
 * Inserts 40,000 workers: each with a verification, of which one in 400 waits for staff; a quarter with a balance, one in
 * 40 with a debt apart; each with a request for a second person, of which one in 20 is a refund and one in 400 is open.
 */
async function fill() {
  const { id: staff_id } = await makeStaff(ctx)
  await sql`insert into app_user (user_type, email, first_name, last_name, debit_card_number)
    select 'U2', n || '@empresa.mx', md5(n::text), 'Ruiz', (1000000000000000 + n)::text
    from generate_series(1, 40000) n`.execute(db)
  const workers = sql`from (select id, id % 400 as rest, debit_card_number as account from app_user where user_type = 'U2') as w`
  await sql`insert into worker_account (user_id, balance_cents, receivable_cents)
    select id, case when rest % 4 = 0 then id % 9000 + 1 else 0 end, case when rest % 40 = 1 then 500 else 0 end ${workers}
    where rest % 4 = 0 or rest % 40 = 1`.execute(db)
  const { rows } = await sql<{
    id: number
  }>`insert into transfer (user_id, purpose, attempt, status, tracking_key,
      numeric_reference, amount_cents, operation_date, payment_concept, beneficiary_name, beneficiary_account,
      account_type_beneficiary, rfc_curp_beneficiary, counterpart_institution, operating_institution, payer_name,
      paying_account, rfc_curp_payer, created_at, updated_at)
    values (${staff_id}, 'verification', 1, 'failed', 'V100000000001', 1, 1, '2026-11-20', '', '', '012180000000000012', 40, '', '', '', '',
      '', '', now(), now()) returning id`.execute(db)
  await sql`insert into account_verification (user_id, account, state, source, transfer_id, failure, decided_at, next_at,
      result, score, identity, registered_name, requested_at, created_at, updated_at)
    select id, account, state, case when state in ('verified', 'mismatch') then 'centavo' end, ${rows[0]?.id}::bigint,
      case when state = 'failed' then 'no_name' end, case when state <> 'pending' then now() end,
      case when state = 'pending' then now() end, case when state = 'mismatch' then 'mismatch' end,
      case when state = 'mismatch' then 0.1 end, case when state = 'mismatch' then 'none' end,
      case when state = 'mismatch' then 'ANA' end, timestamptz '2026-11-01' - id * interval '1 minute', now(), now()
    ${workers}, lateral (select coalesce((array['failed', 'pending', 'mismatch'])[rest], 'verified') as state) as judged`.execute(
    db,
  )
  await sql`insert into approval (action, subject, subject_id, payload, deciders, is_single, title, amount_cents, lines,
      requested_by, requested_at, state, decided_by, decided_at)
    select case when rest % 20 = 0 then 'refund.release' else 'other.action' end, 'user', id, '{"account_last4":"1234"}',
      'staff', true, 'Devolver', 100, '[]', id, timestamptz '2026-11-01' - id * interval '1 minute',
      case when rest = 0 then 'open' else 'withdrawn' end, null, case when rest > 0 then now() end ${workers}`.execute(
    db,
  )
  // Statistics of all rows: a sample differs from run to run, and with it the plans.
  await ctx.superuser.connection().execute(async (one) => {
    await sql`set default_statistics_target = 1000`.execute(one)
    await sql`vacuum analyze`.execute(one)
  })
}

beforeAll(async () => {
  // The balances are copies in SQL, which have no ledger entries.
  ctx = await createTestContext({ is_ledger_checked: false })
  const pool = new pg.Pool({ connectionString: ctx.deps.env.database_url, max: 2 })
  const log = ({ query }: { query: CompiledQuery }) => void queries.push(query)
  db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }), log })
  await fill()
})
afterAll(() => db.destroy())

/** The plan of the statement that reads the page. */
async function planOf(list: () => Promise<unknown>): Promise<string> {
  queries = []
  await list()
  const page = queries.find((query) => query.sql.includes('order by'))
  if (page === undefined) throw new Error('no page was read')
  const explain = CompiledQuery.raw(`explain ${page.sql}`, [...page.parameters])
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': string }>(explain)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

/** Expects that a plan reads the page in the order of an index, and sorts at most rows with equal values. */
function expectInOrder(plan: string, index: string) {
  expect(plan).toMatch(new RegExp(`Index.* Scan.* using ${index} `))
  expect(plan.replaceAll(/Incremental Sort|Sort Key/g, '')).not.toContain('Sort')
}

const balances = (query: object) => () => listBalances(db, actor, workerBalanceQuery.parse(query))
const refunds = (query: object) => () => listRefunds(db, actor, refundQuery.parse(query))
const verifications = (query: object) => () =>
  listVerifications(db, accountVerificationQuery.parse(query), now)

describe('in the order of an index, without a sort, is read', () => {
  test.each([
    ['the list of balances', balances({}), 'worker_account_balance'],
    ['the list of balances, smallest first', balances({ ordering: 'balance' }), 'worker_account_balance'],
    ['the list of balances by name', balances({ ordering: 'name' }), 'user_first_name'],
    ['the list of workers who owe', balances({ owes: 'true' }), 'worker_account_receivable'],
    ['the list of refunds', refunds({}), 'approval_of_action'],
    ['the list of earlier refunds', refunds({ state: 'done' }), 'approval_of_action'],
    ['the list of accounts', verifications({}), 'account_verification_newest'],
    ['the list of verified accounts', verifications({ status: 'verified' }), 'account_verification_newest'],
    ['the list of other holders', verifications({ status: 'mismatch' }), 'account_verification_waiting'],
    ['the list of accounts asked now', verifications({ status: 'pending' }), 'account_verification_waiting'],
    [
      'the list of accounts without an answer',
      verifications({ status: 'unanswered' }),
      'account_verification_unanswered',
    ],
  ])('%s', async (_what, list, index) => expectInOrder(await planOf(list), index))
})

describe('by an index that finds the few rows is read', () => {
  test.each([
    ['a search for a balance', balances({ search: '827ccb0eea8a' }), 'user_search'],
    ['the list of open refunds', refunds({ state: 'open' }), 'approval_of_state'],
    ['the list of a worker’s refunds', refunds({ user__id: '17' }), 'approval_of_subject'],
    ['a search for refunds', refunds({ search: '827ccb0eea8a' }), 'user_search'],
    ['the list of accepted accounts', verifications({ status: 'accepted' }), 'account_verification_'],
    ['the list of a worker’s accounts', verifications({ user: '17' }), 'account_verification_once'],
    ['a search for a worker’s account', verifications({ search: '827ccb0eea8a' }), 'user_search'],
    ['a search for four last digits', verifications({ search: '2345' }), 'account_verification_ending'],
    [
      'a search for a whole card',
      verifications({ search: '1000000000012345' }),
      'account_verification_ending',
    ],
  ])('%s', async (_what, list, index) => {
    const plan = await planOf(list)
    expect(plan).toMatch(new RegExp(`Index.* Scan.* (using|on) ${index}`))
    expect(plan).not.toMatch(/Seq Scan on (app_user|account_verification|approval|worker_account)/)
  })
})

test('a search finds an account by its whole number or its last four digits, and by nothing between', async () => {
  const { rows } = await verifications({ search: '1000000000012345' })()
  expect(rows.map(({ account_last4 }) => account_last4)).toEqual(['2345'])
  const ends = await verifications({ search: '2345' })()
  expect(ends.rows.length).toBeGreaterThan(0)
  expect(new Set(ends.rows.map(({ account_last4 }) => account_last4))).toEqual(new Set(['2345']))
  for (const part of ['0000000012345', '100000000001234', '000000000012345'])
    expect(await verifications({ search: part })(), part).toMatchObject({ count: 0 })
})
