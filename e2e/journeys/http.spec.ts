import { randomUUID } from 'node:crypto'
import { expect, test } from '@playwright/test'
import { call, signInByHttp } from '../support/http.ts'
import { acceptByHttp } from '../support/loan-commands.ts'
import { makeWorker } from '../support/workers.ts'

test('a credit goes from request to completed over HTTP only [B7.10 B7.28]', async () => {
  const worker = await makeWorker('Nora')
  const manager = await signInByHttp('gerente@demo.quincena.mx')
  const response = await call('/loan/', {
    method: 'POST',
    token: worker.token,
    body: { type: 'credit', amount: 10_000, period: 12 },
  })
  expect(response.status).toBe(201)
  const id: number = response.json.id
  expect(response.json).toMatchObject({ status: 'INA', total_debt: 11_001.61, monthly_payment: 916.8 })

  const repeated = await call('/loan/', {
    method: 'POST',
    token: worker.token,
    body: { type: 'credit', amount: 5000, period: 3 },
  })
  expect(repeated.status).toBe(409)
  expect(repeated.json.detail).toBe(
    'No puedes solicitar un nuevo crédito porque tienes una solicitud pendiente.',
  )

  const approved = await call(`/loan/${id}`, {
    method: 'PATCH',
    token: manager.token,
    body: { status: 'APP' },
  })
  expect(approved.status).toBe(200)
  const accepted = await acceptByHttp(id, worker.token)
  expect([200, 202]).toContain(accepted.status)
  await expect
    .poll(async () => (await call(`/loan/${id}`, { token: worker.token })).json.amount_due)
    .toBe(11_001.61)

  // All on one day: the first payment waits for the first due date, the second is the payoff.
  for (const [amount_paid, previous_amount_due] of [
    [916.8, 11_001.61],
    [9083.2, 10_084.81],
  ]) {
    const { json: loan } = await call(`/loan/${id}`, { token: manager.token })
    expect(loan.amount_due).toBe(previous_amount_due)
    expect([loan.suggested_payment, loan.payoff]).toContain(amount_paid)
    const paid = await call('/loan/payment', {
      method: 'POST',
      token: manager.token,
      key: randomUUID(),
      body: { loan_request: id, amount_paid, previous_amount_due, channel: 'deduction' },
    })
    expect(paid.status).toBe(201)
  }
  const { json: done } = await call(`/loan/${id}`, { token: worker.token })
  expect(done).toMatchObject({ completed: true, active_status: 'FIN', amount_due: 0, payments_count: 2 })
})

test('an advance becomes an offer without a decision and is paid in one payment [B7.15]', async () => {
  const worker = await makeWorker('Nora')
  const manager = await signInByHttp('gerente@demo.quincena.mx')
  const response = await call('/loan/', {
    method: 'POST',
    token: worker.token,
    body: { type: 'advance', amount: 1500 },
  })
  expect(response.json).toMatchObject({ status: 'APP', approved: true, accepted: false, total_debt: 1650 })
  const id: number = response.json.id
  const key = randomUUID()
  const accepted = await acceptByHttp(id, worker.token, key)
  expect([200, 202]).toContain(accepted.status)
  await expect
    .poll(async () => (await call(`/loan/${id}`, { token: worker.token })).json.amount_due)
    .toBe(1650)

  const more = { loan_request: id, amount_paid: 1650.01, previous_amount_due: 1650 }
  const refused = await call('/loan/payment', {
    method: 'POST',
    token: manager.token,
    key: randomUUID(),
    body: more,
  })
  expect([refused.status, refused.json.code]).toEqual([422, 'payment.exceeds_payoff'])
  const stale = { loan_request: id, amount_paid: 1650, previous_amount_due: 1700 }
  const conflict = await call('/loan/payment', {
    method: 'POST',
    token: manager.token,
    key: randomUUID(),
    body: stale,
  })
  expect([conflict.status, conflict.json.code]).toEqual([409, 'debt_changed'])
  const fullPayment = { loan_request: id, amount_paid: 1650, previous_amount_due: 1650 }
  const paid = await call('/loan/payment', {
    method: 'POST',
    token: manager.token,
    key: randomUUID(),
    body: fullPayment,
  })
  expect(paid.status).toBe(201)
})

test('invalid input is rejected with its status and changes nothing', async () => {
  const worker = await signInByHttp('ana@demo.quincena.mx')
  const other = await makeWorker('Olga', { hasDocuments: false })
  const wrongPassword = await call('/auth/login', {
    method: 'POST',
    body: { email: 'ana@demo.quincena.mx', password: 'otra-cosa' },
  })
  expect([wrongPassword.status, wrongPassword.json.detail]).toEqual([
    401,
    'No se pudo iniciar sesión con esas credenciales.',
  ])
  expect((await call('/loan')).status).toBe(401)
  const months = await call('/loan/', {
    method: 'POST',
    token: worker.token,
    body: { type: 'credit', amount: 1000, period: 5 },
  })
  expect(months.status).toBe(422)
  expect(months.json.errors.period).toBeTruthy()
  const much = await call('/loan/', {
    method: 'POST',
    token: worker.token,
    body: { type: 'credit', amount: 900_000, period: 3 },
  })
  expect(much.status).toBe(422)
  expect(much.json.errors.amount).toBeTruthy()
  const documentLoan = await call('/loan/', {
    method: 'POST',
    token: other.token,
    body: { type: 'credit', amount: 1000, period: 3 },
  })
  expect([documentLoan.status, documentLoan.json.code]).toEqual([409, 'loan.documents_incomplete'])
  expect((await call('/loan?page_size=100000', { token: worker.token })).status).toBe(422)
  const form = new FormData()
  form.set('filename', 'INE')
  form.set('user', String(other.id))
  form.set('file', new Blob(['hola, no soy un PDF']), 'ine.pdf')
  const fake = await call('/documents/', { method: 'POST', token: other.token, body: form })
  expect([415, 422]).toContain(fake.status)
  const manager = await signInByHttp('gerente@demo.quincena.mx')
  const some = await call('/loan?page_size=1', { token: manager.token })
  const foreignLoan = await call(`/loan/${some.json.results[0].id}`, { token: other.token })
  expect(foreignLoan.status).toBe(404)
})
