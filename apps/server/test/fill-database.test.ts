import { businessDay } from '@quincena/domain/dates'
import { beforeAll, expect, test } from 'vitest'
import { fillDatabase } from '../../../bench/fill-database.ts'
import { closeBusinessDay } from '../src/lending/loans/commands/close-day.ts'
import { createTestContext, type TestContext } from './context.ts'
import { makeStaff } from './factories.ts'

let ctx: TestContext

beforeAll(async () => {
  ctx = await createTestContext()
})

/** How many rows a table has of each value of a column. */
async function countBy(table: 'loan' | 'ledger_entry' | 'payment', column: 'state' | 'kind' | 'excess') {
  const rows = await ctx.deps.db
    .selectFrom(table)
    .select(({ fn, ref }) => [ref(column).as('value'), fn.countAll<number>().as('count')])
    .groupBy('value')
    .execute()
  return Object.fromEntries(rows.map(({ value, count }) => [value, count]))
}

test('the generator of the benchmarks writes loans of every state whose ledger verifies', async () => {
  await makeStaff(ctx, 'U1')
  await fillDatabase(ctx.superuser_url, { users: 120, loans: 600 }, businessDay(ctx.clock.now))
  const states = ['requested', 'approved', 'active', 'overdue', 'completed', 'payout_returned']
  expect(Object.keys(await countBy('loan', 'state'))).toEqual(expect.arrayContaining(states))
  const choices = ['lower_payment', 'shorter_term', 'in_advance']
  expect(Object.keys(await countBy('payment', 'excess'))).toEqual(expect.arrayContaining(choices))
  const kinds = ['payout_tax', 'tax_collected', 'discount', 'tax_discount', 'remainder', 'payment_reversed']
  const before = await countBy('ledger_entry', 'kind')
  expect(Object.keys(before)).toEqual(expect.arrayContaining(kinds))

  // The daily close finds everything booked.
  await closeBusinessDay(ctx.deps)
  expect(await countBy('ledger_entry', 'kind')).toEqual(before)
})
