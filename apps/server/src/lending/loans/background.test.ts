import type { Background } from '@quincena/domain/loans/background'
import { beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeStaff, signIn } from '../../../test/factories.ts'
import { makeLoan, staffHeaders } from '../../../test/loans.ts'

let ctx: TestContext
let manager: Record<string, string>
beforeAll(async () => {
  ctx = await createTestContext()
  manager = await staffHeaders(ctx)
})

const read = async (id: number, headers = manager) =>
  (await ctx.app.inject({ url: `${ctx.api}/loan/${id}`, headers })).json()
const backgroundOf = async (id: number): Promise<Background> => (await read(id)).background

test('staff read what counts for a decision, the worker does not', async () => {
  const { loan, worker } = await makeLoan(ctx)
  const rejected = await makeLoan(ctx, { worker, state: 'rejected' })
  const offer = await makeLoan(ctx, { worker, type: 'advance', state: 'approved', amount_cents: 200_000 })
  const author = await makeStaff(ctx, 'U1')
  await ctx.deps.db
    .insertInto('worker_change')
    .values(
      [1, 31].map((days) => ({
        ...{ user_id: worker.id, field: 'salary' as const, before_text: null, after_text: `${days}` },
        ...{ changed_by: author.id, import_id: null },
        changed_at: ctx.clock.now.subtract({ hours: 24 * days }).toString(),
      })),
    )
    .execute()
  const { capacity, other_loans, other_count, worst_delay, changes, documents } = await backgroundOf(loan.id)
  expect(other_loans.map(({ folio, state }) => [folio, state])).toEqual([
    [offer.loan.folio, 'approved'],
    [rejected.loan.folio, 'rejected'],
  ])
  expect([other_count, worst_delay]).toEqual([2, null])
  expect(changes.map(({ after, is_own, confirmed_by }) => [after, is_own, confirmed_by])).toEqual([
    ['1', false, null],
  ])
  expect(documents.map(({ review }) => review)).toEqual(Array.from({ length: 5 }, () => 'accepted'))
  expect(capacity.per_month).toBe(loan.monthly_payment_cents / 100)
  expect(capacity.other_per_quincena).toBe(offer.loan.total_debt_cents / 100)
  const own = await signIn(ctx, worker)
  expect(await read(loan.id, own)).not.toHaveProperty('background')
})

test('a change by the worker counts as their own', async () => {
  const { loan, worker } = await makeLoan(ctx)
  const own = await signIn(ctx, worker)
  const url = `${ctx.api}/auth/user/${worker.id}/update`
  const answer = await ctx.app.inject({
    method: 'PATCH',
    url,
    headers: own,
    payload: { phone: '5512349876' },
  })
  expect(answer.statusCode).toBe(200)
  const { changes } = await backgroundOf(loan.id)
  expect(changes.map(({ field, after, is_own }) => [field, after, is_own])).toEqual([
    ['phone', '5512349876', true],
  ])
})
