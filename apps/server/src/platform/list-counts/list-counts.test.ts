import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeCompany, makeStaff, makeWorker } from '../../../test/factories.ts'
import { makeLoan } from '../../../test/loans.ts'
import type { Db } from '../../db/types.ts'
import { defaultBankAccount } from '../../treasury/ledger/queries/bank-accounts.ts'
import { checkCounts } from './commands/check-counts.ts'
import { foldCounts } from './commands/fold-counts.ts'
import { type CountedRows, countListed } from './queries/counts.ts'

let ctx: TestContext
let loan_id: number
let user_id: number
let companies: number[]
let account: string
let statement_id: number

beforeAll(async () => {
  // The rows are copies in SQL, without schedules and ledger entries.
  ctx = await createTestContext({ is_ledger_checked: false })
  companies = [(await makeCompany(ctx)).id, (await makeCompany(ctx)).id]
  const worker = await makeWorker(ctx, { company_id: companies[0] })
  user_id = worker.id
  account = worker.debit_card_number ?? ''
  loan_id = (await makeLoan(ctx, { state: 'rejected' })).loan.id
  await makeStaff(ctx)
  const statement = await sql<{
    id: number
  }>`insert into bank_statement (bank_account_id, file_name, file_sha256,
      uploaded_by, headers, rows_total, created_at)
    values (${defaultBankAccount}, 'estado.csv', '', ${user_id}, '[]', 0, now()) returning id`.execute(
    ctx.superuser,
  )
  statement_id = statement.rows[0]?.id ?? 0
})
afterEach(() => void vi.restoreAllMocks())

const oneOf = <Value>(values: readonly Value[]): Value => {
  const value = values[randomInt(values.length)]
  if (value === undefined) throw new Error('nothing to choose')
  return value
}
const states = ['rejected', 'declined', 'expired', 'cancelled', 'completed'] as const
/** The last hours of a day in Mexico City are on the next day in UTC. */
const instants = [
  '2026-11-20T05:59:59Z',
  '2026-11-20T06:00:00Z',
  '2026-02-01T03:00:00Z',
  '2025-12-31T23:00:00Z',
]
let serial = 0

