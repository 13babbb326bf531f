import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeStaff, makeWorker, signIn } from '../../../test/factories.ts'
import { makeActiveLoan } from '../../../test/loans.ts'
import type { CommandContext } from '../../command/context.ts'
import { payOffLoan } from './commands/pay-off-loan.ts'
import { recordPayment } from './commands/record-payment.ts'
import { reversePayment } from './commands/reverse-payment.ts'
import { readReceipt } from './queries/receipt.ts'

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

const reverse = (payment_id: number) =>
  reversePayment(ctx.deps, context, { payment_id, reason: 'Era de otra persona' })

function download(payment_id: number, headers: Record<string, string>) {
  return ctx.app.inject({ method: 'GET', url: `${ctx.api}/loan/payment/${payment_id}/receipt`, headers })
}

test('a receipt shows payer, amount, principal, charge, tax and remaining debt [B5.41]', async () => {
  const { loan, worker } = await makeActiveLoan(ctx, { tax_rate: 0.16 })
  const id = await pay(loan.id, 91_680, 1_100_161)
  expect(await readReceipt(ctx.deps.db, context.user, { id, lender: ctx.deps.env.lender })).toMatchObject({
    ...{ receipt: `R-${String(id).padStart(6, '0')}`, folio: loan.folio, number: 1, installments: 12 },
    ...{ amount_paid: 91_680, principal: 76_680, charge: 15_000, tax: 2069, discount: 0 },
    ...{ previous_amount_due: 1_100_161, new_amount_due: 1_008_481, reversed_at: null },
    worker: `${worker.first_name} ${worker.last_name}`,
    registered_by: `${admin.first_name} ${admin.last_name}`,
    lender: ctx.deps.env.lender,
  })
})

test('reversed payments do not count in later numbers; a reversed receipt keeps its number and reason', async () => {
  const { loan } = await makeActiveLoan(ctx)
  const wrong = await pay(loan.id, 91_680, 1_100_161)
  ctx.setNow('2026-11-20T16:05:00Z')
  await reverse(wrong)
  ctx.setNow('2026-11-20T16:10:00Z')
  const right = await pay(loan.id, 91_680, 1_100_161)
  const second = await pay(loan.id, 91_680, 1_008_481)
  const [taken, ...stand] = await Promise.all(
    [wrong, right, second].map((id) =>
      readReceipt(ctx.deps.db, context.user, { id, lender: ctx.deps.env.lender }),
    ),
  )
  expect(taken).toMatchObject({
    ...{ number: 1, reversed_at: '2026-11-20T16:05:00.000Z', reversal_reason: 'Era de otra persona' },
  })
  expect(stand.map(({ number }) => number)).toEqual([1, 2])
})

test('the receipt of an early settlement shows the discount', async () => {
  const { loan } = await makeActiveLoan(ctx)
  const body = { amount_paid: 1_000_000, previous_amount_due: 1_100_161 }
  const { payment_id } = await payOffLoan(ctx.deps, context, { loan_id: loan.id, body })
  expect(
    await readReceipt(ctx.deps.db, context.user, { id: payment_id, lender: ctx.deps.env.lender }),
  ).toMatchObject({
    ...{ amount_paid: 1_000_000, principal: 1_000_000, charge: 0, discount: 100_161, new_amount_due: 0 },
  })
})

test('sends the same PDF to its worker and to staff, another after a reversal, 404 to other workers', async () => {
  const { loan, headers } = await makeActiveLoan(ctx)
  const id = await pay(loan.id, 91_680, 1_100_161)
  const answer = await download(id, headers)
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('application/pdf')
  expect(answer.headers['content-disposition']).toMatch(/^inline; filename="comprobante-R-\d{6}\.pdf"$/)
  expect(answer.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  const desk = await signIn(ctx, admin)
  expect((await download(id, desk)).rawPayload.equals(answer.rawPayload)).toBe(true)
  const other = await download(id, await signIn(ctx, await makeWorker(ctx)))
  expect([other.statusCode, other.json().code]).toEqual([404, 'payment.not_found'])
  await reverse(id)
  expect((await download(id, desk)).rawPayload.equals(answer.rawPayload)).toBe(false)
})
