import { randomInt, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeStaff } from '../../../test/factories.ts'
import { runJob } from '../../../test/jobs.ts'
import { listDifferences } from '../../../test/ledger-differences.ts'
import { makeActiveLoan, makeWorker, sendState, staffHeaders } from '../../../test/loans.ts'
import { asAdmin, registerPayment } from '../../../test/payments.ts'
import type { Trx } from '../../db/types.ts'
import { listBankAccounts } from '../bank-accounts/queries/bank-accounts.ts'
import { postReceipt } from '../ledger/commands.ts'
import { addEntries, findSettledId } from './commands/add-entries.ts'
import { readTrialBalance } from './queries/trial-balance.ts'

let ctx: TestContext
let admin: Record<string, string>
beforeAll(async () => {
  ctx = await createTestContext()
  admin = await staffHeaders(ctx, 'U0')
})
beforeEach(() => ctx.setNow('2026-11-20T16:00:00Z'))

/** Books received money in the transaction; returns the id of its ledger entry. */
async function receive(trx: Trx, amount_cents: number): Promise<number> {
  const now = ctx.deps.clock().toString()
  const receipt = await trx
    .insertInto('incoming_payment')
    .values({
      ...{
        tracking_key: randomUUID().slice(0, 20),
        operation_date: '2026-11-20',
        paying_institution: 40_012,
      },
      ...{ amount_cents, received_at: now, booked_at: now, stp_check: 'confirmed', stp_confirmed_at: now },
      stp_order_id: randomInt(1, 2 ** 40),
    })
    .returning(['id', 'amount_cents'])
    .executeTakeFirstOrThrow()
  await postReceipt(ctx.deps, trx, receipt)
  const entry = trx.selectFrom('ledger_entry').select('id').where('incoming_payment_id', '=', receipt.id)
  return (await entry.executeTakeFirstOrThrow()).id
}
const receiveNow = (amount_cents: number) =>
  ctx.deps.db.transaction().execute((trx) => receive(trx, amount_cents))

const keptReceipts = (day: string) =>
  ctx.deps.db
    .selectFrom('ledger_daily_total')
    .select(['debit_cents', 'credit_cents', 'entries'])
    .where('day', '=', day)
    .where('account', '=', 'stp_cash')
    .where('kind', '=', 'receipt')
    .executeTakeFirst()

const cashOn = async (day: string) =>
  (await readTrialBalance(ctx.deps.db, { from: day, to: day })).lines.find(
    ({ account }) => account === 'stp_cash',
  )

test('an entry that commits after one with a greater id is added later, and once', async () => {
  await addEntries(ctx.deps)
  const before = (await keptReceipts('2026-11-20'))?.debit_cents ?? 0
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: written, resolve: write } = Promise.withResolvers<number>()
  const late = ctx.deps.db.transaction().execute(async (trx) => {
    write(await receive(trx, 70_000))
    await released
  })
  const late_id = await written
  const early_id = await receiveNow(5000)
  expect(early_id).toBeGreaterThan(late_id)

  expect(await findSettledId(ctx.deps.db, 300)).toBe(null)
  const adding = addEntries(ctx.deps)
  release()
  await late
  await adding
  await addEntries(ctx.deps)
  expect((await keptReceipts('2026-11-20'))?.debit_cents).toBe(before + 75_000)
  expect(await ctx.deps.db.selectFrom('ledger_total_mark').select('through_id').execute()).toEqual([
    { through_id: early_id },
  ])
})

test('the job takes no lock that a payment waits for', async () => {
  await receiveNow(1000)
  await ctx.deps.db.transaction().execute(async (trx) => {
    // What the job holds while it adds entries.
    await trx.selectFrom('ledger_total_mark').selectAll().forUpdate().execute()
    await sql`set local statement_timeout = 2000`.execute(trx)
    await receiveNow(2000)
  })
})

test('two processes that add entries at once add each once', async () => {
  await addEntries(ctx.deps)
  const before = await keptReceipts('2026-11-20')
  for (const amount of [100, 200, 300]) await receiveNow(amount)
  await Promise.all([addEntries(ctx.deps), addEntries(ctx.deps), addEntries(ctx.deps)])
  expect(await keptReceipts('2026-11-20')).toEqual({
    debit_cents: (before?.debit_cents ?? 0) + 600,
    credit_cents: 0,
    entries: (before?.entries ?? 0) + 3,
  })
})

test('a day begins at midnight in Mexico City', async () => {
  ctx.setNow('2026-11-25T05:59:59Z')
  await receiveNow(400)
  ctx.setNow('2026-11-25T06:00:00Z')
  await receiveNow(900)
  expect(await cashOn('2026-11-24')).toMatchObject({ debits: 400 })
  expect(await cashOn('2026-11-25')).toMatchObject({ debits: 900 })
  await addEntries(ctx.deps)
  expect(await keptReceipts('2026-11-24')).toMatchObject({ debit_cents: 400 })
  expect(await cashOn('2026-11-24')).toMatchObject({ debits: 400 })
  expect(await cashOn('2026-11-25')).toMatchObject({ debits: 900 })
})

