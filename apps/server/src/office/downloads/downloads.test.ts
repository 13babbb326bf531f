import { PDFDocument } from '@cantoo/pdf-lib'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeStaff, makeWorker, signIn } from '../../../test/factories.ts'
import { makeActiveLoan, makeLoan } from '../../../test/loans.ts'
import type { CommandContext } from '../../command/context.ts'
import { payOffLoan } from '../../lending/payments/commands/pay-off-loan.ts'
import { recordPayment } from '../../lending/payments/commands/record-payment.ts'
import { reversePayment } from '../../lending/payments/commands/reverse-payment.ts'
import { addLoanFile } from '../../people/documents/commands.ts'
import { readStatement } from './queries/statement.ts'

let ctx: TestContext
let admin: Awaited<ReturnType<typeof makeStaff>>
let context: CommandContext
beforeAll(async () => {
  ctx = await createTestContext()
  admin = await makeStaff(ctx, 'U0')
  const user = { id: admin.id, user_type: 'U0' as const, company_id: null }
  context = { user, session_id: null, ip: null, user_agent: null }
})
beforeEach(() => ctx.setNow('2026-11-20T16:00:00Z'))

async function pay(loan_request: number, amount_paid: number, previous_amount_due: number) {
  const body = { loan_request, amount_paid, previous_amount_due }
  return (await recordPayment(ctx.deps, context, body)).payment_id
}

function readLoanStatement(loan_id: number) {
  const { db, clock, stp, env } = ctx.deps
  const reader = { user: context.user, now: clock(), hours: stp.hours }
  return readStatement(db, { ...reader, lender: env.lender, loan_id })
}

const get = (path: string, headers: Record<string, string>) =>
  ctx.app.inject({ method: 'GET', url: `${ctx.api}${path}`, headers })

test('a statement lists every movement with its balance, and the state of each installment [E2.66]', async () => {
  const { loan, worker } = await makeActiveLoan(ctx, { tax_rate: 0.16 })
  ctx.setNow('2026-12-01T16:00:00Z')
  await pay(loan.id, 91_680, 1_100_161)
  const wrong = await pay(loan.id, 50_000, 1_008_481)
  await reversePayment(ctx.deps, context, { payment_id: wrong, reason: 'Era de otra persona' })
  const statement = await readLoanStatement(loan.id)
  expect(statement.sums).toEqual({
    ...{ principal: 1_000_000, charge: 100_161, paid: 91_680, discount: 0, balance: 1_008_481 },
    ...{ remainder: 0, paid_apart: 0 },
  })
  expect(statement.collected).toEqual({ principal: 0, interest: 0, tax: 0, waiting: 91_680 })
  expect(statement.moves.map(({ kind, change, balance }) => [kind, change, balance])).toEqual([
    ['payout_principal', 1_000_000, 1_000_000],
    ['payout_charge', 100_161, 1_100_161],
    ['payment', -91_680, 1_008_481],
    ['payment', -50_000, 958_481],
    ['discount', -5130, 953_351],
    ['payment_reversed', 50_000, 1_003_351],
    ['discount_reversed', 5130, 1_008_481],
  ])
  const due = await ctx.deps.db
    .selectFrom('loan')
    .select('amount_due_cents')
    .where('id', '=', loan.id)
    .executeTakeFirstOrThrow()
  expect(statement.sums.balance).toBe(due.amount_due_cents)
  expect(statement).toMatchObject({
    ...{ folio: loan.folio, cat: loan.cat, lender: ctx.deps.brand.current().lender, period: '12 meses' },
    worker: { name: `${worker.first_name} ${worker.last_name}` },
  })
  expect(statement.installments.map(({ status }) => status)).toEqual([
    'paid',
    ...Array.from({ length: 11 }, () => 'pending'),
  ])
  ctx.setNow('2027-01-25T16:00:00Z')
  const later = await readLoanStatement(loan.id)
  expect(later.collected).toEqual({ principal: 76_680, interest: 12_931, tax: 2069, waiting: 0 })
  expect(later).toMatchObject({ overdue: 91_680, to_pay: { by: '2027-02-20', amount: 183_360 } })
  expect(later.installments.slice(0, 3).map(({ status }) => status)).toEqual(['paid', 'overdue', 'pending'])
})

