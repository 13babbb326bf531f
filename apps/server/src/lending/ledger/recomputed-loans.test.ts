import { randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Insertable } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { listDifferences } from '../../../test/ledger-differences.ts'
import { makeActiveLoan, staffHeaders } from '../../../test/loans.ts'
import type { LoanTables } from '../../db/loan-types.ts'
import type { Db } from '../../db/types.ts'
import { moneyMoves, namedParties } from '../../treasury/ledger/commands.ts'
import { defaultBankAccount } from '../../treasury/ledger/queries/bank-accounts.ts'
import { movesBetween } from '../../treasury/ledger/rules.ts'
import { readContract } from '../loans/queries/position.ts'
import { verifyLedger } from './queries.ts'

let ctx: TestContext

beforeAll(async () => {
  ctx = await createTestContext()
})

const linesAfter = (change: (db: Db) => Promise<unknown>) => listDifferences(ctx, change)

/** Makes a loan of 11,001.61 pesos with VAT in its price, and pays 1,500.00 on the day of its payout: 583.20 are prepaid. */
async function prepaidLoan() {
  const made = await makeActiveLoan(ctx, { tax_rate: 0.16 })
  const answer = await ctx.app.inject({
    ...{ method: 'POST', url: `${ctx.api}/loan/payment` },
    headers: { ...(await staffHeaders(ctx)), 'idempotency-key': randomUUID() },
    payload: { loan_request: made.loan.id, amount_paid: 1500, previous_amount_due: 11_001.61 },
  })
  if (answer.statusCode !== 201) throw new Error(answer.body)
  return { id: made.loan.id, user_id: made.loan.user_id, payment_id: Number(answer.json().id) }
}

