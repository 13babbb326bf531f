import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { approvalOf } from '../../../test/approval.ts'
import { companyOf } from '../../../test/company.ts'
import { answerWith, buildPage } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { endSession } from '../../lib/session.ts'

const summary = { waiting: 0, active_staff: 3, active_admins: 2 }
const basics = {
  'GET /notification/unread-count': { count: 0 },
  'GET /approvals/summary': summary,
}
const path = '/loan/limits'
const limits = {
  ...{ approval: 50_000, per_approver: 300_000, per_company: 1_000_000, per_lender: 5_000_000 },
  ...{ companies: [{ company: 3, approval: 20_000, name: 'Maquilas del Norte' }], version: 2 },
}
const withoutNames = { ...limits, companies: [{ company: 3, approval: 20_000 }] }

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

test('changes above which amounts two people decide about a loan, and keeps what is refused', async () => {
  const calls = answerWith({
    ...basics,
    [`GET ${path}`]: limits,
    [`PUT ${path}`]: ({ body }: { body: typeof limits }) => ({
      ...limits,
      approval: body.approval,
      version: 3,
    }),
  })
  openStaffApp('/configuracion/prestamos', 'U0')
  const form = within(await screen.findByRole('form', { name: 'Límites de préstamos' }))
  const input = form.getByLabelText('Por solicitud')
  expect(input).toHaveValue('50,000.00')
  expect(screen.getByText('Maquilas del Norte')).toBeVisible()
  expect(screen.getByText(/otro administrador autoriza cada cambio/)).toBeVisible()
  await userEvent.clear(input)
  await userEvent.type(input, '-1')
  await userEvent.click(form.getByRole('button', { name: 'Guardar límites' }))
  expect(form.getByText('El límite no puede ser negativo')).toBeVisible()
  expect(input).toHaveValue('-1')
  await userEvent.clear(input)
  await userEvent.type(input, '75,000')
  await userEvent.click(form.getByRole('button', { name: 'Guardar límites' }))
  expect(await screen.findByText('Límites guardados.')).toBeVisible()
  await waitFor(() => expect(input).toHaveValue('75,000.00'))
  const sent = calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)
  expect(sent).toEqual([{ ...withoutNames, approval: 75_000 }])
})

test('after the first payout a change waits for another admin, and the card says so', async () => {
  const change = { id: 40, action: 'loan_limits.change', requested_by: 1, requester: 'Adriana Villarreal' }
  let setting_changes: object[] = []
  answerWith({
    ...basics,
    'GET /approvals/summary': () => ({ ...summary, setting_changes }),
    [`GET ${path}`]: limits,
    [`PUT ${path}`]: () => {
      setting_changes = [change]
      return { approval: approvalOf({ action: 'loan_limits.change', deciders: 'admin' }) }
    },
  })
  openStaffApp('/configuracion/prestamos', 'U0')
  const form = within(await screen.findByRole('form', { name: 'Límites de préstamos' }))
  const input = form.getByLabelText('Al día en total')
  await userEvent.clear(input)
  await userEvent.type(input, '6,000,000')
  await userEvent.click(form.getByRole('button', { name: 'Guardar límites' }))
  expect(await screen.findByText(/Espera a que otro administrador lo autorice/)).toBeVisible()
  expect(input).toHaveValue('5,000,000.00')
  expect(await screen.findByText(/^Pediste un cambio/)).toBeVisible()
  const link = screen.getByRole('link', { name: 'Ver el cambio' })
  expect(link).toHaveAttribute('href', '/autorizaciones?autorizacion=40')
  expect(input).toBeDisabled()
  expect(form.getByRole('button', { name: 'Guardar límites' })).toBeDisabled()
})

