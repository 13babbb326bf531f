import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { findDifferences, listDifferences } from '../../../test/ledger-differences.ts'
import { makeActiveLoan, sendState, staffHeaders } from '../../../test/loans.ts'
import type { Db } from '../../db/types.ts'
import { defaultBankAccount } from '../../treasury/ledger/queries/bank-accounts.ts'
import { proveLedger, verifyLedger } from './queries.ts'

let ctx: TestContext

beforeAll(async () => {
  ctx = await createTestContext()
})

const differencesAfter = (change: (db: Db) => Promise<unknown>) => findDifferences(ctx, change)
const linesAfter = (change: (db: Db) => Promise<unknown>) => listDifferences(ctx, change)

const entriesOf = (loan_id: number) =>
  ctx.deps.db.selectFrom('ledger_entry').selectAll().where('loan_id', '=', loan_id).orderBy('id').execute()

async function entryOf(loan_id: number, kind: string) {
  const found = (await entriesOf(loan_id)).find((entry) => entry.kind === kind)
  if (found === undefined) throw new Error(`no ${kind}`)
  return found
}

async function call(url: string, payload: object) {
  const headers = { ...(await staffHeaders(ctx, 'U0')), 'idempotency-key': randomUUID() }
  const answer = await ctx.app.inject({ method: 'POST', url: `${ctx.api}${url}`, headers, payload })
  if (answer.statusCode >= 300) throw new Error(answer.body)
  return answer.json()
}

/** Runs `work` some days later, and sets the clock back. */
async function daysLater<Result>(days: number, work: () => Promise<Result>): Promise<Result> {
  const { now } = ctx.clock
  ctx.clock.now = now.add({ hours: 24 * days })
  try {
    return await work()
  } finally {
    ctx.clock.now = now
  }
}

const pay = (loan_id: number, amounts: { amount_paid: number; previous_amount_due: number }, more = {}) =>
  call('/loan/payment', { loan_request: loan_id, ...amounts, ...more })

/** The first installment is due 30 days after the payout, with 150.00 of interest. */
const FIRST_PERIOD = 30

/** Makes a loan of 11,001.61 pesos whose first installment of 916.80 is paid on its due date. */
async function paidLoan(wish: Parameters<typeof makeActiveLoan>[1] = {}) {
  const made = await makeActiveLoan(ctx, wish)
  const amounts = { amount_paid: 916.8, previous_amount_due: made.loan.total_debt_cents / 100 }
  const payment = await daysLater(FIRST_PERIOD, () => pay(made.loan.id, amounts))
  return { ...made, payment_id: Number(payment.id) }
}

const reverse = (payment_id: number) =>
  daysLater(FIRST_PERIOD, () => call(`/loan/payment/${payment_id}/reverse`, { reason: 'Duplicado' }))

describe('a correct ledger', () => {
  test('has no differences, and reports how many rows were checked', async () => {
    const { payment_id } = await paidLoan()
    await reverse(payment_id)
    const checks = await proveLedger(ctx.deps.db)
    expect(checks.filter(({ wrong }) => wrong > 0)).toEqual([])
    const count = async (table: 'loan' | 'transfer' | 'payment' | 'ledger_entry') =>
      Number(
        (await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(ctx.deps.db)).rows[0]
          ?.n,
      )
    const looked = Object.fromEntries(checks.map(({ name, looked_at }) => [name, looked_at]))
    expect(looked).toMatchObject({
      balance: await count('ledger_entry'),
      receivable: await count('loan'),
      payout: await count('transfer'),
      payment: await count('payment'),
      cash_total: 1,
    })
    expect(looked.posting).toBeGreaterThan(2)
  })

  test('has no differences after a prepayment, an earlier payment and its reversal', async () => {
    const { loan } = await makeActiveLoan(ctx, { tax_rate: 0.16 })
    await daysLater(10, () => pay(loan.id, { amount_paid: 4000, previous_amount_due: 11_001.61 }))
    const owed = await findDebt(loan.id)
    const earlier = { value_date: '2026-11-24', reason: 'Llegó antes' }
    const { id } = await daysLater(20, () =>
      pay(loan.id, { amount_paid: 500, previous_amount_due: owed }, earlier),
    )
    expect(await verifyLedger(ctx.deps.db)).toEqual([])
    await reverse(Number(id))
    expect(await verifyLedger(ctx.deps.db)).toEqual([])
    expect(await findDebt(loan.id)).toBe(owed)
  })

  test('is read in one snapshot while commands commit', async () => {
    const loans = await Promise.all(Array.from({ length: 6 }, () => makeActiveLoan(ctx)))
    const paying = loans.map(({ loan }) => pay(loan.id, { amount_paid: 100, previous_amount_due: 11_001.61 }))
    const proofs = Array.from({ length: 6 }, () => verifyLedger(ctx.deps.db))
    expect((await Promise.all(proofs)).flat()).toEqual([])
    await Promise.all(paying)
  })
})

