import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { companyOf } from '../../../test/company.ts'
import { answerWith, buildPage } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { endSession } from '../../lib/session.ts'

const basics = {
  'GET /notification/unread-count': { count: 0 },
  'GET /company/': buildPage(companyOf()),
  'GET /company/7': companyOf(),
}

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

const dialogOf = async (name: string) => within(await screen.findByRole('dialog', { name }))

/** Opens the form after the company has loaded. */
async function openEditor() {
  await screen.findByRole('button', { name: 'Guardar' })
  return dialogOf('Editar Empresa')
}

type Dialog = Awaited<ReturnType<typeof dialogOf>>

const field = (dialog: Dialog, label: string) =>
  dialog.getByLabelText<HTMLInputElement>(new RegExp(`^${label}`))

function fill(dialog: Dialog, values: Record<string, string>) {
  for (const [label, value] of Object.entries(values))
    fireEvent.change(field(dialog, label), { target: { value } })
}

const errorsShown = () =>
  [...document.querySelectorAll('.mantine-InputWrapper-error')].map(({ textContent }) => textContent)

const send = (dialog: Dialog, label: string) => userEvent.click(dialog.getByRole('button', { name: label }))

const putsOf = (calls: ReturnType<typeof answerWith>) =>
  calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)

test('asks for the reason of an IVA of 0, also of a company that never stated it, and sends it', async () => {
  const untaxed = companyOf({ tax_rate: 0, tax_exempt_reason: null })
  const calls = answerWith({ ...basics, 'GET /company/7': untaxed, 'PUT /company/7': untaxed })
  openStaffApp('/empresas?editar=7')
  const dialog = await openEditor()
  expect(field(dialog, 'Motivo de que no se cobre IVA')).toHaveValue('')
  await send(dialog, 'Guardar')
  await userEvent.click(
    (await dialogOf('Corrige los errores antes de continuar.')).getByRole('button', { name: 'Cerrar' }),
  )
  expect(errorsShown()).toEqual(['Escribe por qué no se cobra el impuesto'])
  await vi.waitFor(() => expect(document.activeElement).toBe(field(dialog, 'Motivo')), 10_000)
  fill(dialog, { 'Motivo de que no se cobre IVA': 'Opinión fiscal de marzo' })
  await send(dialog, 'Guardar')
  await screen.findByText('La empresa fue actualizada correctamente.')
  expect(putsOf(calls)).toMatchObject([{ tax_rate: 0, tax_exempt_reason: 'Opinión fiscal de marzo' }])
})

test('hides the reason where there is IVA, and sends none', async () => {
  const calls = answerWith({ ...basics, 'PUT /company/7': companyOf() })
  openStaffApp('/empresas?editar=7')
  const dialog = await openEditor()
  expect(field(dialog, 'Motivo de que no se cobre IVA')).toHaveValue('Opinión fiscal')
  fill(dialog, { IVA: '16' })
  expect(dialog.queryByLabelText(/^Motivo/)).toBeNull()
  await send(dialog, 'Guardar')
  await screen.findByText('La empresa fue actualizada correctamente.')
  expect(putsOf(calls)).toMatchObject([{ tax_rate: 0.16, tax_exempt_reason: null }])
})

async function chooseSteps(dialog: Dialog, choice = 'Según el monto') {
  await userEvent.click(dialog.getByRole('combobox', { name: /^Cómo se cobra la comisión/ }))
  await userEvent.click(await screen.findByRole('option', { name: choice }))
}

const cell = (dialog: Dialog, name: string) => dialog.getByRole('textbox', { name })

test('types the commission as a table of amounts, and says from which amount an advance is offered', async () => {
  const calls = answerWith({ ...basics, 'PUT /company/7': companyOf() })
  openStaffApp('/empresas?editar=7')
  const dialog = await openEditor()
  expect(dialog.getByText('Con esta comisión se puede pedir desde $500.00.')).toBeVisible()
  fill(dialog, { 'Costo máximo': '25' })
  expect(dialog.getByText('Con esta comisión se puede pedir desde $600.00.')).toBeVisible()
  await chooseSteps(dialog)
  expect(dialog.queryByLabelText(/^Comisión por anticipo/)).toBeNull()
  expect(cell(dialog, 'Renglón 1: comisión')).toHaveValue('150')
  const type = (name: string, value: string) => fireEvent.change(cell(dialog, name), { target: { value } })
  type('Renglón 1: monto hasta', '1,000')
  type('Renglón 2: comisión', '300')
  await userEvent.click(dialog.getByRole('button', { name: 'Agregar renglón' }))
  expect(cell(dialog, 'Renglón 3: comisión')).toHaveValue('300')
  type('Renglón 2: monto hasta', '900')
  type('Renglón 2: comisión', '200')
  await send(dialog, 'Guardar')
  await userEvent.click(
    (await dialogOf('Corrige los errores antes de continuar.')).getByRole('button', { name: 'Cerrar' }),
  )
  expect(errorsShown()).toEqual(['Los montos deben subir en cada renglón: después de $1,000.00 va uno mayor'])
  expect(dialog.getByRole('table', { name: 'Comisión según el monto' })).toHaveAccessibleDescription(
    /^Los montos deben subir/,
  )
  expect(cell(dialog, 'Renglón 2: monto hasta')).toBeInvalid()
  expect(cell(dialog, 'Renglón 2: monto hasta')).toHaveFocus()
  expect(cell(dialog, 'Renglón 2: comisión')).toBeValid()
  type('Renglón 2: monto hasta', '2000')
  await send(dialog, 'Guardar')
  await screen.findByText('La empresa fue actualizada correctamente.')
  const [body] = putsOf(calls)
  expect(body).toMatchObject({
    advance_cost_ceiling: 0.25,
    commission_steps: [
      { up_to: 1000, commission: '150' },
      { up_to: 2000, commission: '200' },
      { up_to: null, commission: '300' },
    ],
  })
  expect(body).not.toHaveProperty('commission')
})

test('switching the kind of commission loses nothing that was typed', async () => {
  const commission_steps = [
    { up_to: 1000, commission: 100 },
    { up_to: null, commission: 150 },
  ]
  const company = companyOf({ commission: 100, commission_steps })
  const calls = answerWith({ ...basics, 'GET /company/7': company, 'PUT /company/7': company })
  openStaffApp('/empresas?editar=7')
  const dialog = await openEditor()
  await userEvent.click(dialog.getByRole('button', { name: 'Quitar el renglón 1' }))
  expect(cell(dialog, 'Renglón 1: comisión')).toHaveValue('150')
  expect(dialog.getByRole('button', { name: 'Quitar el renglón 1' })).toBeDisabled()
  await chooseSteps(dialog, 'La misma para todo monto')
  expect(field(dialog, 'Comisión por anticipo')).toHaveValue('100')
  await chooseSteps(dialog)
  expect(cell(dialog, 'Renglón 1: comisión')).toHaveValue('150')
  await chooseSteps(dialog, 'La misma para todo monto')
  await send(dialog, 'Guardar')
  await screen.findByText('La empresa fue actualizada correctamente.')
  expect(putsOf(calls)).toMatchObject([{ commission: '100', commission_steps: null }])
})