test('the trial balance is the same before and after its entries are added, and adds up to 0', async () => {
  await makeActiveLoan(ctx)
  await receiveNow(600)
  const days = { from: '2026-11-01', to: '2026-11-30' }
  const live = await readTrialBalance(ctx.deps.db, days)
  await addEntries(ctx.deps)
  const kept = await readTrialBalance(ctx.deps.db, days)
  expect(kept).toEqual(live)
  expect(kept.total).toMatchObject({ opening: 0, closing: 0 })
  expect(kept.total.debits).toBe(kept.total.credits)
  expect(kept.lines.map(({ account }) => account).slice(0, 2)).toEqual(['stp_cash', 'stp_in_transit'])
})

test('a payout that comes back on a later day changes that day and leaves the earlier one as it was', async () => {
  const { loan, order } = await makeActiveLoan(ctx)
  await addEntries(ctx.deps)
  const paid = await cashOn('2026-11-20')
  ctx.setNow('2026-11-23T16:00:00Z')
  ctx.simulator.act(order.tracking_key, 'return')
  await sendState(ctx, order, { estado: 'D', causaDevolucion: 1 })
  await ctx.drain(['ask-transfer'])
  await addEntries(ctx.deps)
  expect(await cashOn('2026-11-20')).toEqual(paid)
  const receivable = (day: string) =>
    readTrialBalance(ctx.deps.db, { from: day, to: day }).then(({ lines }) =>
      lines.find(({ account }) => account === 'loan_receivable'),
    )
  expect((await receivable('2026-11-23'))?.credits).toBeGreaterThanOrEqual(loan.amount_cents)
})

test('a changed total is found by the nightly check, which notifies admins, and by the ledger check', async () => {
  const { deps } = ctx
  await makeWorker(ctx)
  await receiveNow(12_300)
  await addEntries(deps)
  await runJob(deps, 'check-daily-totals', {})
  const mark = () => deps.db.selectFrom('ledger_total_mark').select('wrong_totals').executeTakeFirst()
  expect(await mark()).toEqual({ wrong_totals: 0 })

  const change = (by: number) =>
    sql`update ledger_daily_total set debit_cents = debit_cents + ${by}
      where day = '2026-11-20' and account = 'stp_cash' and kind = 'receipt'`.execute(deps.db)
  const found = await listDifferences(ctx, (db) =>
    sql`update ledger_daily_total set debit_cents = debit_cents + 100
      where day = '2026-11-20' and account = 'stp_cash' and kind = 'receipt'`.execute(db),
  )
  expect(found).toEqual([expect.stringMatching(/^daily_debit stp_cash receipt 20261120: \d+, \d+$/)])
  await change(100)
  await runJob(deps, 'check-daily-totals', {})
  expect(await mark()).toEqual({ wrong_totals: 1 })
  const notices = await ctx.app.inject({ url: `${ctx.api}/notification/`, headers: admin })
  expect(notices.body).toContain('Los totales del libro no cuadran')
  await change(-100)
})

test('the balance of a bank account is that of its entries, of kept and of later ones; a changed total is found', async () => {
  const { deps } = ctx
  const payer = asAdmin(await makeStaff(ctx))
  const pay = async () => {
    const { loan } = await makeActiveLoan(ctx)
    await registerPayment(ctx, payer, { loan, amount: 10_000, channel: 'deposit', bank_account: 1 })
  }
  const balances = async () => {
    const kept = (await listBankAccounts(deps.db)).map(({ id, balance }) => ({ id, balance }))
    const { rows } = await sql<{ id: number; balance: number }>`
      select bank_account.id, coalesce(sum(case credit_account when 'bank_cash' then -amount_cents else amount_cents end), 0)::bigint as balance
      from bank_account left join ledger_entry on bank_account_id = bank_account.id group by 1`.execute(
      deps.db,
    )
    expect(kept.toSorted((one, other) => one.id - other.id)).toEqual(
      rows.toSorted((one, other) => one.id - other.id),
    )
    return kept.find(({ id }) => id === 1)?.balance
  }
  const before = (await balances()) ?? 0
  await pay()
  expect(await balances()).toBe(before + 10_000)
  await addEntries(deps)
  expect(await balances()).toBe(before + 10_000)
  await pay()
  await addEntries(deps)
  await pay()
  expect(await balances()).toBe(before + 30_000)
  const { entries } = await deps.db
    .selectFrom('bank_account_total')
    .select('entries')
    .executeTakeFirstOrThrow()
  expect(entries).toBeGreaterThan(1)
  const found = await listDifferences(ctx, (db) =>
    sql`update bank_account_total set credit_cents = credit_cents + 5, debit_cents = debit_cents + 7`.execute(
      db,
    ),
  )
  expect(found.map((line) => line.split(':')[0])).toEqual([
    'bank_account_credit bank_cash 1',
    'bank_account_debit bank_cash 1',
  ])
})

test('a missing total is found', async () => {
  await receiveNow(800)
  await addEntries(ctx.deps)
  const found = await listDifferences(ctx, (db) =>
    sql`delete from ledger_daily_total where account = 'unapplied_receipts' and day = '2026-11-20'`.execute(
      db,
    ),
  )
  expect(found.map((line) => line.split(':')[0])).toEqual([
    'daily_credit unapplied_receipts receipt 20261120',
    'daily_entries unapplied_receipts receipt 20261120',
  ])
})