describe('the recomputation of loans', () => {
  const changedLoan = (id: number, changes: Partial<Insertable<LoanTables['loan']>>) => (db: Db) =>
    db.updateTable('loan').set(changes).where('id', '=', id).execute()
  const changedPayment = (id: number, changes: Partial<Insertable<LoanTables['payment']>>) => (db: Db) =>
    db.updateTable('payment').set(changes).where('id', '=', id).execute()

  test('reports a loan with another amount due, date or state', async () => {
    const { id } = await prepaidLoan()
    const { amount_due_cents: owed } = await ctx.deps.db
      .selectFrom('loan')
      .select('amount_due_cents')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(await linesAfter(changedLoan(id, { amount_due_cents: owed - 1 }))).toEqual([
      `amount_due loan ${id}: ${owed}, ${owed - 1}`,
    ])
    const january = Date.parse('2027-01-20') / 86_400_000
    expect(await linesAfter(changedLoan(id, { next_payment_date: '2027-01-21' }))).toEqual([
      `next_payment loan ${id}: ${january}, ${january + 1}`,
    ])
    expect(await linesAfter(changedLoan(id, { state: 'completed', amount_due_cents: 0 }))).toEqual([
      `amount_due loan ${id}: ${owed}, 0`,
      `settled loan ${id}: 0, 1`,
    ])
  })

  test('reports a loan that the model has not calculated by one check alone', async () => {
    const { id } = await prepaidLoan()
    expect(await linesAfter(changedLoan(id, { booked_day: null, next_payment_date: null }))).toEqual([
      `recalculated loan ${id}: 1, 0`,
    ])
  })

  test('reports books that were not brought up to the booked day', async () => {
    const { id } = await prepaidLoan()
    const lines = await linesAfter(changedLoan(id, { booked_day: '2026-11-30' }))
    expect(lines.map((line) => line.split(':')[0])).toEqual([
      `income loan ${id}`,
      `tax_pending loan ${id}`,
      `unearned loan ${id}`,
    ])
  })

  test('reports a payment whose parts are others', async () => {
    const { id, payment_id } = await prepaidLoan()
    const { amount_due_cents: owed } = await ctx.deps.db
      .selectFrom('loan')
      .select('amount_due_cents')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(
      await linesAfter(changedPayment(payment_id, { on_account_cents: 91_681, prepaid_cents: 58_319 })),
    ).toEqual([
      `payment_on_account payment ${payment_id}: 91680, 91681`,
      `payment_prepaid payment ${payment_id}: 58320, 58319`,
    ])
    expect(
      await linesAfter(
        changedPayment(payment_id, {
          principal_cents: 58_318,
          interest_cents: 1,
          tax_cents: 1,
          due_cents: null,
        }),
      ),
    ).toEqual([
      `payment_due payment ${payment_id}: 0, null`,
      `payment_interest payment ${payment_id}: 0, 1`,
      `payment_principal payment ${payment_id}: 58320, 58318`,
      `payment_tax payment ${payment_id}: 0, 1`,
    ])
    const discount = 1_100_161 - 150_000 - owed
    const shifted = { previous_amount_due_cents: 1_100_162, discount_cents: discount + 1 }
    expect(await linesAfter(changedPayment(payment_id, shifted))).toEqual([
      `payment_discount payment ${payment_id}: ${discount}, ${discount + 1}`,
      `payment_previous payment ${payment_id}: 1100161, 1100162`,
    ])
  })

  test('reports a payment above the payoff of its day', async () => {
    const { payment_id } = await prepaidLoan()
    const above = { amount_paid_cents: 2_000_000, previous_amount_due_cents: 2_000_000 + 1 }
    const lines = await linesAfter(
      changedPayment(payment_id, { ...above, discount_cents: 0, new_amount_due_cents: 1 }),
    )
    expect(lines).toContain(`payment_fits payment ${payment_id}: null, 2000000`)
  })

  test('reports another choice for the excess, and another value date', async () => {
    const { id, payment_id } = await prepaidLoan()
    const shorter = await linesAfter(changedPayment(payment_id, { excess: 'shorter_term' }))
    expect(shorter.map((line) => line.split(':')[0])).toContain(`amount_due loan ${id}`)
    const later = await linesAfter(changedPayment(payment_id, { value_date: '2026-12-01' }))
    expect(later.map((line) => line.split(':')[0])).toContain(`payment_discount payment ${payment_id}`)
  })

  test('reports what a worker has or owes outside of a loan without a payment behind it', async () => {
    const { id, user_id, payment_id } = await prepaidLoan()
    const entry = { posting: randomUUID(), loan_id: id, amount_cents: 700, payment_id, transfer_id: null }
    const lines = await linesAfter((db) =>
      db
        .insertInto('ledger_entry')
        .values({
          ...{ ...entry, kind: 'remainder', created_at: '2026-11-20T16:00:00Z' },
          ...{ debit_account: 'loan_receivable', credit_account: 'worker_balance', user_id },
        })
        .execute(),
    )
    expect(lines).toContain(`worker_balance loan ${id}: 0, 700`)
    const owed = await linesAfter(
      changedPayment(payment_id, { reversed_at: '2026-11-21', owed_by_worker: true }),
    )
    expect(owed).toContain(`worker_receivable loan ${id}: 150000, 0`)
  })

  test('reports a schedule with another total than the contract', async () => {
    const { id } = await prepaidLoan()
    const lines = await linesAfter((db) =>
      db.deleteFrom('installment').where('loan_id', '=', id).where('number', '=', 12).execute(),
    )
    expect(lines).toContain(`schedule loan ${id}: 1100161, 1008480`)
  })

  test('reports the books of a loan that was not paid out', async () => {
    const { loan } = await makeActiveLoan(ctx)
    const cancelled = { state: 'cancelled', amount_due_cents: 0 } as const
    expect(await linesAfter(changedLoan(loan.id, cancelled))).toEqual([
      `receivable loan ${loan.id}: 0, 1100161`,
      `unearned loan ${loan.id}: 0, 100161`,
    ])
  })
})

/** The balance model, or a copy of it. */
interface Model {
  position: typeof import('@quincena/domain/loans/position')
  replay: typeof import('@quincena/domain/loans/replay')
  books: typeof import('@quincena/domain/loans/books')
  figures: typeof import('@quincena/domain/loans/figures')
}
interface Change {
  file: string
  from: string
  to: string
}

const domain = fileURLToPath(new URL('../../../../../packages/domain/', import.meta.url))
const modules = fileURLToPath(new URL('../../../../../node_modules', import.meta.url))

