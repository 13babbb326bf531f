import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { approvalOf } from '../../../test/approval.ts'
import { incomingOf, paidLoan } from '../../../test/incoming-payment.ts'
import { modelCredit } from '../../../test/model-credit.ts'
import { answerWith, buildPage } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { endSession } from '../../lib/session.ts'

const list = 'GET /stp/incoming-payments'
const detail = 'GET /stp/incoming-payments/70'
const hints = 'GET /stp/incoming-payments/70/suggestions'
const basics = { 'GET /notification/unread-count': { count: 0 }, [hints]: { results: [] } }
const unknown = (given: object = {}) => incomingOf({ match: null, ...given })
const worker = { id: 7, name: 'María López', company_name: 'Textiles del Norte' }

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

const openDialog = async () => within(await screen.findByRole('dialog', { name: 'Abono recibido' }))

test('lists what is left with its age and owner, filters by owner, sorts and searches on the server', async () => {
  const rows = [unknown({ unapplied: 400, owner: { id: 1, name: 'Gerardo Soto' } }), unknown({ id: 71 })]
  const calls = answerWith({ ...basics, [list]: buildPage(...rows) })
  openStaffApp('/tesoreria/por-identificar')
  expect(await screen.findByText('$400.00')).toBeVisible()
  expect(screen.getByText('de $1,100.00')).toBeVisible()
  expect(screen.getByText('Usado en parte')).toBeVisible()
  expect(screen.getByRole('button', { name: /Responsable del abono .*: Tú/ })).toBeVisible()
  const query = () =>
    Object.fromEntries(calls.findLast(({ path }) => path.endsWith('incoming-payments'))?.query ?? [])
  const all = { page: '1', page_size: '20', unidentified: 'true', ordering: 'received_at' }
  expect(query()).toEqual(all)
  await userEvent.click(screen.getByRole('radio', { name: 'Sin responsable' }))
  await vi.waitFor(() => expect(query()).toEqual({ ...all, owner: 'none' }))
  await userEvent.click(screen.getByRole('button', { name: /Quedan/ }))
  await vi.waitFor(() => expect(query()).toMatchObject({ ordering: 'unapplied' }))
  await userEvent.type(screen.getByRole('searchbox'), 'C-000123')
  await vi.waitFor(() => expect(query()).toMatchObject({ search: 'C-000123' }), 5000)
})

const taken = (given: object = {}) =>
  unknown({
    ...{ status: 'confirmed', unapplied: 0, stp_returned_at: '2026-12-16T18:00:00Z' },
    credits: [
      {
        ...{ id: 3, amount: 700, worker, created_at: '2026-12-15T19:00:00Z', credited_by: 'Gerardo Soto' },
      },
    ],
    claim: {
      amount: 700,
      workers: [{ id: 7, name: worker.name, chargeable: 700 }],
      charges: [],
      approval: null,
    },
    ...given,
  })

test('lists under a filter what STP took back although it is used', async () => {
  const calls = answerWith({ ...basics, [list]: buildPage(taken()) })
  openStaffApp('/tesoreria/por-identificar')
  await userEvent.click(await screen.findByRole('radio', { name: 'STP se lo llevó' }))
  const query = () => calls.findLast(({ path }) => path.endsWith('incoming-payments'))?.query
  await vi.waitFor(() => expect(query()?.get('claimed')).toBe('true'))
  expect(await screen.findByText('$700.00')).toBeVisible()
  expect(screen.getByText('STP lo devolvió')).toBeVisible()
})

test('says what is still to clarify of the money that STP took, and asks to charge its worker', async () => {
  let incoming = taken()
  const approval = approvalOf({ id: 9, action: 'incoming_payment.charge' })
  const calls = answerWith({
    ...{ ...basics, [list]: buildPage(), [detail]: () => incoming },
    'POST /stp/incoming-payments/70/charge': () => {
      incoming = taken({ claim: { amount: 700, workers: [], charges: [], approval: 9 } })
      return { approval }
    },
  })
  openStaffApp('/tesoreria/por-identificar?abono=70&claimed=true')
  const dialog = await openDialog()
  expect(await dialog.findByText(/Faltan por aclarar \$700.00 que ya se usaron/)).toBeVisible()
  expect(dialog.getByText('Saldo a favor de María López')).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Cargar al trabajador' }))
  const amount = await dialog.findByRole('textbox', { name: 'Cantidad que deberá' })
  await userEvent.clear(amount)
  await userEvent.type(amount, '701')
  expect(await dialog.findByText('Se le pueden cargar $700.00.')).toBeVisible()
  await userEvent.clear(amount)
  await userEvent.type(amount, '650')
  await userEvent.type(dialog.getByRole('textbox', { name: 'Motivo' }), 'Ya no trabaja aquí')
  await userEvent.click(dialog.getByRole('button', { name: 'Pedir el cargo' }))
  expect(await dialog.findByText(/Se pidió cargar una parte al trabajador/)).toBeVisible()
  expect(calls.find(({ path }) => path.endsWith('/charge'))?.body).toEqual({
    ...{ user: 7, amount: 650, reason: 'Ya no trabaja aquí' },
  })
})

test('fills in the form of the suggested loan on a click, with the reasons shown', async () => {
  const loan = { ...paidLoan, amount_due: 13_200 }
  answerWith({
    ...{ ...basics, [list]: buildPage(), [detail]: unknown(), 'GET /loan/123': modelCredit() },
    [hints]: { results: [{ reasons: ['account', 'amount'], worker, loan }] },
  })
  openStaffApp('/tesoreria/por-identificar?abono=70')
  const dialog = await openDialog()
  expect(await dialog.findByText('Misma cuenta · monto exacto de su pago')).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: /María López/ }))
  expect(await dialog.findByText(/Elegido por ti/)).toBeVisible()
})

