import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { companyOf } from '../../../../test/company.ts'
import { loanDetailOf } from '../../../../test/loan.ts'
import { answerWith, buildPage, buildRefusal } from '../../../../test/server.ts'
import { openStaffApp } from '../../../../test/staff-screen.tsx'
import { userOf } from '../../../../test/user.ts'
import { endSession } from '../../../lib/session.ts'

const company = {
  ...{ id: 3, key: 'TN', name: 'Textiles del Norte', interest_rate: 0.18, commission: 150 },
  ...{ advance_minimum: 500, tax_rate: 0, tax_added: false },
  ...{ commission_steps: null, advance_cost_ceiling: 0.3 },
}
const maria = userOf({
  ...{ id: 7, first_name: 'María', last_name: 'López', email: 'maria@ejemplo.mx' },
  ...{ company, company_name: company.name, monthly_salary: 16_000, biweekly_salary: 8000 },
})
const basics = {
  'GET /notification/unread-count': { count: 0 },
  'GET /loan': buildPage(),
  'GET /auth/users': buildPage(maria),
  'GET /auth/user/7': maria,
  'GET /company/3': companyOf({ id: 3, name: company.name, advance_share: 0.5, advance_cap: 3000 }),
}

afterEach(() => {
  endSession()
  localStorage.clear()
  vi.unstubAllGlobals()
})

async function openForm(type: 'crédito' | 'anticipo', search = '') {
  const router = openStaffApp(`/${type}s${search}`.replace('crédito', 'credito'))
  if (search === '') await userEvent.click(await screen.findByRole('button', { name: 'Agregar' }))
  const dialog = within(await screen.findByRole('dialog', { name: `Agregar ${type}` }))
  return { router, dialog }
}

type Dialog = Awaited<ReturnType<typeof openForm>>['dialog']

async function chooseMaria(dialog: Dialog) {
  await userEvent.click(dialog.getByRole('combobox', { name: 'Persona' }))
  await userEvent.click(await screen.findByRole('option', { name: /María López · maria@ejemplo.mx/ }))
}

async function fill(dialog: Dialog, amount: string, months?: string) {
  await userEvent.clear(dialog.getByLabelText('Monto'))
  await userEvent.type(dialog.getByLabelText('Monto'), amount)
  if (months !== undefined) await userEvent.click(dialog.getByRole('radio', { name: months }))
}

const add = (dialog: Dialog) => userEvent.click(dialog.getByRole('button', { name: 'Agregar' }))

const posts = (calls: ReturnType<typeof answerWith>) => calls.filter(({ method }) => method === 'POST')

test('§8 new credit: shows limits and cost, sends once with the figures, and opens the request [B8.16 B8.38]', async () => {
  const calls = answerWith({
    ...basics,
    'POST /loan/': () => loanDetailOf('requested'),
    'GET /loan/123': loanDetailOf('requested'),
  })
  const { router, dialog } = await openForm('crédito')
  expect(dialog.getByText(/^La persona firma en su propio teléfono/)).toBeVisible()
  await chooseMaria(dialog)
  expect(await dialog.findByText('Hasta $48,000.00: tres sueldos mensuales.')).toBeVisible()
  await fill(dialog, '10000', '12 meses')
  const figures = within(dialog.getByRole('region', { name: 'Cifras de la solicitud' }))
  for (const text of ['$916.80', '$11,001.61', '$1,001.61', '18 %', '19.6 %'])
    expect(figures.getByText(text)).toBeVisible()
  await userEvent.dblClick(dialog.getByRole('button', { name: 'Agregar' }))
  expect(await screen.findByText('Crédito agregado correctamente.')).toBeVisible()
  await vi.waitFor(() => expect(router.state.location.href).toBe('/detalle-credito/123'), 10_000)
  const [sent, ...more] = posts(calls)
  expect(more).toEqual([])
  expect(sent?.headers.get('Idempotency-Key')).not.toBeNull()
  expect(sent?.body).toEqual({
    ...{ type: 'credit', user: 7, amount: 10_000, period: 12, interest_rate: 0.18 },
    ...{ monthly_payment: 916.8, final_value: 11_001.61, total_debt: 11_001.61 },
  })
})