/** Copies the balance model, with one of its lines changed, and hands it to `work`. */
async function withCopy(change: Change | null, work: (model: Model) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'quincena-model-'))
  try {
    cpSync(join(domain, 'src'), join(folder, 'src'), { recursive: true })
    symlinkSync(modules, join(folder, 'node_modules'))
    if (change !== null) {
      const file = join(folder, 'src', change.file)
      const text = readFileSync(file, 'utf8')
      expect(text.split(change.from)).toHaveLength(2)
      writeFileSync(file, text.replace(change.from, change.to))
    }
    const load = (name: string) => import(pathToFileURL(join(folder, 'src/loans', name)).href)
    await work({
      position: await load('position.ts'),
      replay: await load('replay.ts'),
      books: await load('books.ts'),
      figures: await load('figures.ts'),
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const PAID = { day: '2026-12-02', amount: 555_555 }
const BOOKED = '2027-01-05'

/** Registers a prepayment, and books a later day, as a model computes them. */
async function bookBy(model: Model, db: Db, loan_id: number): Promise<void> {
  const loan = await db.selectFrom('loan').selectAll().where('id', '=', loan_id).executeTakeFirstOrThrow()
  const rows = await readContract(db, loan_id)
  const { type, frequency, tax_rate, tax_added, interest_rate: annual_rate, start_day } = loan
  const tax = { tax_rate, tax_added }
  const opened = model.position.openLoan({
    ...{ type, annual_rate, frequency, ...tax, start: start_day ?? '', rows },
  })
  const payment = { value_date: PAID.day, amount: PAID.amount, excess: 'lower_payment' as const }
  const applied = model.replay.applyAndDivide(opened, payment, tax)
  if ('error' in applied) throw new Error(applied.error)
  const { position, division } = applied
  const { id: payment_id, ...source } = await db
    .insertInto('payment')
    .values({
      ...{ loan_id, user_id: loan.user_id, registered_by: loan.user_id, amount_paid_cents: PAID.amount },
      ...{
        previous_amount_due_cents: division.previous_amount_due,
        new_amount_due_cents: division.amount_due,
      },
      ...{
        discount_cents: division.discount,
        due_cents: division.due,
        on_account_cents: division.on_account,
      },
      ...{ prepaid_cents: division.prepaid, principal_cents: division.principal },
      ...{ interest_cents: division.interest, tax_cents: division.tax },
      ...{ value_date: PAID.day, created_at: `${PAID.day}T18:00:00Z`, bank_account_id: defaultBankAccount },
    })
    .returning(['id', 'incoming_payment_id', 'bank_account_id', 'from_balance'])
    .executeTakeFirstOrThrow()
  const change = {
    from: model.books.booksOn(opened, start_day ?? '', tax),
    to: model.books.booksOn(position, BOOKED, tax),
    ...{ tax_added, money: -PAID.amount },
  }
  const moves = [...moneyMoves({ amount: PAID.amount, remainder: 0, source }), ...movesBetween(change)]
  const shared = { posting: randomUUID(), loan_id, payment_id, created_at: `${BOOKED}T18:00:00Z` }
  const entries = moves
    .filter(({ amount }) => amount > 0)
    .map((move) => ({
      ...{ ...shared, ...namedParties(move, { loan_id, ...source }), transfer_id: null },
      ...{
        kind: move.kind,
        debit_account: move.debit,
        credit_account: move.credit,
        amount_cents: move.amount,
      },
    }))
  await db.insertInto('ledger_entry').values(entries).execute()
  const { amount_due, next_payment_date } = model.figures.figuresOn(position, BOOKED)
  const changes = { amount_due_cents: amount_due, next_payment_date, booked_day: BOOKED }
  await db.updateTable('loan').set(changes).where('id', '=', loan_id).execute()
}

describe('a ledger booked by a copy of the model', () => {
  test('has no differences while the copy is true', async () => {
    const { loan } = await makeActiveLoan(ctx, { tax_rate: 0.16, amount_cents: 1_234_600 })
    await withCopy(null, async (model) => {
      expect(await linesAfter((db) => bookBy(model, db, loan.id))).toEqual([])
    })
  })

  test.each<Change & { what: string; checks: string[] }>([
    {
      what: 'interest is rounded down',
      ...{ file: 'money.ts', from: '2 * amount * over + under', to: '2 * amount * over' },
      checks: ['income', 'unearned'],
    },
    {
      what: 'contained VAT is rounded down',
      file: 'money.ts',
      from: 'multiplyHalfUp(price, { over, under: under + over })',
      to: 'Math.floor((price * over) / (under + over))',
      checks: ['income', 'tax_pending'],
    },
    {
      what: 'level payments are rounded down',
      file: 'loans/amortization.ts',
      from: 'divideHalfUp(BigInt(balance) * over * growth,',
      to: '((over: bigint, under: bigint) => over / under)(BigInt(balance) * over * growth,',
      checks: ['amount_due', 'receivable'],
    },
  ])('has differences as soon as $what', async ({ checks, ...change }) => {
    const { loan } = await makeActiveLoan(ctx, { tax_rate: 0.16, amount_cents: 1_234_600 })
    await withCopy(change, async (model) => {
      const lines = await linesAfter((db) => bookBy(model, db, loan.id))
      const found = lines.map((line) => line.split(' ')[0])
      expect(found).toEqual(expect.arrayContaining(checks))
    })
    expect(await verifyLedger(ctx.deps.db)).toEqual([])
  })
})