/** What a loan owes, in pesos. */
async function findDebt(id: number) {
  const loan = await ctx.deps.db
    .selectFrom('loan')
    .select('amount_due_cents')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return loan.amount_due_cents / 100
}

describe('the check of the ledger', () => {
  test('reports an entry between other accounts than those of its kind', async () => {
    const { loan } = await paidLoan()
    const { id } = await entryOf(loan.id, 'charge_earned')
    const lines = await linesAfter((db) =>
      db.updateTable('ledger_entry').set({ credit_account: 'write_offs' }).where('id', '=', id).execute(),
    )
    expect(lines).toEqual([`balance entry ${id}: 15000, 0`, `income loan ${loan.id}: 15000, 0`])
  })

  test('reports an entry whose payment is missing, and one whose order belongs to another loan', async () => {
    const { loan, payment_id } = await paidLoan()
    const rows = (await entriesOf(loan.id)).filter((entry) => entry.payment_id === payment_id)
    expect(rows).toHaveLength(2)
    const orphans = await linesAfter((db) => db.deleteFrom('payment').where('id', '=', payment_id).execute())
    for (const { id } of rows) expect(orphans).toContain(`cause entry ${id}: null, ${loan.id}`)

    const other = await makeActiveLoan(ctx)
    const strayed = await linesAfter((db) =>
      db
        .updateTable('ledger_entry')
        .set({ loan_id: other.loan.id })
        .where('id', '=', rows[1]?.id ?? 0)
        .execute(),
    )
    expect(strayed).toContain(`cause entry ${rows[1]?.id}: ${loan.id}, ${other.loan.id}`)
  })

  test('reports an entry whose kind has another cause', async () => {
    const { loan } = await paidLoan()
    const { id } = await entryOf(loan.id, 'charge_earned')
    const cause = { payment_id: null, accrual_day: '2026-12-20' }
    expect(
      await linesAfter((db) =>
        db
          .updateTable('ledger_entry')
          .set({ ...cause, posting: randomUUID() })
          .where('id', '=', id)
          .execute(),
      ),
    ).toEqual([])
    const { id: money } = await entryOf(loan.id, 'payment')
    const lines = await linesAfter((db) =>
      db.updateTable('ledger_entry').set(cause).where('id', '=', money).execute(),
    )
    expect(lines).toContain(`cause entry ${money}: null, ${loan.id}`)
  })

  test('reports two commands in one posting', async () => {
    const { loan, order } = await makeActiveLoan(ctx)
    await sendState(ctx, order, { estado: 'LQ' })
    const { id, posting } = await entryOf(loan.id, 'payout_principal')
    const settlement = await entryOf(loan.id, 'settlement')
    expect(
      await linesAfter((db) =>
        db.updateTable('ledger_entry').set({ posting }).where('id', '=', settlement.id).execute(),
      ),
    ).toEqual([`posting entry ${id}: 1, 2`])
  })

  test('reports one command in two postings', async () => {
    const { loan, order } = await makeActiveLoan(ctx)
    const { id } = await entryOf(loan.id, 'payout_charge')
    expect(
      await linesAfter((db) =>
        db.updateTable('ledger_entry').set({ posting: randomUUID() }).where('id', '=', id).execute(),
      ),
    ).toEqual([`act transfer ${order.id}: 1, 2`])
  })

  test('reports a reversal with another amount than was posted', async () => {
    const { loan, payment_id } = await paidLoan()
    await reverse(payment_id)
    const { id } = await entryOf(loan.id, 'payment_reversed')
    expect(
      await linesAfter((db) =>
        db.updateTable('ledger_entry').set({ amount_cents: 91_679 }).where('id', '=', id).execute(),
      ),
    ).toEqual([
      `bank_account bank_account ${await bankId()}: ${await bankAnd(1)}`,
      `bank_total ledger 0: ${await bankAnd(1)}`,
      `receivable loan ${loan.id}: 1100161, 1100160`,
      `reversal payment ${payment_id}: 91680, 91679`,
    ])
  })

  test('reports a reversal by the rules of before that is not whole', async () => {
    const { loan, payment_id } = await paidLoan()
    await reverse(payment_id)
    const { id } = await entryOf(loan.id, 'payment_reversed')
    const asBefore = (db: Db, amount_cents: number) =>
      db
        .updateTable('ledger_entry')
        .set({ correction_id: null, payment_id, amount_cents })
        .where('id', '=', id)
        .execute()
    const lines = await linesAfter((db) => asBefore(db, 91_679))
    expect(lines).toContain(`reversal_pair payment ${payment_id}: 91680, 91679`)
    expect(lines).toContain(`reversal payment ${payment_id}: 91680, 91679`)
  })

  test('reports a sent order without a posting, and a posting of an order that was not sent', async () => {
    const { loan, order } = await makeActiveLoan(ctx)
    const missing = await linesAfter((db) =>
      db.deleteFrom('ledger_entry').where('transfer_id', '=', order.id).execute(),
    )
    expect(missing).toEqual([
      `payout transfer ${order.id}: 1000000, 0`,
      `receivable loan ${loan.id}: 1100161, 0`,
      `transit transfer ${order.id}: 1000000, 0`,
      `transit_total ledger 0: ${await inTransitAnd(-1_000_000)}`,
      `unearned loan ${loan.id}: 100161, 0`,
    ])
    const unsent = await differencesAfter((db) =>
      db
        .updateTable('transfer')
        .set({ sent_at: null, status: 'failed' })
        .where('id', '=', order.id)
        .execute(),
    )
    expect(unsent.map(({ check, id }) => [check, id])).toEqual([
      ['payout', order.id],
      ['transit', order.id],
      ['transit_total', 0],
    ])
  })

  test('reports an order settled in our record but not in the ledger', async () => {
    const { order } = await makeActiveLoan(ctx)
    const differences = await differencesAfter((db) =>
      db.updateTable('transfer').set({ state: 'LQ' }).where('id', '=', order.id).execute(),
    )
    expect(differences.map(({ check, id }) => [check, id])).toEqual([
      ['transit', order.id],
      ['settlement', order.id],
      ['cash_total', 0],
      ['transit_total', 0],
    ])
  })

  test('reports cash that left without an order', async () => {
    const { loan, payment_id } = await paidLoan()
    const differences = await differencesAfter((db) =>
      db
        .insertInto('ledger_entry')
        .values({
          ...{ posting: randomUUID(), kind: 'settlement', loan_id: loan.id, created_at: loan.created_at },
          ...{ debit_account: 'stp_in_transit', credit_account: 'stp_cash', amount_cents: 5000 },
          ...{ transfer_id: null, payment_id },
        })
        .execute(),
    )
    const totals = differences.filter(({ check }) => check.endsWith('_total'))
    expect(
      totals.map(({ check, expected, found: booked }) => [check, (booked ?? 0) - (expected ?? 0)]),
    ).toEqual([
      ['cash_total', -5000],
      ['transit_total', -5000],
    ])
    expect(differences.map(({ check }) => check)).toContain('cause')
  })

  test('reports a payment without a posting', async () => {
    const { loan, worker } = await makeActiveLoan(ctx)
    const differences = await differencesAfter((db) =>
      db
        .insertInto('payment')
        .values({
          ...{ loan_id: loan.id, user_id: worker.id, registered_by: worker.id, created_at: loan.created_at },
          ...{ amount_paid_cents: 100, on_account_cents: 100, due_cents: 0, prepaid_cents: 0 },
          ...{ previous_amount_due_cents: 1_100_161, new_amount_due_cents: 1_100_061 },
          ...{ value_date: '2026-11-20', bank_account_id: defaultBankAccount },
        })
        .execute(),
    )
    expect(differences.map(({ check }) => check).sort()).toEqual([
      ...['amount_due', 'bank_account', 'bank_total', 'payment', 'receivable'],
    ])
  })

  test('reports a payment marked as reversed without a reversal posting', async () => {
    const { loan, payment_id } = await paidLoan()
    const lines = await linesAfter((db) =>
      db.updateTable('payment').set({ reversed_at: loan.created_at }).where('id', '=', payment_id).execute(),
    )
    expect(lines).toContain(`reversal payment ${payment_id}: 91680, 0`)
    expect(lines).toContain(`receivable loan ${loan.id}: 1100161, 1008481`)
  })
})