test('gives the rest to the worker of a settled loan, and shows where each peso went', async () => {
  let incoming = unknown()
  const loan = { ...paidLoan, state: 'completed', amount_due: 0 }
  const credit = { id: 3, amount: 1100, worker, created_at: '2026-12-16T18:00:00Z', credited_by: 'Rosa Peña' }
  const calls = answerWith({
    ...{ ...basics, [list]: buildPage(), [detail]: () => incoming },
    [hints]: { results: [{ reasons: ['folio'], worker, loan }] },
    'POST /stp/incoming-payments/70/credit': () => {
      incoming = unknown({ status: 'confirmed', unapplied: 0, credits: [credit] })
      return Response.json(incoming, { status: 201 })
    },
  })
  openStaffApp('/tesoreria/por-identificar?abono=70')
  const dialog = await openDialog()
  await userEvent.click(await dialog.findByRole('button', { name: /ya no debe nada/ }))
  await userEvent.click(dialog.getByRole('button', { name: 'Abonar al trabajador' }))
  const uses = within(await dialog.findByRole('region', { name: 'Adónde fue el dinero' }))
  expect(uses.getByRole('link', { name: 'Saldo a favor de María López' })).toBeVisible()
  expect(uses.getByText('$1,100.00')).toBeVisible()
  expect(uses.queryByRole('button', { name: 'Deshacer' })).toBeNull()
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ user: 7, amount: 1100 })
})

test('lets an admin undo a credit with a reason', async () => {
  const credit = { id: 3, amount: 1100, worker, created_at: '2026-12-16T18:00:00Z', credited_by: 'Rosa Peña' }
  const given = unknown({ status: 'confirmed', unapplied: 0, credits: [credit] })
  const undo = 'POST /stp/incoming-payments/credits/3/undo'
  const calls = answerWith({ ...basics, [list]: buildPage(), [detail]: given, [undo]: unknown() })
  openStaffApp('/tesoreria/por-identificar?abono=70', 'U0')
  const dialog = await openDialog()
  await userEvent.click(await dialog.findByRole('button', { name: 'Deshacer' }))
  const asked = within(await screen.findByRole('dialog', { name: '¿Deshacer este abono al trabajador?' }))
  await userEvent.type(asked.getByLabelText('Motivo'), 'No era suyo')
  await userEvent.click(asked.getByRole('button', { name: 'Deshacer' }))
  await vi.waitFor(() =>
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ reason: 'No era suyo' }),
  )
})

test('asks a second person to return the money, and offers no dismissal of it', async () => {
  const at = '2026-12-15T19:00:00Z'
  let incoming = unknown({ received_at: new Date().toISOString(), settled_at: null })
  const calls = answerWith({
    ...{ ...basics, [list]: buildPage(), [detail]: () => incoming },
    'POST /stp/incoming-payments/70/return': () => {
      incoming = { ...incoming, return: { state: 'requested', approval: 9, transfer: null, at } }
      return Response.json({ approval: null }, { status: 202 })
    },
  })
  openStaffApp('/tesoreria/por-identificar?abono=70')
  const dialog = await openDialog()
  await userEvent.click(await dialog.findByRole('button', { name: 'Devolver a quien lo envió' }))
  expect(dialog.queryByRole('button', { name: 'Descartar' })).toBeNull()
  await userEvent.click(dialog.getByRole('button', { name: 'Pedir la devolución' }))
  expect(dialog.getByText('Escribe el motivo')).toBeVisible()
  await userEvent.type(dialog.getByLabelText('Motivo'), 'No lo conocemos')
  await userEvent.click(dialog.getByRole('button', { name: 'Pedir la devolución' }))
  await vi.waitFor(() =>
    expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ reason: 'No lo conocemos' }),
  )
})

test('asks an admin to book the money as our own deposit, and then links the approval', async () => {
  let incoming = unknown()
  const calls = answerWith({
    ...{ ...basics, [list]: buildPage(), [detail]: () => incoming },
    'POST /treasury/cash-movements/deposit': () => {
      incoming = unknown({ own_deposit: { movement: null, approval: 9, at: '2026-12-15T19:00:00Z' } })
      return Response.json({ approval: approvalOf() }, { status: 202 })
    },
  })
  openStaffApp('/tesoreria/por-identificar?abono=70')
  const dialog = await openDialog()
  await userEvent.click(await dialog.findByRole('button', { name: 'Es un depósito nuestro' }))
  await userEvent.type(dialog.getByLabelText('Explicación'), 'Fondeo de la semana')
  await userEvent.click(dialog.getByRole('button', { name: 'Pedir que se registre' }))
  expect(await dialog.findByText(/^Se pidió registrarlo como depósito nuestro/)).toBeVisible()
  expect(dialog.queryByRole('button', { name: 'Es un depósito nuestro' })).toBeNull()
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
    ...{ incoming_payment: 70, note: 'Fondeo de la semana' },
  })
})

test.each([
  ['ordered', 'En devolución'],
  ['settled', 'Devuelto'],
] as const)('shows a return that is %s as "%s", with a link to its order', async (state, label) => {
  const at = '2026-12-15T19:00:00Z'
  const back = { state, transfer: 12, approval: null, at }
  answerWith({
    ...{ ...basics, [list]: buildPage() },
    [detail]: unknown({ status: 'confirmed', unapplied: 0, return: back }),
  })
  openStaffApp('/tesoreria/por-identificar?abono=70')
  const dialog = await openDialog()
  expect(await dialog.findByText(label)).toBeVisible()
  expect(dialog.getByRole('link', { name: /a quien lo envió/ })).toHaveAttribute('href', '/stp?order=12')
})
