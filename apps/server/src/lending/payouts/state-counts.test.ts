import { beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeCompany, makeStaff, makeWorker, signIn } from '../../../test/factories.ts'
import { makeActiveLoan } from '../../../test/loans.ts'

let ctx: TestContext
let staff: Record<string, string>
beforeAll(async () => {
  // The test sets outcomes in the table, and books nothing for them.
  ctx = await createTestContext({ is_ledger_checked: false })
  staff = await signIn(ctx, await makeStaff(ctx))
})

test('counts the orders of each outcome under the other filters, but not of a search or of one loan', async () => {
  const company = await makeCompany(ctx, { name: 'Textil Cuatro' })
  const made = []
  for (const state of ['LQ', 'LQ', 'D', null] as const) {
    const worker = await makeWorker(ctx, { company_id: company.id })
    const { order, loan } = await makeActiveLoan(ctx, { worker })
    await ctx.superuser.updateTable('transfer').set({ state }).where('id', '=', order.id).execute()
    made.push(loan)
  }
  const read = async (query: string) => {
    const { count, states } = (
      await ctx.app.inject({ url: `${ctx.api}/stp?company__id=${company.id}&${query}`, headers: staff })
    ).json()
    return { count, states }
  }
  const states = { all: 4, LQ: 2, D: 1 }
  expect(await read('')).toEqual({ count: 4, states })
  expect(await read('state=LQ&page_size=1')).toEqual({ count: 2, states })
  expect(await read('state=CN')).toEqual({ count: 0, states })
  expect(await read('needs_review=true')).toEqual({ count: 0, states })
  expect(await read('operation_date=2026-11-19')).toEqual({ count: 0, states: {} })
  expect(await read('search=textil&state=LQ')).toEqual({ count: 2, states: undefined })
  expect(await read(`loan=${made[0]?.id}`)).toEqual({ count: 1, states: undefined })
})
