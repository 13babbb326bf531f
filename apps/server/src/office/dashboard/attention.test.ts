import { attentionItems } from '@quincena/domain/dashboard/attention'
import { beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeStaff, makeWorker, signIn } from '../../../test/factories.ts'
import { receiveAbono } from '../../../test/incoming.ts'

let ctx: TestContext
let manager: Record<string, string>

beforeAll(async () => {
  // Today is 20 November 2026. The loans are inserted with days of the past and have no ledger entries.
  ctx = await createTestContext({ is_ledger_checked: false })
  manager = await signIn(ctx, await makeStaff(ctx))
})

interface LoanValues {
  type: 'credit' | 'advance'
  state: 'requested' | 'approved' | 'overdue' | 'completed' | 'payout_returned'
  requested_day: string
  sent_at?: string
}

async function insertLoan({ sent_at, ...values }: LoanValues) {
  const { id: user_id } = await makeWorker(ctx)
  await ctx.deps.db
    .insertInto('loan')
    .values({
      ...{
        user_id,
        amount_cents: 50_000,
        interest_rate: 0,
        term: 3,
        installments: 3,
        monthly_payment_cents: 50_000,
      },
      ...{ total_debt_cents: 50_000, payment_deadline: '2027-01-01', sent_at: sent_at ?? null },
      ...{ created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z' },
      ...values,
    })
    .execute()
}

async function summary(year: number) {
  const answer = await ctx.app.inject({
    method: 'POST',
    url: `${ctx.api}/loan/summary`,
    headers: manager,
    payload: { year },
  })
  return answer.json()
}

test('compares this month with the last one up to the same day, for any requested year', async () => {
  await insertLoan({ type: 'credit', state: 'requested', requested_day: '2026-11-20' })
  await insertLoan({ type: 'credit', state: 'approved', requested_day: '2026-10-20' })
  await insertLoan({ type: 'credit', state: 'approved', requested_day: '2026-10-21' })
  // Sent on 31 October at 23:00 in Mexico City, already November in UTC: after 20 October, so in neither span.
  await insertLoan({
    ...{ type: 'advance', state: 'completed' },
    ...{ requested_day: '2026-10-31', sent_at: '2026-11-01T05:00:00Z' },
  })
  await insertLoan({
    ...{ type: 'advance', state: 'completed' },
    ...{ requested_day: '2026-11-02', sent_at: '2026-11-02T18:00:00Z' },
  })

  const { months } = await summary(2022)
  expect(months).toEqual({
    current: { credit_count: 1, advance_count: 1, total_credit: 0, total_advance: 500 },
    previous: { credit_count: 1, advance_count: 0, total_credit: 0, total_advance: 0 },
  })
})

test('counts requests and returned payouts by loan type', async () => {
  const before = (await summary(2026)).attention
  await insertLoan({ type: 'advance', state: 'payout_returned', requested_day: '2026-09-01' })
  await insertLoan({ type: 'credit', state: 'requested', requested_day: '2026-09-01' })
  const { attention } = await summary(2026)
  expect(attention).toEqual({
    ...before,
    requests: { credit: before.requests.credit + 1, advance: 0 },
    returned_payouts: { credit: 0, advance: before.returned_payouts.advance + 1 },
  })
})

test('says how many days ago the oldest unidentified payment arrived', async () => {
  const received = { monto: 100, fechaOperacion: 20_261_120, nombreOrdenante: 'NADIE CONOCIDO' }
  const first = await receiveAbono(ctx, received)
  const received_at = '2026-11-08T18:00:00Z'
  await ctx.deps.db.updateTable('incoming_payment').set({ received_at }).where('id', '=', first.id).execute()
  await receiveAbono(ctx, received)
  expect(attentionItems((await summary(2026)).attention).at(-1)).toMatchObject({
    ...{ count: 2, many: 'abonos por identificar, el más antiguo de hace 12 días' },
  })
})