test('a statement after an early settlement has a balance of 0 and the discount', async () => {
  const { loan } = await makeActiveLoan(ctx)
  const body = { amount_paid: 1_000_000, previous_amount_due: 1_100_161 }
  await payOffLoan(ctx.deps, context, { loan_id: loan.id, body })
  const { sums, state, installments, to_pay, collected } = await readLoanStatement(loan.id)
  expect([sums.paid, sums.discount, sums.balance, state]).toEqual([1_000_000, 100_161, 0, 'completed'])
  expect(collected).toEqual({ principal: 1_000_000, interest: 0, tax: 0, waiting: 0 })
  expect(to_pay).toBeNull()
  expect(installments.every(({ status }) => status === 'paid')).toBe(true)
})

test('sends a statement to its worker and staff; 404 to others, 409 before the payout', async () => {
  const { loan, headers } = await makeActiveLoan(ctx)
  const path = `/loan/${loan.id}/statement`
  const answer = await get(path, headers)
  expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/pdf'])
  expect(answer.headers['content-disposition']).toBe(`inline; filename="Estado_de_cuenta_${loan.folio}.pdf"`)
  const pdf = await PDFDocument.load(answer.rawPayload, { updateMetadata: false })
  expect(pdf.getTitle()).toBe(`Estado de cuenta ${loan.folio}`)
  expect(pdf.getPageCount()).toBeLessThanOrEqual(3)
  expect((await get(path, await signIn(ctx, admin))).statusCode).toBe(200)
  const other = await get(path, await signIn(ctx, await makeWorker(ctx)))
  expect([other.statusCode, other.json().code]).toEqual([404, 'loan.not_found'])
  const { loan: offer, worker } = await makeLoan(ctx, { state: 'approved' })
  const early = await get(`/loan/${offer.id}/statement`, await signIn(ctx, worker))
  expect([early.statusCode, early.json().code]).toEqual([409, 'statement.not_yet'])
})

test('lists a person’s documents newest first, by page and kind; another worker gets none [E2.66]', async () => {
  const { loan, worker, headers } = await makeActiveLoan(ctx)
  await makeLoan(ctx, { worker, type: 'advance', state: 'rejected' })
  await ctx.deps.db.transaction().execute((trx) =>
    addLoanFile(ctx.deps, trx, {
      kind: 'contract',
      user_id: worker.id,
      loan_id: loan.id,
      filename: `Contrato_Credito_${loan.folio}`,
      ...{ storage_key: 'x', bytes: new Uint8Array(9) },
    }),
  )
  ctx.setNow('2026-11-20T16:05:00Z')
  const wrong = await pay(loan.id, 50_000, 1_100_161)
  await reversePayment(ctx.deps, context, { payment_id: wrong, reason: 'Era de otra persona' })
  ctx.setNow('2026-11-20T16:10:00Z')
  const right = await pay(loan.id, 91_680, 1_100_161)
  const all = (await get('/downloads', headers)).json()
  const found = all.results.map(({ kind, id, amount, reversed }: Record<string, unknown>) => [
    ...[kind, id, amount, reversed],
  ])
  expect(all.count).toBe(4)
  expect(found).toEqual([
    ['statement', loan.id, 10_000, false],
    ['receipt', right, 916.8, false],
    ['receipt', wrong, 500, true],
    ['contract', expect.any(Number), 10_000, false],
  ])
  expect(all.results[0]).toMatchObject({ folio: loan.folio, type: 'credit', loan: loan.id })
  const second = (await get('/downloads?page=2&page_size=3', headers)).json()
  expect([second.count, second.next, second.results.map((row: { kind: string }) => row.kind)]).toEqual([
    ...[4, null, ['contract']],
  ])
  expect((await get('/downloads?kind=receipt', headers)).json().count).toBe(2)
  expect((await get(`/downloads?loan__id=${loan.id}&kind=contract`, headers)).json().count).toBe(1)
  expect((await get('/downloads?loan__id=999999', headers)).json().count).toBe(0)
  expect((await get('/downloads?kind=otro', headers)).statusCode).toBe(422)
  const path = `/downloads?user__id=${worker.id}`
  expect((await get(path, await signIn(ctx, await makeWorker(ctx)))).json()).toMatchObject({
    ...{ count: 0, results: [] },
  })
  expect((await get(path, await signIn(ctx, admin))).json().count).toBe(4)
})
