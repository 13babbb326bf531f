import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeWorker, signIn } from '../../../test/factories.ts'
import {
  acceptCall,
  findLoan,
  payWhole,
  showContract,
  staffHeaders,
  whileSending,
} from '../../../test/loans.ts'
import { takeMails } from '../../../test/mails.ts'
import { closeBusinessDay } from './commands/close-day.ts'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})

test('the life of a loan leaves its mails in order, with amounts in the body and none in a subject', async () => {
  ctx.setNow('2026-11-20T16:00:00Z')
  const worker = await makeWorker(ctx, { first_name: 'Ana' })
  const headers = await signIn(ctx, worker)
  const staff = await staffHeaders(ctx)
  const call = (path: string, payload: object, who = staff) =>
    ctx.app.inject({
      ...{
        method: path === '/loan' || path === '/loan/payment' ? 'POST' : 'PATCH',
        url: `${ctx.api}${path}`,
      },
      payload,
      headers: { ...who, 'idempotency-key': randomUUID() },
    })
  const requested = await call('/loan', { type: 'credit', amount: 5000, period: 6 }, headers)
  expect(requested.statusCode).toBe(201)
  const id: number = requested.json().id
  expect((await call(`/loan/${id}`, { status: 'APP' })).statusCode).toBe(200)
  // Sent at once: mail about money on its way goes before what waits.
  const offered = await takeMails(ctx)
  const loan = await findLoan(ctx, id)
  const contract_sha256 = await showContract(ctx, { loan, worker })
  const accepted = await whileSending(ctx, () => acceptCall(ctx, { loan, worker, headers, contract_sha256 }))
  expect(accepted.statusCode).toBe(200)

  const due = String((await findLoan(ctx, id)).next_payment_date)
  const noon = (days: number) =>
    Temporal.PlainDate.from(due).add({ days }).toZonedDateTime('America/Mexico_City').add({ hours: 12 })
  ctx.setNow(noon(-3).toInstant().toString())
  await closeBusinessDay(ctx.deps)
  // Each in time: a reminder of what is paid meanwhile is not sent.
  const reminded = await takeMails(ctx)
  ctx.setNow(noon(12).toInstant().toString())
  await closeBusinessDay(ctx.deps)
  const warned = await takeMails(ctx)
  const { amount_due_cents } = await findLoan(ctx, id)
  const paid = { loan_request: id, amount_paid: 50, previous_amount_due: amount_due_cents / 100 }
  expect((await call('/loan/payment', paid, await staffHeaders(ctx))).statusCode).toBe(201)
  await payWhole(ctx, { id })

  const taken = [...offered, ...reminded, ...warned, ...(await takeMails(ctx))]
  const mails = taken.filter(({ to }) => to === worker.email)
  expect(mails.map(({ subject }) => subject)).toEqual([
    'Tu solicitud está aprobada',
    'Enviamos tu dinero',
    'Se acerca tu fecha de pago',
    'Tienes un pago pendiente',
    'Registramos tu pago',
    'Terminaste de pagar',
  ])
  for (const { subject, preheader, figures } of mails) {
    expect(`${subject} ${preheader}`).not.toMatch(/[\d$]|Ana/)
    expect(figures?.map(({ value }) => value)).toContain(loan.folio)
  }
  expect(mails[0]?.figures).toContainEqual({ label: 'Monto', value: '$5,000.00' })
  expect(mails[4]?.figures).toContainEqual({ label: 'Pago', value: '$50.00' })
})