/** Statements as no command runs them: many rows at once, of several keys, companies and days. */
const statements: ((db: Db) => Promise<unknown>)[] = [
  (db) =>
    sql`insert into loan (user_id, company_id, type, state, amount_cents, interest_rate, term, installments,
        monthly_payment_cents, total_debt_cents, payment_deadline, requested_day, created_at, updated_at)
      select ${user_id}::bigint, ${oneOf([...companies, null])}::bigint, 'credit', (array['rejected', 'declined', 'expired'])[n % 3 + 1], n, 0.18,
        12, 12, n, n, '2027-01-01', '2026-11-20', ${oneOf(instants)}::timestamptz + n * interval '1 hour', now()
      from generate_series(1, ${randomInt(1, 40)}::int) n`.execute(db),
  (db) =>
    sql`update loan set state = ${oneOf(states)}, company_id = ${oneOf([...companies, null])}::bigint, created_at = ${oneOf(instants)}
      where id % ${randomInt(2, 6)}::int = 0 and user_id = ${user_id}`.execute(db),
  (db) => sql`update loan set updated_at = now() where user_id = ${user_id}`.execute(db),
  (db) =>
    sql`delete from loan where id % ${randomInt(5, 9)}::int = 0 and user_id = ${user_id}
      and not exists (select from payment where payment.loan_id = loan.id)
      and not exists (select from transfer where transfer.loan_id = loan.id)`.execute(db),
  (db) => {
    serial += 1000
    return sql`insert into app_user (user_type, email, first_name, last_name, company_id, is_active, has_all_documents, created_at)
      select 'U2', ${serial}::int + n || '@empresa.mx', 'Ana', 'Ruiz', ${oneOf([...companies, null])}::bigint, n % 3 > 0, n % 2 > 0,
        ${oneOf(instants)}::timestamptz - n * interval '1 day' from generate_series(1, ${randomInt(1, 30)}::int) n`.execute(
      db,
    )
  },
  (db) =>
    sql`update app_user set is_active = not is_active, has_all_documents = id % 4 = 0, company_id = ${oneOf(companies)}
      where user_type = 'U2' and id <> ${user_id} and id % ${randomInt(2, 6)}::int = 0`.execute(db),
  (db) => {
    serial += 1000
    return sql`insert into transfer (loan_id, attempt, status, state, tracking_key, numeric_reference, amount_cents, operation_date,
        payment_concept, beneficiary_name, beneficiary_account, account_type_beneficiary, rfc_curp_beneficiary,
        counterpart_institution, operating_institution, payer_name, paying_account, rfc_curp_payer, sent_at, created_at, updated_at)
      select ${loan_id}::bigint, ${serial}::int + n, case when n % 2 = 0 then 'duplicate' else 'failed' end,
        case when n % 2 = 0 then 'D' end, 'TESTKEY' || ${serial}::int + n, 1, n, date '2026-11-20' - n, '', '', ${account}, 40, '', '', '', '',
        '', '', case when n % 2 = 0 then now() end, ${oneOf(instants)}::timestamptz, now() from generate_series(1, ${randomInt(1, 30)}::int) n`.execute(
      db,
    )
  },
  (db) =>
    sql`update transfer set state = ${oneOf(['LQ', 'D', 'CN'])}, operation_date = '2026-01-31'
      where status = 'duplicate' and id % ${randomInt(2, 6)}::int = 0`.execute(db),
  (db) =>
    sql`insert into payment (loan_id, user_id, registered_by, due_cents, on_account_cents, prepaid_cents, amount_paid_cents,
        previous_amount_due_cents, new_amount_due_cents, value_date, bank_account_id, created_at)
      select ${loan_id}::bigint, ${user_id}::bigint, ${user_id}::bigint, 0, n, 0, n, n, 0, '2026-11-20', ${defaultBankAccount},
        ${oneOf(instants)}::timestamptz from generate_series(1, ${randomInt(1, 20)}::int) n`.execute(db),
  (db) =>
    sql`insert into incoming_payment (tracking_key, operation_date, paying_institution, amount_cents, found_in_list, received_at)
      select 'K' || gen_random_uuid(), '2026-11-20', 40012, n, n % 2 = 0, ${oneOf(instants)}::timestamptz
      from generate_series(1, ${randomInt(1, 20)}::int) n`.execute(db),
  (db) =>
    sql`insert into audit (action, subject, subject_id, created_at)
      select (array['loan.approve', 'user.updated'])[n % 2 + 1], 'loan', n, ${oneOf(instants)}::timestamptz
      from generate_series(1, ${randomInt(1, 20)}::int) n`.execute(db),
  (db) =>
    sql`update payment set proof = ${oneOf(['pending', 'matched', null])}, reversed_at = ${oneOf([null, instants[0]])}::timestamptz
      where id % ${randomInt(2, 6)}::int = 0`.execute(db),
  (db) => {
    serial += 1000
    return sql`insert into bank_line (bank_account_id, statement_id, number, day, description, reference, amount_cents,
        occurrence, matched_cents, explained_as, explanation, explained_by, explained_at, created_at)
      select ${defaultBankAccount}, ${statement_id}::bigint, ${serial}::int + n, date '2026-11-20' - n % 90, 'SPEI', 'R' || ${serial}::int + n,
        case when n % 7 = 0 then -n else n end, 1, case n % 7 when 1 then n when 2 then n - 1 else 0 end,
        case when n % 7 = 3 then 'other' end, case when n % 7 = 3 then 'Prueba' end,
        case when n % 7 = 3 then ${user_id}::bigint end, case when n % 7 = 3 then now() end, now()
      from generate_series(1, ${randomInt(1, 30)}::int) n`.execute(db)
  },
  (db) =>
    sql`update bank_line set matched_cents = case when amount_cents > 0 then ${oneOf([0, 1])}::int * amount_cents else 0 end, day = ${oneOf(['2026-11-20', '2025-12-31'])}
      where explained_as is null and id % ${randomInt(2, 6)}::int = 0`.execute(db),
  (db) => sql`delete from bank_line where id % ${randomInt(5, 9)}::int = 0`.execute(db),
]

const abort = new Error('rolled back')

/** Runs some statements in a transaction, of which one in five is rolled back. */
async function change() {
  const work = Array.from({ length: randomInt(1, 5) }, () => oneOf(statements))
  const transaction = ctx.superuser.transaction().execute(async (trx) => {
    for (const statement of work) await statement(trx)
    if (randomInt(5) === 0) throw abort
  })
  // Two bulk updates may lock the same rows in another order: PostgreSQL ends one of them.
  await transaction.catch((error) => {
    if (error !== abort && error.code !== '40P01') throw error
  })
}

/** Lists as screens ask for them, and the same in plain SQL. */
const lists: [CountedRows, string][] = [
  [{ list: 'loan' }, 'loan'],
  [
    { list: 'loan', key: [['credit'], ['rejected', 'completed']] },
    `loan where type = 'credit' and state in ('rejected', 'completed')`,
  ],
  [
    { list: 'loan', from: '2026-11-20', to: '2026-11-21' },
    `loan where created_at >= '2026-11-20 06:00Z' and created_at < '2026-11-22 06:00Z'`,
  ],
  [
    { list: 'app_user', key: [['U2'], ['true'], ['false']] },
    `app_user where user_type = 'U2' and is_active and not has_all_documents`,
  ],
  [{ list: 'app_user', to: '2025-12-31' }, `app_user where created_at < '2026-01-01 06:00Z'`],
  [{ list: 'transfer', key: [['']] }, 'transfer where state is null'],
  [
    { list: 'transfer', key: [['LQ', 'D'], ['payout']] },
    `transfer where state in ('LQ', 'D') and purpose = 'payout'`,
  ],
  [{ list: 'transfer_operation', from: '2026-11-01' }, `transfer where operation_date >= '2026-11-01'`],
  [{ list: 'payment' }, 'payment'],
  [{ list: 'payment', key: [['pending']] }, `payment where proof = 'pending' and reversed_at is null`],
  [
    { list: 'bank_line', key: [undefined, ['open', 'partial']] },
    `bank_line where explained_as is null and (amount_cents < 0 or matched_cents < amount_cents)`,
  ],
  [{ list: 'bank_line', key: [undefined, ['matched']] }, `bank_line where matched_cents = amount_cents`],
  [{ list: 'bank_line', to: '2026-10-31' }, `bank_line where day < '2026-11-01'`],
  [
    { list: 'incoming_payment', key: [['open'], undefined, ['true']] },
    `incoming_payment where status = 'open' and found_in_list`,
  ],
  [{ list: 'audit', key: [['user.updated']] }, `audit where action = 'user.updated'`],
]

