import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Trx } from '../src/db/types.ts'
import { findStrayCentavos, type StpMovement } from './centavos.ts'
import { createTestContext, type TestContext } from './context.ts'
import { receiveAbono } from './incoming.ts'
import { makeActiveLoan } from './loans.ts'
import { makeSettled } from './reconciliation.ts'

let ctx: TestContext
/** Ids of the settled loan and of its order, of an order in transit and of received money. */
let made: { loan: number; settled: number; moving: number; received: number }

beforeAll(async () => {
  ctx = await createTestContext()
  ctx.simulator.configure({ settle_ms: null })
  const { loan, order } = await makeSettled(ctx)
  const { order: moving } = await makeActiveLoan(ctx)
  const { id: received } = await receiveAbono(ctx)
  made = { loan: loan.id, settled: order.id, moving: moving.id, received }
})

const stray = (movements: readonly StpMovement[] = ctx.simulator.books.movements()) =>
  findStrayCentavos(ctx.deps.db, movements)

test('a settled order, one in transit and received money are where STP has them: nothing is stray', async () => {
  expect(ctx.simulator.books.movements().map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['opening', 'captured', 'settled', 'received']),
  )
  expect(await stray()).toEqual([])
})

/** The problems while the books are changed by SQL, which no command can do; the change is undone. */
async function strayAfter(change: string): Promise<string[]> {
  const undone = new Error('undone')
  let problems: string[] = []
  const breaking = ctx.superuser.transaction().execute(async (trx: Trx) => {
    await sql.raw(`alter table ledger_entry disable trigger user; ${change}`).execute(trx)
    problems = await findStrayCentavos(trx, ctx.simulator.books.movements())
    throw undone
  })
  await expect(breaking).rejects.toBe(undone)
  return problems
}

const settleMoving = () => `
  insert into ledger_entry (posting, kind, debit_account, credit_account, amount_cents, loan_id, transfer_id, created_at)
  select gen_random_uuid(), 'settlement', 'stp_in_transit', 'stp_cash', amount_cents, loan_id, id, now()
  from transfer where id = ${made.moving}`

/** One thing broken in the books, and how the problems that name it begin: all of them and no other. */
const broken: [what: string, change: () => string, named: string[]][] = [
  [
    'a settlement that is not booked',
    () => `delete from ledger_entry where kind = 'settlement' and transfer_id = ${made.settled}`,
    ['not booked: STP moved -1000000 for sent', 'in transit: sent', 'total: STP holds'],
  ],
  [
    'a settlement that STP did not make',
    settleMoving,
    ['not at STP: the ledger moved -1000000 for sent', 'in transit: sent', 'total: STP holds'],
  ],
  [
    'a loan that two orders pay',
    () => `drop index transfer_one_open; ${settleMoving()};
      update transfer set loan_id = ${made.loan}, attempt = 2 where id = ${made.moving}`,
    ['not at STP', 'in transit', 'total', 'paid twice: loan'],
  ],
  [
    'a settlement of one centavo more',
    () => `update ledger_entry set amount_cents = amount_cents + 1 where kind = 'settlement'`,
    [
      'not booked: STP moved -1000000',
      'not at STP: the ledger moved -1000001',
      'in transit',
      'total',
      'negative',
    ],
  ],
  [
    'received money that is not booked',
    () => `delete from ledger_entry where kind = 'receipt'`,
    ['not booked: STP moved 91680 for received', 'total'],
  ],
  [
    'received money that is booked twice',
    () => `drop index ledger_receipt_once;
      insert into ledger_entry (posting, kind, debit_account, credit_account, amount_cents, incoming_payment_id, created_at)
      select gen_random_uuid(), kind, debit_account, credit_account, amount_cents, incoming_payment_id, now()
      from ledger_entry where kind = 'receipt'`,
    ['not at STP: the ledger moved 91680 for received', 'total'],
  ],
  [
    'received money that is booked for an order',
    () => `update ledger_entry set credit_account = 'funding', incoming_payment_id = null,
      transfer_id = ${made.settled} where kind = 'receipt'`,
    ['not booked: STP moved 91680', 'not at STP: the ledger moved 91680 for sent', 'wrong account'],
  ],
  [
    'received money of which more is used than arrived',
    () => `insert into ledger_entry (posting, kind, debit_account, credit_account, amount_cents, loan_id,
        incoming_payment_id, created_at)
      select gen_random_uuid(), 'payment', 'unapplied_receipts', 'loan_receivable', 91681, ${made.loan},
        ${made.received}, now()`,
    [`negative: unapplied_receipts of`],
  ],
  [
    'a settled order whose money stays on its way',
    () => `update ledger_entry set debit_account = 'worker_receivable',
        user_id = (select user_id from loan where id = ${made.loan})
      where kind = 'settlement' and transfer_id = ${made.settled}`,
    ['in transit: sent'],
  ],
]

test.each(broken)('the books with %s: the check names it', async (_what, change, named) => {
  const problems = await strayAfter(change())
  const isOf = (problem: string) => (name: string) => problem.startsWith(name)
  expect(named.filter((name) => !problems.some((problem) => isOf(problem)(name)))).toEqual([])
  expect(problems.filter((problem) => !named.some(isOf(problem)))).toEqual([])
})

test('a movement of STP that the ledger lacks is named; one there and back needs no entry', async () => {
  const movements = ctx.simulator.books.movements()
  const fee: StpMovement = {
    ...{ of: 'fee', order_id: 99, tracking_key: 'COMISION99', saldo_cents: -580, pending_cents: 0 },
  }
  expect(await stray([...movements, fee])).toEqual([
    'not booked: STP moved -580 for sent COMISION99',
    expect.stringMatching(/^total/),
  ])
  expect(await stray([...movements, fee, { ...fee, saldo_cents: 580 }])).toEqual([])
})
