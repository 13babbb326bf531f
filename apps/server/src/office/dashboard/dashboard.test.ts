import { beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeStaff, makeWorker, signIn } from '../../../test/factories.ts'

type State = 'requested' | 'approved' | 'rejected' | 'completed' | 'payout_returned'
let ctx: TestContext
let manager: Record<string, string>

beforeAll(async () => {
  // The loans are inserted with days of the past and of other years and have no ledger entries.
  ctx = await createTestContext({ is_ledger_checked: false })
  manager = await signIn(ctx, await makeStaff(ctx))
})

interface LoanValues {
  type: 'credit' | 'advance'
  state: State
  requested_day: string
  sent_at?: string
}

async function insertLoan({ sent_at, ...values }: LoanValues) {
  const worker = await makeWorker(ctx, { has_all_documents: values.state !== 'rejected' })
  await ctx.deps.db
    .insertInto('loan')
    .values({
      user_id: worker.id,
      amount_cents: 100_050,
      interest_rate: 0,
      term: 3,
      installments: 3,
      monthly_payment_cents: 100_050,
      ...{ total_debt_cents: 100_050, payment_deadline: '2027-01-01' },
      ...{ created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z', sent_at: sent_at ?? null },
      ...values,
    })
    .execute()
}

const summary = (year: unknown) =>
  ctx.app.inject({ method: 'POST', url: `${ctx.api}/loan/summary`, headers: manager, payload: { year } })

test('a year’s summary counts requests by month and status and sums payouts not returned [B3.11 B7.12]', async () => {
  const before = (await summary(2026)).json()
  const [complete, incomplete] = before.graph_data.documentation_data
  await insertLoan({ type: 'credit', state: 'requested', requested_day: '2026-01-31' })
  await insertLoan({ type: 'credit', state: 'approved', requested_day: '2026-12-31' })
  await insertLoan({ type: 'credit', state: 'rejected', requested_day: '2025-12-31' })
  // Sent on 31 December in Mexico City, already January in UTC.
  await insertLoan({
    type: 'advance',
    state: 'completed',
    requested_day: '2026-12-31',
    sent_at: '2027-01-01T05:59:00Z',
  })
  await insertLoan({
    type: 'advance',
    state: 'payout_returned',
    requested_day: '2026-03-01',
    sent_at: '2026-03-01T18:00:00Z',
  })

  const { graph_data, ...figures } = (await summary(2026)).json()
  expect(figures).toMatchObject({
    ...{ credit_count: 2, advance_count: 2, total_credit: 0, total_advance: 1000.5, loans: 4 },
    u2_users: before.u2_users + 5,
  })
  expect(graph_data.credits).toHaveLength(12)
  expect(graph_data.credits[0]).toEqual({ name: 'Ene', aceptados: 0, rechazados: 0, pendientes: 1 })
  expect(graph_data.credits[11]).toEqual({ name: 'Dic', aceptados: 1, rechazados: 0, pendientes: 0 })
  expect(graph_data.advances[2]).toMatchObject({ aceptados: 1 })
  expect(graph_data.documentation_data).toEqual([
    { name: 'Con documentos', value: complete.value + 4 },
    { name: 'Sin documentos', value: incomplete.value + 1 },
  ])
  expect((await summary(2025)).json()).toMatchObject({ credit_count: 1, total_advance: 0 })
})

test.each([undefined, null, 'dos mil', 1.5, 99])('refuses year %s with 422 [B7.12]', async (year) => {
  const answer = await summary(year)
  expect([answer.statusCode, answer.json().errors]).toEqual([422, { year: ['Selecciona un año válido'] }])
})

test('lists assistances by category, in the order of their positions', async () => {
  const offer = (category: string, name: string, position: number) => ({
    ...{ category, name, position, description: 'Texto', url: 'https://ejemplo.mx', image: 'x.svg' },
  })
  await ctx.deps.db
    .insertInto('assistance')
    .values([offer('Salud', 'Médico', 2), offer('Hogar', 'Plomero', 1), offer('Salud', 'Dentista', 3)])
    .execute()
  const headers = await signIn(ctx, await makeWorker(ctx))
  const { categories } = (await ctx.app.inject({ url: `${ctx.api}/loan/pf360/offers/`, headers })).json()
  const names = categories.map((group: { name: string; assistances: { name: string }[] }) => [
    group.name,
    ...group.assistances.map(({ name }) => name),
  ])
  expect(names).toEqual([
    ['Hogar', 'Plomero'],
    ['Salud', 'Médico', 'Dentista'],
  ])
})