async function total(of: 'bank_cash' | 'stp_in_transit', side: 'debit' | 'credit'): Promise<number> {
  const [plus, minus] =
    side === 'debit' ? ['debit_account', 'credit_account'] : ['credit_account', 'debit_account']
  const { rows } = await sql<{ sum: number }>`
    select sum(case when ${sql.ref(plus ?? '')} = ${of} then amount_cents
                    when ${sql.ref(minus ?? '')} = ${of} then -amount_cents else 0 end) as sum
    from ledger_entry`.execute(ctx.deps.db)
  return rows[0]?.sum ?? 0
}

/** Returns the correct total of the bank's money and that total plus `change`, in centavos, as `expected, found`. */
async function bankAnd(change: number) {
  const right = await total('bank_cash', 'debit')
  return `${right}, ${right + change}`
}

async function bankId() {
  const account = ctx.deps.db.selectFrom('bank_account').select('id').where('is_default', '=', true)
  return (await account.executeTakeFirstOrThrow()).id
}

async function inTransitAnd(change: number) {
  const right = await total('stp_in_transit', 'credit')
  return `${right}, ${right + change}`
}

test('the database rejects changing, deleting or truncating entries', async () => {
  await makeActiveLoan(ctx)
  for (const change of [
    sql`update ledger_entry set amount_cents = 1`,
    sql`delete from ledger_entry`,
    sql`truncate ledger_entry`,
  ]) {
    await expect(change.execute(ctx.superuser)).rejects.toThrow('ledger_entry is append only')
  }
})
