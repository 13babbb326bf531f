import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { approvalOf } from '../../../test/approval.ts'
import { loanDetailOf } from '../../../test/loan.ts'
import { answerWith, buildPage, buildRefusal } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { transferOf } from '../../../test/transfer.ts'
import { userOf } from '../../../test/user.ts'
import { endSession } from '../../lib/session.ts'

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

const oldClabe = '012180100001583800'
const newClabe = '002180700000000011'
const returned = transferOf({
  ...{ state: 'D', return_cause: 'Cuenta cancelada', returned_at: '2026-11-17T18:00:00Z' },
  beneficiary_account: oldClabe,
})

function loanWith(debit_card_number = oldClabe, bank = '40012') {
  const user = { ...userOf({ id: 7, first_name: 'María', last_name: 'López' }), debit_card_number, bank }
  return loanDetailOf('payout_returned', { user })
}

const basics = {
  'GET /notification/unread-count': { count: 0 },
  'GET /stp/payouts': { paused: false, reason: null, by: null, at: null, in_review: 0, waiting: 0 },
}

test('shows an admin the reason, day and account of the return, and the actions', async () => {
  answerWith({ ...basics, 'GET /loan/123': loanWith(), 'GET /stp': buildPage(returned) })
  openStaffApp('/detalle-credito/123', 'U0')
  expect(await screen.findByText('Cuenta cancelada')).toBeVisible()
  expect(screen.getByText('17/11/2026 - 12:00')).toBeVisible()
  expect(screen.getAllByText('BBVA ···· 3800')).toHaveLength(2)
  expect(screen.getByText('La misma que devolvió el dinero')).toBeVisible()
  for (const name of ['Cancelar envío', 'Corregir cuenta', 'Enviar de nuevo'])
    expect(screen.getByRole('button', { name })).toBeVisible()
})

test('says by the actions and in place of sending that another person confirms the worker first', async () => {
  const loan = { ...loanWith(), worker_unconfirmed: true }
  const change = {
    ...{ id: 12, field: 'account' as const, changed_by: 1, author: 'Ada Ruiz' },
    ...{ changed_at: '2026-11-24T18:00:00Z', approval: { id: 40, requested_by: 1 } },
  }
  answerWith({
    ...basics,
    'GET /loan/123': loan,
    'GET /stp': buildPage(returned),
    'GET /auth/user/7': { ...loan.user, unconfirmed_changes: [change] },
    'GET /approvals': buildPage(approvalOf({ subject_id: 7, requested_by: 1 })),
    'GET /approvals/summary': { waiting: 0, active_staff: 3, active_admins: 2 },
    'GET /approvals/40': approvalOf({ requested_by: 1 }),
  })
  openStaffApp('/detalle-credito/123', 'U0')
  expect(await screen.findByText('Por confirmar.')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Enviar de nuevo' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Datos por confirmar' }))
  expect(dialog.getByText(/Otra persona confirma primero los datos de María López/)).toBeVisible()
  expect(dialog.queryByRole('button', { name: 'Enviar de nuevo' })).toBeNull()
  await userEvent.click(await dialog.findByRole('button', { name: 'Ver la solicitud' }))
  expect(await screen.findByRole('dialog', { name: 'Autorización' })).toBeVisible()
  expect(screen.getByRole('radio', { name: 'Mis solicitudes' })).toBeChecked()
})

test('shows a manager the return without actions, and the admins who can act', async () => {
  const ada = { ...userOf({ id: 2, first_name: 'Ada', last_name: 'Ruiz', user_type: 'U0' }) }
  answerWith({
    ...basics,
    'GET /loan/123': loanWith(),
    'GET /stp': buildPage(returned),
    'GET /auth/users': buildPage(ada),
  })
  openStaffApp('/detalle-credito/123', 'U1')
  expect(await screen.findByText('Cuenta cancelada')).toBeVisible()
  expect(await screen.findByText(/Solo administración puede corregir.*: Ada Ruiz\./)).toBeVisible()
  for (const name of ['Cancelar envío', 'Corregir cuenta', 'Enviar de nuevo'])
    expect(screen.queryByRole('button', { name })).toBeNull()
})

