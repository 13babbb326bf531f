import { beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { type Headers, makeActiveToken, makeToken, sendCall } from '../../../test/api-tokens.ts'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeCompany, makeStaff, makeWorker, signIn } from '../../../test/factories.ts'
import { importLoanBook } from '../../../test/loan-imports.ts'
import { findLoan, makeActiveLoan } from '../../../test/loans.ts'
import { pdfText } from '../../../test/pdf-text.ts'
import { buildApp } from '../../app.ts'
import { createLog } from '../../http/log.ts'

let ctx: TestContext
let maker: Awaited<ReturnType<typeof makeStaff>>
let headers: Headers

beforeAll(async () => {
  ctx = await createTestContext({ is_ledger_checked: false })
})
beforeEach(async () => {
  ctx.setNow('2026-11-20T16:00:00Z')
  maker = await makeStaff(ctx, 'U0')
  headers = await signIn(ctx, maker)
})

const call = (caller: Headers, route: string, payload?: object) => sendCall(ctx, { caller, route, payload })
const statusOf = async (caller: Headers, route: string) => (await call(caller, route)).status

test('an import of live loans ends what one admin may do alone: a writing token needs another one', async () => {
  const wish = { scopes: ['payments:write'] as const }
  const asked = { name: 'Pagos', company: null, valid_days: 30, ...wish }
  expect((await call(headers, 'POST /auth/api-tokens', asked)).status).toBe(201)
  const company = await makeCompany(ctx)
  const worker = await makeWorker(ctx, { company_id: company.id })
  const book = {
    loans: [
      {
        ...{
          'Folio anterior': 'TOK-1',
          'Clave de la empresa': company.key,
          'Número de empleado': worker.key,
        },
        ...{ Tipo: 'Crédito', Monto: 12_000, 'Tasa anual': 0.36, Frecuencia: 'Mensual' },
        ...{ 'Número de pagos': 12, 'Fecha de entrega': '15/05/2026' },
      },
    ],
    balances: [{ 'Folio anterior': 'TOK-1', Saldo: 0 }],
  }
  const fields = { accepts_differences: 'true' }
  expect(await importLoanBook(ctx, { book, headers, fields })).toMatchObject({ state: 'finished' })
  const { status, body } = await call(headers, 'POST /auth/api-tokens', asked)
  expect([status, body.api_token.state]).toEqual([202, 'waiting'])
  const limits = (await call(headers, 'GET /loan/limits')).body
  const changed = await call(headers, 'PUT /loan/limits', { ...limits, per_lender: limits.per_lender + 1 })
  expect([changed.status, changed.body]).toEqual([
    202,
    expect.objectContaining({ approval: expect.anything() }),
  ])
})

test('a reset of its maker’s address or factors by another admin ends it', async () => {
  const other = await makeStaff(ctx, 'U0')
  for (const kind of ['email', 'factor'] as const) {
    const { caller, api_token } = await makeToken(ctx, headers, { scopes: ['loans:read'] })
    expect(await statusOf(caller, 'GET /loan')).toBe(200)
    ctx.setNow(ctx.clock.now.add({ minutes: 1 }).toString())
    const change = {
      ...{ user_id: maker.id, kind, changed_by: other.id, changed_at: ctx.clock.now.toString() },
      email_before: kind === 'email' ? maker.email : null,
    }
    await ctx.deps.db.insertInto('staff_access_change').values(change).execute()
    expect(await statusOf(caller, 'GET /loan')).toBe(401)
    const { body } = await call(headers, 'GET /auth/api-tokens?page_size=200')
    expect(body.results.find(({ id }: { id: number }) => id === api_token.id).state).toBe('left')
    ctx.setNow(ctx.clock.now.add({ minutes: 1 }).toString())
  }
})

test('reads a receipt with the end of the worker’s CURP alone; staff read all of it', async () => {
  const curp = 'PEGJ850101HDFRRN18'
  const { loan } = await makeActiveLoan(ctx, { worker: await makeWorker(ctx, { curp }) })
  const { amount_due_cents } = await findLoan(ctx, loan.id)
  const paid = await call(headers, 'POST /loan/payment', {
    ...{ loan_request: loan.id, amount_paid: 10, previous_amount_due: amount_due_cents / 100 },
  })
  const { caller } = await makeActiveToken(ctx, headers, { scopes: ['payments:read'] })
  const url = `${ctx.api}/loan/payment/${paid.body.id}/receipt`
  const textFor = async (who: Headers) => pdfText((await ctx.app.inject({ url, headers: who })).rawPayload)
  expect(await textFor(headers)).toContain(curp)
  const shown = await textFor(caller)
  expect(shown).not.toContain(curp.slice(0, 10))
  expect(shown).toContain(curp.slice(-4))
})

test('records a payment without a voucher: one with it is refused at the field, with what to do', async () => {
  const { loan } = await makeActiveLoan(ctx)
  const { caller } = await makeActiveToken(ctx, headers, { scopes: ['payments:write'] })
  const { amount_due_cents } = await findLoan(ctx, loan.id)
  const payment = { loan_request: loan.id, amount_paid: 10, previous_amount_due: amount_due_cents / 100 }
  const voucher = '2f1a7c1e-58a5-4a0c-9a58-0a4f1f7a2b11'
  const refused = await call(caller, 'POST /loan/payment', { ...payment, voucher })
  expect([refused.status, refused.body.code]).toEqual([403, 'token.human_only'])
  expect(refused.body.errors.voucher[0]).toContain('quita «voucher»')
  expect((await call(caller, 'POST /loan/payment', payment)).status).toBe(201)
})

test('the line of its request in the log names it beside who answers for it', async () => {
  const { caller, api_token } = await makeToken(ctx, headers, { scopes: ['loans:read'] })
  const lines: unknown[] = []
  const log = createLog({ log_level: 'info' }, { write: (text) => lines.push(JSON.parse(text)) })
  const app = await buildApp(ctx.deps, { log })
  await app.inject({ url: `${ctx.api}/loan`, headers: caller })
  await app.inject({ url: `${ctx.api}/loan`, headers })
  await app.close()
  const line = z.object({ user: z.number(), api_token: z.number().optional() })
  expect(z.array(line).parse(lines)).toEqual([
    { user: maker.id, api_token: api_token.id },
    { user: maker.id },
  ])
})