const ofCompany = (company_id: number): [CountedRows, string][] => [
  [
    { list: 'loan', company_id, key: [undefined, ['expired']] },
    `loan where state = 'expired' and company_id = ${company_id}`,
  ],
  [
    { list: 'app_user', company_id, key: [undefined, ['true']] },
    `app_user where is_active and company_id = ${company_id}`,
  ],
]

async function expectExact() {
  for (const [rows, text] of [...lists, ...companies.flatMap(ofCompany)]) {
    const { rows: counted } = await sql<{ n: number }>`select count(*) as n from ${sql.raw(text)}`.execute(
      ctx.deps.db,
    )
    expect({ text, count: await countListed(ctx.deps.db, rows) }).toEqual({ text, count: counted[0]?.n })
  }
}

test('the numbers are exact after random statements that run at once, before and after each move', async () => {
  for (let round = 0; round < 12; round += 1) {
    await Promise.all([change(), change(), change(), foldCounts(ctx.deps), foldCounts(ctx.deps)])
    await expectExact()
    await foldCounts(ctx.deps)
    await expectExact()
  }
  expect(await ctx.deps.db.selectFrom('list_count_change').selectAll().execute()).toEqual([])
  expect(await checkCounts(ctx.deps)).toEqual([])
})

test('a statement that changes no key writes no change', async () => {
  await foldCounts(ctx.deps)
  await sql`update loan set updated_at = now()`.execute(ctx.superuser)
  await sql`update app_user set first_name = 'Eva' where user_type = 'U2'`.execute(ctx.superuser)
  expect(await ctx.deps.db.selectFrom('list_count_change').selectAll().execute()).toEqual([])
})

test('a reader sees each change once while changes are moved', async () => {
  const expected = await countListed(ctx.deps.db, { list: 'payment' })
  const insert = statements[8]
  let inserted = 0
  const writing = (async () => {
    for (let turn = 0; turn < 20; turn += 1) {
      await insert?.(ctx.superuser)
      inserted += 1
      await foldCounts(ctx.deps)
    }
  })()
  let last = expected
  while (inserted < 20) {
    const now = await countListed(ctx.deps.db, { list: 'payment' })
    expect(now).toBeGreaterThanOrEqual(last)
    last = now
  }
  await writing
  await expectExact()
})

test('the nightly proof reports a number that differs, corrects it and finds nothing the next time', async () => {
  const error = vi.spyOn(ctx.deps.log, 'error')
  await sql`update list_count set n = n + 7 where list = 'payment' and kind = 'all' and key = '{""}'`.execute(
    ctx.superuser,
  )
  await sql`insert into list_count values ('loan', 'day', 0, '2001-01-01', '{credit,active}', 3)`.execute(
    ctx.superuser,
  )
  const { rows } = await sql<{ n: number }>`select count(*) as n from payment
    where bank_account_id is null or reversed_at is not null or proof is null`.execute(ctx.deps.db)
  const all = rows[0]?.n ?? 0
  const wrong = await checkCounts(ctx.deps)
  expect(wrong.toSorted((left, right) => left.list.localeCompare(right.list))).toEqual([
    {
      list: 'loan',
      kind: 'day',
      company_id: 0,
      day: '2001-01-01',
      key: ['credit', 'active'],
      recorded: 3,
      live: 0,
    },
    {
      list: 'payment',
      kind: 'all',
      company_id: 0,
      day: '-infinity',
      key: [''],
      recorded: all + 7,
      live: all,
    },
  ])
  expect(error.mock.calls.flat()).toContain('2 counts of lists differed and were corrected')
  await expectExact()
  expect(await checkCounts(ctx.deps)).toEqual([])
})

test('the proof finds rows that were written without triggers', async () => {
  await ctx.superuser.connection().execute(async (session) => {
    await sql`set session_replication_role = replica`.execute(session)
    await statements[10]?.(session)
    await sql`set session_replication_role = origin`.execute(session)
  })
  expect((await checkCounts(ctx.deps)).map(({ list }) => list)).toContain('audit')
  await expectExact()
})