test('corrects the account with the schema’s messages and sends the money to it', async () => {
  let loan = loanWith()
  const calls = answerWith({
    ...basics,
    'GET /loan/123': () => loan,
    'GET /stp': buildPage(returned),
    'PATCH /auth/user/7/update': () => {
      loan = loanWith(newClabe, '40002')
      return loan.user
    },
    'PUT /stp/dispersion': { ok: true, data: { resultado: { id: 9 } }, order: transferOf({ attempt: 2 }) },
  })
  openStaffApp('/detalle-credito/123', 'U0')
  await userEvent.click(await screen.findByRole('button', { name: 'Corregir cuenta' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Corregir cuenta' }))
  expect(dialog.getByText('BBVA ···· 3800')).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Guardar cuenta' }))
  expect(dialog.getByText('La CLABE lleva 18 números.')).toBeVisible()
  await userEvent.type(dialog.getByLabelText('CLABE interbancaria'), `${newClabe.slice(0, 17)}0`)
  await userEvent.tab()
  expect(dialog.getByText('La CLABE interbancaria no es válida. Revisa sus dígitos.')).toBeVisible()
  await userEvent.clear(dialog.getByLabelText('CLABE interbancaria'))
  await userEvent.type(dialog.getByLabelText('CLABE interbancaria'), newClabe)
  expect(dialog.getByLabelText('Número de cuenta')).toHaveValue(newClabe.slice(6, 17))
  await userEvent.click(dialog.getByRole('button', { name: 'Guardar cuenta' }))
  expect(await screen.findByText('Cuenta corregida. Avisamos al trabajador.')).toBeVisible()
  expect(await screen.findByText('Ya corregida')).toBeVisible()
  const body = { bank: '40002', debit_card_number: newClabe, bank_account_number: newClabe.slice(6, 17) }
  expect(calls.find(({ method }) => method === 'PATCH')?.body).toEqual({ ...body, version: 1 })

  await userEvent.click(screen.getByRole('button', { name: 'Enviar de nuevo' }))
  const confirm = within(await screen.findByRole('dialog', { name: '¿Enviar el dinero de nuevo?' }))
  expect(confirm.getByText('$12,000.00')).toBeVisible()
  expect(confirm.getByText(/···· 0011$/)).toBeVisible()
  await userEvent.click(confirm.getByRole('button', { name: 'Enviar de nuevo' }))
  expect(await screen.findByText('Orden enviada a STP')).toBeVisible()
  expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ data: { loan: 123 } })
})

test('shows an account that another user has at its field and keeps the typed values', async () => {
  const problem = buildRefusal(409, 'user.debit_card_taken', 'Número de tarjeta de débito ya existe.')
  const errors = { debit_card_number: ['Número de tarjeta de débito ya existe.'] }
  answerWith({
    ...basics,
    'GET /loan/123': loanWith(),
    'GET /stp': buildPage(returned),
    'PATCH /auth/user/7/update': Response.json(
      { ...(await problem.json()), errors },
      { status: 409, headers: { 'Content-Type': 'application/problem+json' } },
    ),
  })
  openStaffApp('/detalle-credito/123', 'U0')
  await userEvent.click(await screen.findByRole('button', { name: 'Corregir cuenta' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Corregir cuenta' }))
  await userEvent.type(dialog.getByLabelText('CLABE interbancaria'), newClabe)
  await userEvent.click(dialog.getByRole('button', { name: 'Guardar cuenta' }))
  expect(await dialog.findByText('Número de tarjeta de débito ya existe.')).toBeVisible()
  expect(dialog.getByLabelText('CLABE interbancaria')).toHaveValue(newClabe)
})

test('offers no actions while another order is in process', async () => {
  const moving = transferOf({
    id: 51,
    attempt: 2,
    tracking_key: 'SEGUNDA1',
    state: null,
    order_state: 'unknown',
  })
  answerWith({ ...basics, 'GET /loan/123': loanWith(), 'GET /stp': buildPage(moving, returned) })
  openStaffApp('/detalle-credito/123', 'U0')
  expect(await screen.findByText(/Ya hay un envío en curso/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Enviar de nuevo' })).toBeNull()
})

test('shows STP’s text of a refused order and allows another attempt', async () => {
  const refused = transferOf({ id: 51, attempt: 2, state: null, order_state: 'failed', error: 'no coincide' })
  answerWith({ ...basics, 'GET /loan/123': loanWith(), 'GET /stp': buildPage(refused, returned) })
  openStaffApp('/detalle-credito/123', 'U0')
  expect(await screen.findByText(/no coincide\. El dinero no se movió/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Enviar de nuevo' })).toBeVisible()
})

test('shows that payouts are paused and sends nothing', async () => {
  const paused = {
    paused: true,
    reason: 'STP no responde',
    by: 'Ada Ruiz',
    at: null,
    in_review: 0,
    waiting: 0,
  }
  answerWith({
    ...basics,
    'GET /stp/payouts': paused,
    'GET /loan/123': loanWith(),
    'GET /stp': buildPage(returned),
  })
  openStaffApp('/detalle-credito/123', 'U0')
  expect(await screen.findByText('«STP no responde»')).toBeVisible()
  const send = await screen.findByRole('button', { name: 'Enviar de nuevo' })
  await vi.waitFor(() => expect(send).toBeDisabled(), 10_000)
})
