import { beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeCompany, makeWorker, signIn, staffHeaders } from '../../../test/loans.ts'

let ctx: TestContext
let manager: Record<string, string>

beforeAll(async () => {
  ctx = await createTestContext()
  manager = await staffHeaders(ctx)
})

const get = (path: string, headers: Record<string, string>) =>
  ctx.app.inject({ url: `${ctx.api}${path}`, headers })
const post = (path: string, payload: object, headers: Record<string, string>) =>
  ctx.app.inject({ method: 'POST', url: `${ctx.api}${path}`, headers, payload })

async function makeBorrower(values: Record<string, unknown> = {}) {
  const worker = await makeWorker(ctx, values)
  return { worker, headers: await signIn(ctx, worker) }
}

test('refuses an advance that costs more than the ceiling with 422 at amount, and says from which amount', async () => {
  const company = await makeCompany(ctx, { advance_minimum_cents: 100, advance_cost_ceiling: 0.25 })
  const { worker, headers } = await makeBorrower({ company_id: company.id })
  for (const [amount, more, by] of [
    [1, {}, headers],
    [599.99, {}, headers],
    [599.99, { user: worker.id }, manager],
  ] as const) {
    const answer = await post('/loan/', { type: 'advance', amount, ...more }, by)
    expect([answer.statusCode, answer.json()]).toMatchObject([
      422,
      {
        code: 'loan.cost_above_ceiling',
        errors: { amount: ['Con una comisión de $150.00, el anticipo se puede pedir desde $600.00.'] },
      },
    ])
  }
  expect((await post('/loan/', { type: 'advance', amount: 600 }, headers)).statusCode).toBe(201)
})

test('copies the commission of the amount from the company’s steps, for good', async () => {
  const company = await makeCompany(ctx, {
    commission_cents: 10_000,
    commission_steps_cents: JSON.stringify([
      { up_to: 100_000, commission: 10_000 },
      { up_to: null, commission: 25_000 },
    ]),
  })
  const { headers } = await makeBorrower({ company_id: company.id })
  const { headers: colleague } = await makeBorrower({ company_id: company.id })
  const small = await post('/loan/', { type: 'advance', amount: 1000, total_debt: 1100 }, headers)
  expect(small.json()).toMatchObject({ commission: 100, total_debt: 1100 })
  const other = await post('/loan/', { type: 'advance', amount: 1000.01, total_debt: 1100.01 }, colleague)
  expect([other.statusCode, other.json().code]).toEqual([422, 'loan.figures_differ'])
  const large = await post('/loan/', { type: 'advance', amount: 1000.01, total_debt: 1250.01 }, colleague)
  expect(large.json()).toMatchObject({ commission: 250, total_debt: 1250.01 })
  await ctx.deps.db
    .updateTable('company')
    .set({ commission_cents: 1, commission_steps_cents: null })
    .where('id', '=', company.id)
    .execute()
  expect((await get(`/loan/${small.json().id}`, headers)).json().commission).toBe(100)
  const payload = await get(`/loan/get-loan-contract-payload/${large.json().id}`, colleague)
  expect(payload.json().loan).toMatchObject({ commission: 250, total_debt: 1250.01 })
})

test('states a CAT without an exponent, and in the words of the contract', async () => {
  ctx.setNow('2026-11-29T16:00:00Z')
  const { headers } = await makeBorrower()
  const answer = await post('/loan/', { type: 'advance', amount: 1500 }, headers)
  ctx.setNow('2026-11-20T16:00:00Z')
  expect(answer.json()).toMatchObject({ period: '1 día', cat_text: 'más de 999.9 %' })
  expect(answer.body).toMatch(/"cat":[0-9]+(\.[0-9])?[,}]/)
})

test('the price of a worker without a company contains the general VAT', async () => {
  const { headers } = await makeBorrower({ company_id: null })
  const credit = await post('/loan/', { type: 'credit', amount: 5000, period: 3 }, headers)
  expect(credit.json()).toMatchObject({ tax_rate: 0.16, tax_added: false })
})