test('gives a company its own limit, replaces it and takes it away after a question', async () => {
  let stored = limits
  const named = (rows: { company: number; approval: number }[]) =>
    rows.map((row) => ({ ...row, name: row.company === 3 ? 'Maquilas del Norte' : 'Café Sierra' }))
  const calls = answerWith({
    ...basics,
    'GET /company': buildPage(companyOf({ id: 8, name: 'Café Sierra' })),
    [`GET ${path}`]: () => stored,
    [`PUT ${path}`]: ({ body }: { body: typeof withoutNames }) => {
      stored = { ...limits, companies: named(body.companies), version: stored.version + 1 }
      return stored
    },
  })
  openStaffApp('/configuracion/prestamos', 'U0')
  const form = within(await screen.findByRole('form', { name: 'Límite de una empresa' }))
  await userEvent.click(form.getByRole('button', { name: 'Guardar límite' }))
  expect(form.getByText('Elige una empresa')).toBeVisible()
  await userEvent.click(form.getByRole('combobox', { name: 'Empresa' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Café Sierra' }))
  await userEvent.type(form.getByLabelText('Límite por solicitud'), '12,500.50')
  await userEvent.click(form.getByRole('button', { name: 'Guardar límite' }))
  expect(await screen.findByText('Límite guardado.')).toBeVisible()
  const list = within(screen.getByRole('list', { name: 'Empresas con su propio límite' }))
  expect(await list.findByText('$12,500.50')).toBeVisible()

  await userEvent.click(list.getByRole('button', { name: 'Quitar el límite de Maquilas del Norte' }))
  const question = within(await screen.findByRole('dialog', { name: '¿Quitar el límite propio?' }))
  await userEvent.click(question.getByRole('button', { name: 'Quitar límite' }))
  expect(await screen.findByText('Límite quitado.')).toBeVisible()
  await waitFor(() => expect(list.queryByText('Maquilas del Norte')).toBeNull())
  const sent = calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)
  const added = { company: 8, approval: 12_500.5 }
  expect(sent).toMatchObject([
    { companies: [{ company: 3, approval: 20_000 }, added], version: 2 },
    { companies: [added], version: 3 },
  ])
})

test.each([
  ['', 'Escribe un monto; con 0 siempre hacen falta dos personas'],
  ['-1', 'El límite no puede ser negativo'],
  ['mil', 'No es un monto que se pueda leer'],
  ['12.345', 'No se sabe si el punto separa miles o centavos: escríbelo como 1,234.00'],
  ['9,999,999,999,999', 'El monto es demasiado grande'],
])('gives a company no limit of «%s»: «%s»', async (typed, problem) => {
  const calls = answerWith({
    ...basics,
    'GET /company': buildPage(companyOf({ id: 8, name: 'Café Sierra' })),
    [`GET ${path}`]: limits,
  })
  openStaffApp('/configuracion/prestamos', 'U0')
  const form = within(await screen.findByRole('form', { name: 'Límite de una empresa' }))
  await userEvent.click(form.getByRole('combobox', { name: 'Empresa' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Café Sierra' }))
  const field = form.getByLabelText('Límite por solicitud')
  if (typed !== '') await userEvent.type(field, typed)
  await userEvent.click(form.getByRole('button', { name: 'Guardar límite' }))
  expect(await form.findByText(problem)).toBeVisible()
  expect(field).toBeInvalid()
  expect(calls.filter(({ method }) => method === 'PUT')).toEqual([])
})

test('asks for a code at the signature, by SMS only where messages can be sent', async () => {
  const signing = { channel: 'none', version: 0, has_messages: false }
  const calls = answerWith({
    ...basics,
    [`GET ${path}`]: limits,
    'GET /loan/signing-settings': signing,
    'PUT /loan/signing-settings': ({ body }: { body: object }) => ({ ...signing, ...body, version: 1 }),
  })
  openStaffApp('/configuracion/prestamos', 'U0')
  const group = within(await screen.findByRole('radiogroup', { name: 'Pedir un código al firmar' }))
  expect(group.getByRole('radio', { name: 'Por SMS' })).toBeDisabled()
  expect(group.getByText('Esta instalación no tiene un proveedor de mensajes.')).toBeVisible()
  const save = screen.getByRole('button', { name: 'Guardar' })
  expect(save).toBeDisabled()
  await userEvent.click(group.getByRole('radio', { name: 'Por correo' }))
  await userEvent.click(save)
  expect(await screen.findByText('Configuración guardada')).toBeVisible()
  const sent = calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)
  expect(sent).toEqual([{ channel: 'mail', version: 0 }])
})