test('§8 new advance: the company’s limits, the commission and one call; begins with a given worker [B8.16 B8.38]', async () => {
  const added = { type: 'advance', folio: 'A-000123' } as const
  const calls = answerWith({
    ...basics,
    'POST /loan/': () => loanDetailOf('approved', added),
    'GET /loan/123': loanDetailOf('approved', added),
  })
  const { router, dialog } = await openForm('anticipo', '?nueva=true&persona=7')
  expect(await dialog.findByText('De $500.00 a $3,000.00.')).toBeVisible()
  await vi.waitFor(() => expect(dialog.getByRole('combobox', { name: 'Persona' })).toHaveValue('María López'))
  await fill(dialog, '499')
  await add(dialog)
  expect(dialog.getByText('El anticipo mínimo es de $500.00.')).toBeVisible()
  await fill(dialog, '2000')
  expect(dialog.getByText('$2,150.00')).toBeVisible()
  await add(dialog)
  expect(await screen.findByText('Anticipo agregado correctamente.')).toBeVisible()
  await vi.waitFor(() => expect(router.state.location.href).toBe('/detalle-anticipo/123'), 10_000)
  const figures = { final_value: 2150, total_debt: 2150, interest_rate: 0 }
  expect(posts(calls).map(({ body }) => body)).toEqual([
    { type: 'advance', user: 7, amount: 2000, ...figures },
  ])
})

test('§5 new credit: each missing or wrong value says so at its field, and nothing is sent [B5.44]', async () => {
  const calls = answerWith(basics)
  const { dialog } = await openForm('crédito')
  await add(dialog)
  expect(dialog.getByText('Elige a la persona')).toBeVisible()
  expect(dialog.getByText('Por favor, ingresa un valor válido y positivo')).toBeVisible()
  expect(dialog.getByText('Elige el plazo')).toBeVisible()
  await chooseMaria(dialog)
  await dialog.findByText('Hasta $48,000.00: tres sueldos mensuales.')
  await fill(dialog, '48000.01', '3 meses')
  expect(dialog.queryByText('Elige el plazo')).toBeNull()
  await add(dialog)
  expect(dialog.getByText('Monto máximo excedido: $48,000.00')).toBeVisible()
  expect(dialog.queryByText('Elige a la persona')).toBeNull()
  expect(posts(calls)).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: 'Cancelar' }))
  expect(await screen.findByText('Lo que escribiste se perderá.')).toBeVisible()
})

test.each([
  [{ has_all_documents: false }, 'Todavía no tiene sus cinco documentos: los necesita para solicitar.'],
  [{ has_credit: true }, 'Ya tiene un crédito vigente: podrá pedir otro cuando termine de pagarlo.'],
  [{ has_request_credit: true }, 'Ya tiene una solicitud de crédito pendiente.'],
  [{ monthly_salary: null }, 'No tiene sueldo registrado: de él depende el máximo. Regístralo en Usuarios.'],
])('new credit: a worker who cannot request is named at the field: %j', async (given, text) => {
  const calls = answerWith({ ...basics, 'GET /auth/user/7': { ...maria, ...given } })
  const { dialog } = await openForm('crédito', '?nueva=true&persona=7')
  expect(await dialog.findByText(text)).toBeVisible()
  await fill(dialog, '5000', '6 meses')
  await add(dialog)
  expect(dialog.getByText(text)).toBeVisible()
  expect(posts(calls)).toEqual([])
})

test('§8 new credit: a refusal is shown at its field or in the form and keeps what was typed [B8.16]', async () => {
  let answer = buildRefusal(409, 'loan.credit_pending', 'No puedes solicitar un nuevo crédito.')
  answerWith({ ...basics, 'POST /loan/': () => answer })
  const { dialog } = await openForm('crédito', '?nueva=true&persona=7')
  await dialog.findByText('Hasta $48,000.00: tres sueldos mensuales.')
  await fill(dialog, '5000', '6 meses')
  await add(dialog)
  expect(await dialog.findByText('Ya tiene una solicitud de crédito pendiente.')).toBeVisible()
  answer = buildRefusal(422, 'loan.figures_differ', 'Las cifras no coinciden.')
  await add(dialog)
  expect(await dialog.findByText(/^Las condiciones cambiaron/)).toBeVisible()
  answer = new Response('<html>', { status: 502 })
  await add(dialog)
  expect(await dialog.findByText('No se pudo agregar el crédito.')).toBeVisible()
  expect(dialog.getByLabelText('Monto')).toHaveValue('$5,000')
})

test('new advance: says from which amount it is offered where a smaller one costs too much', async () => {
  const costly = companyOf({ id: 3, advance_share: 0.5, advance_cost_ceiling: 0.25 })
  const calls = answerWith({ ...basics, 'GET /company/3': costly })
  const { dialog } = await openForm('anticipo', '?nueva=true&persona=7')
  expect(await dialog.findByText('De $600.00 a $4,000.00.')).toBeVisible()
  await fill(dialog, '599.99')
  await add(dialog)
  expect(
    dialog.getByText('Con una comisión de $150.00, el anticipo se puede pedir desde $600.00.'),
  ).toBeVisible()
  expect(posts(calls)).toEqual([])
})
