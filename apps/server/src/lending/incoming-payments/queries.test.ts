import { incomingPaymentQuery } from '@quincena/domain/incoming-payments/schema'
import { CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeActiveLoan } from '../../../test/loans.ts'
import type { Database } from '../../db/types.ts'
import { listIncomingPayments } from './queries/incoming-payments.ts'

let ctx: TestContext
let db: Kysely<Database>
let queries: CompiledQuery[] = []

/** Inserts 20,000 payments: one in a hundred open, all payers different, a third matched to one loan. */
async function fill(loan_id: number) {
  await sql`insert into incoming_payment (stp_id, amount_cents, payer_name, tracking_key, status, received_at,
      matched_loan_id, match_rule, stp_check, stp_confirmed_at, stp_order_id)
    select n, n, md5(n::text), 'CLAVE' || n, case when n % 100 = 0 then 'open' else 'confirmed' end,
      timestamptz '2026-11-20' - n * interval '1 minute',
      case when n % 3 = 0 then ${loan_id}::bigint end, case when n % 3 = 0 then 'account' end,
      case when n % 200 = 0 then 'pending' else 'confirmed' end,
      case when n % 200 = 0 then null else timestamptz '2026-11-20' end, case when n % 200 = 0 then null else n end
    from generate_series(1, 20000) n`.execute(db)
  await sql`update incoming_payment set unapplied_cents = amount_cents, booked_at = received_at
    where status = 'open' and stp_confirmed_at is not null`.execute(ctx.superuser)
  await sql`vacuum analyze incoming_payment`.execute(ctx.superuser)
}

beforeAll(async () => {
  // The payments are copies in SQL, which have no ledger entries.
  ctx = await createTestContext({ is_ledger_checked: false })
  const pool = new pg.Pool({ connectionString: ctx.deps.env.database_url, max: 2 })
  const log = ({ query }: { query: CompiledQuery }) => void queries.push(query)
  db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }), log })
  await fill((await makeActiveLoan(ctx)).loan.id)
})
afterAll(() => db.destroy())

async function runQuery(query: object) {
  queries = []
  const found = await listIncomingPayments(db, { ...incomingPaymentQuery.parse(query), user_id: 1 })
  return { found, params: queries }
}

async function planOfPage(query: object) {
  const page = (await runQuery(query)).params.find(({ sql: text }) => text.includes('order by'))
  if (page === undefined) throw new Error('no page was read')
  const { rows } = await db.executeQuery<{ 'QUERY PLAN': string }>(
    CompiledQuery.raw(`explain ${page.sql}`, [...page.parameters]),
  )
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

test.each([
  ['all of them', {}, 'incoming_payment_received'],
  ['those not registered yet', { status: 'open' }, 'incoming_payment_status_received'],
  ['those to be registered', { status: 'open', stp_confirmed: true }, 'incoming_payment_usable'],
  ['those STP has not confirmed', { status: 'open', stp_confirmed: false }, 'incoming_payment_unconfirmed'],
  [
    'money that is left, without an owner',
    { unidentified: true, owner: 'none' },
    'incoming_payment_unapplied',
  ],
  [
    'money that is left, by amount',
    { unidentified: true, ordering: '-unapplied' },
    'incoming_payment_unapplied_amount',
  ],
  ['what a search finds', { search: '827ccb0eea8a' }, 'incoming_payment_search'],
  ['what four last digits find', { search: '3218' }, 'incoming_payment_payer_end'],
])('the list of %s uses its index', async (_what, query, index) => {
  const plan = await planOfPage(query)
  expect(plan).toMatch(new RegExp(`(Index.* Scan.* using|Bitmap Index Scan on) ${index}`))
  expect(plan).not.toContain('Seq Scan on incoming_payment')
})

test('a payer’s account is found whole or by its last four digits, and by nothing between', async () => {
  const paying_account = '012180009876543218'
  const { id } = await db.selectFrom('incoming_payment').select('id').limit(1).executeTakeFirstOrThrow()
  await db.updateTable('incoming_payment').set({ paying_account }).where('id', '=', id).execute()
  const isFound = async (search: string) =>
    (await runQuery({ search, page_size: 50 })).found.rows.some((row) => row.id === id)
  expect([await isFound(paying_account), await isFound('3218')]).toEqual([true, true])
  for (const part of ['543218', '0121800098', '12180009876543218'])
    expect(await isFound(part), part).toBe(false)
})

test('a page of fifty takes as many queries as a page of one', async () => {
  const one = await runQuery({ status: 'open', page_size: 1 })
  const many = await runQuery({ status: 'open', page_size: 50 })
  expect([one.found.rows.length, many.found.rows.length]).toEqual([1, 50])
  expect(many.found.count).toBe(200)
  expect(many.params).toHaveLength(9)
  expect(one.params.length).toBeLessThanOrEqual(9)
})

test('an amount is found as the screens write it', async () => {
  const { found } = await runQuery({ search: '$123.45' })
  expect(found.rows.map(({ amount }) => amount)).toEqual([12_345])
})
