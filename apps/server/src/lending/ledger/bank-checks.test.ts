import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { listDifferences } from '../../../test/ledger-differences.ts'
import { staffHeaders } from '../../../test/loans.ts'
import { registerDeposit, uploadStatement } from '../../../test/statements.ts'
import type { Db } from '../../db/types.ts'

let ctx: TestContext
let account: number
let other: number
let payment: number
let line: number

/** A payment of 500.00 that a line of the default account proves, and a second account without money. */
beforeAll(async () => {
  ctx = await createTestContext()
  ctx.setNow('2026-11-20T16:00:00Z')
  const manager = await staffHeaders(ctx)
  const admin = await staffHeaders(ctx, 'U0')
  const deposit = await registerDeposit(ctx, { headers: manager, reference: 'A77001' })
  ;({ account, payment } = deposit)
  const csv = 'Fecha,Concepto,Referencia,Depósitos\n20/11/2026,SPEI,A77001,500'
  expect(await uploadStatement(ctx, { account, headers: admin, csv })).toMatchObject({ matched: 1 })
  const { db } = ctx.deps
  line = (await db.selectFrom('bank_line').select('id').executeTakeFirstOrThrow()).id
  const values = { name: `Otra ${randomUUID().slice(0, 4)}`, created_at: '2026-11-20T16:00:00Z' }
  other = (await db.insertInto('bank_account').values(values).returning('id').executeTakeFirstOrThrow()).id
})

/** The differences after a change that constraints of the table forbid too: the checks do not rely on them. */
const after = (change: (db: Db) => Promise<unknown>) =>
  listDifferences(ctx, async (db) => {
    await sql`alter table bank_line drop constraint bank_line_matched_within,
      drop constraint bank_line_explained_unmatched, drop constraint bank_line_explained_whole`.execute(db)
    await sql`alter table payment drop constraint payment_proof_two_people`.execute(db)
    await change(db)
  })
const changeLine = (set: { matched_cents?: number; amount_cents?: number; bank_account_id?: number }) =>
  after((db) => db.updateTable('bank_line').set(set).where('id', '=', line).execute())
const changeMatch = (set: { amount_cents?: number; bank_account_id?: number }) =>
  after((db) => db.updateTable('bank_match').set(set).where('payment_id', '=', payment).execute())
const changePayment = (set: object) =>
  after((db) => db.updateTable('payment').set(set).where('id', '=', payment).execute())

test('a line whose matched amount is not the sum of its matches is reported', async () => {
  expect(await changeLine({ matched_cents: 49_999 })).toEqual([
    `bank_line_matched bank_line ${line}: 50000, 49999`,
  ])
})

test('a line with more payments than its amount, and a withdrawal with a payment, are reported', async () => {
  expect(await changeLine({ amount_cents: 40_000 })).toEqual([
    `bank_line_within bank_line ${line}: 40000, 50000`,
  ])
  expect(await changeLine({ amount_cents: -50_000 })).toEqual([
    `bank_line_within bank_line ${line}: 0, 50000`,
  ])
})

test('an explained line with a payment is reported', async () => {
  const explain = (db: Db) =>
    db.updateTable('bank_line').set({ explained_as: 'other' }).where('id', '=', line).execute()
  expect(await after(explain)).toEqual([`bank_line_within bank_line ${line}: 0, 50000`])
})

test('a match of a payment in another account than its line is reported', async () => {
  const difference = (expected: number, found: number | null) =>
    `bank_match_account payment ${payment}: ${expected}, ${found}`
  expect(await changeLine({ bank_account_id: other })).toEqual([difference(other, account)])
  expect(await changeMatch({ bank_account_id: other })).toEqual([difference(account, null)])
})

test('a match of a part of a payment, and of a reversed payment, are reported', async () => {
  expect(await changeMatch({ amount_cents: 40_000 })).toEqual([
    `bank_line_matched bank_line ${line}: 40000, 50000`,
    `bank_match_amount payment ${payment}: 50000, 40000`,
  ])
  expect(await changePayment({ reversed_at: '2026-11-20T17:00:00Z' })).toContain(
    `bank_match_amount payment ${payment}: 0, 50000`,
  )
})

test('a payment that counts as proved by the bank without a line is reported', async () => {
  const remove = (db: Db) => db.deleteFrom('bank_match').where('payment_id', '=', payment).execute()
  expect(await after(remove)).toEqual([
    `bank_line_matched bank_line ${line}: 0, 50000`,
    `payment_has_line payment ${payment}: 0, 1`,
    `payment_proof payment ${payment}: 1, 0`,
  ])
})

test('a payment that its own registrar proved, by a statement or as second person, is reported', async () => {
  const found = [`payment_proof payment ${payment}: 1, 0`]
  const { registered_by } = await ctx.deps.db
    .selectFrom('payment')
    .select('registered_by')
    .where('id', '=', payment)
    .executeTakeFirstOrThrow()
  const bySame = (db: Db) =>
    db
      .updateTable('bank_statement')
      .set({ uploaded_by: registered_by ?? 0 })
      .execute()
  expect(await after(bySame)).toEqual(found)
  expect(await changePayment({ proof: 'confirmed', proof_by: registered_by })).toEqual(found)
  expect(await changePayment({ proof: 'confirmed', proof_by: other, voucher_id: null })).toEqual(found)
})

test('an account whose entries are not those of its payments is reported, with the entry', async () => {
  const { id } = await ctx.deps.db
    .selectFrom('ledger_entry')
    .select('id')
    .where('payment_id', '=', payment)
    .where('kind', '=', 'payment')
    .executeTakeFirstOrThrow()
  const move = (db: Db) =>
    db.updateTable('ledger_entry').set({ bank_account_id: other }).where('id', '=', id).execute()
  expect(await after(move)).toEqual([
    `bank_account bank_account ${account}: 50000, 0`,
    `bank_account bank_account ${other}: 0, 50000`,
    `bank_entry entry ${id}: ${account}, ${other}`,
  ])
})
