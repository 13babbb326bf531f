import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { companyOf } from '../../../test/company.ts'
import { answerWith, buildFieldRefusal, buildPage, buildRefusal } from '../../../test/server.ts'
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

function changeAndLeave(dialog: Dialog, label: string, value: string) {
  fill(dialog, { [label]: value })
  fireEvent.blur(field(dialog, label))
}

const errorsShown = () =>
  [...document.querySelectorAll('.mantine-InputWrapper-error')].map(({ textContent }) => textContent)

async function choose(dialog: Dialog, industry: string) {
  await userEvent.click(dialog.getByRole('combobox', { name: /^Industria/ }))
  await userEvent.click(await screen.findByRole('option', { name: industry }))
}

const acme = {
  ...{ Clave: 'acme01', Nombre: 'Acme, S.A. de C.V.', 'Correo electrónico': 'hola@acme.mx' },
  ...{ 'Confirmar correo': 'hola@acme.mx', Teléfono: '5512345678', Dirección: 'Reforma 1' },
  ...{ 'Tasa de interés': '22.5', 'Comisión por anticipo': '1,050.505', IVA: '16' },
}

const send = (dialog: Dialog, label: string) => userEvent.click(dialog.getByRole('button', { name: label }))

const KEY = 'La clave debe ser alfanumérica, en mayúsculas y de máximo 7 caracteres'
const RATE = 'Debe ser un número positivo con hasta 3 decimales'
const COMMISSION = 'Debe ser una cantidad positiva con hasta 3 decimales'
const FINE = 'Se escribe en por ciento, con un decimal como máximo: 18 o 18.5'
const SHARE = 'Debe ser mayor a 0 % y hasta 100 %, con un decimal como máximo: 50 es la mitad'
const TAX = 'Debe estar entre 0 % y 100 %, con un decimal como máximo: 16 es 16 %'
const MANDATORY = 'Este campo es obligatorio'

const shared = [
  ['Clave', 'AB-1', KEY],
  ['Clave', 'ABCDEFGH', KEY],
  ['Nombre', 'Ab', 'Ingrese un nombre de empresa válido'],
  ['Nombre', 'Acme <b>', 'Ingrese un nombre de empresa válido'],
  ['Sitio web', 'acme.mx', 'Formato de URL inválido'],
  ['Correo electrónico', 'acme', 'Formato de correo electrónico inválido'],
  ['Teléfono', '55123', 'El número debe tener exactamente 10 dígitos'],
  ['Comisión por anticipo', '-1', COMMISSION],
  ['Comisión por anticipo', '1.2345', COMMISSION],
  ['Tasa de interés', '0.18', FINE],
  ['Tasa de interés', '18.55', FINE],
  ['Tasa de interés', '1800', 'Debe ser menor a 1,000 %: 18 es 18 % anual'],
  ...['0', '100.5', '0.33', '-50', 'mitad', ''].map(
    (value) => ['Parte de la quincena', value, SHARE] as const,
  ),
  ['Tope por anticipo', '-5', 'Debe ser una cantidad mayor a cero con hasta 2 decimales'],
  ['Mínimo por anticipo', '0', 'Debe ser una cantidad mayor a cero con hasta 2 decimales'],
  ['Mínimo por anticipo', '', 'Debe ser una cantidad mayor a cero con hasta 2 decimales'],
  ...['101', '0.16', '-16', 'sin'].map((value) => ['IVA', value, TAX] as const),
  ['IVA', '', MANDATORY],
  ['Días de gracia', '31', 'Debe ser un número entero de días, de 0 a 30'],
  ['Días de gracia', '2.5', 'Debe ser un número entero de días, de 0 a 30'],
  ['Días de gracia', '', 'Debe ser un número entero de días, de 0 a 30'],
] as const

const ofNewCompanies = [
  ...shared,
  ['Clave', '', MANDATORY],
  ['Nombre', '', MANDATORY],
  ['Correo electrónico', '', MANDATORY],
  ['Confirmar correo', '', MANDATORY],
  ['Confirmar correo', 'otro@acme.mx', 'El correo electrónico no coincide'],
  ['Teléfono', '', MANDATORY],
  ['Dirección', '', 'La dirección es obligatoria'],
  ['Tasa de interés', '', MANDATORY],
  ['Tasa de interés', '-0.1', RATE],
  ['Tasa de interés', 'mucho', RATE],
  ['Comisión por anticipo', '', MANDATORY],
] as const

test('Nueva Empresa: every wrong value shows its message when the field loses focus [B5.30 B5.31 B5.34 B5.35 B5.36 B5.37 B5.38 B5.39]', async () => {
  answerWith(basics)
  openStaffApp('/empresas?nueva=true')
  const dialog = await dialogOf('Nueva Empresa')
  fill(dialog, acme)
  for (const [label, value, message] of ofNewCompanies) {
    const rightValue = field(dialog, label).value
    changeAndLeave(dialog, label, value)
    expect.soft(errorsShown(), `${label} «${value}»`).toEqual([message])
    changeAndLeave(dialog, label, rightValue)
    expect.soft(errorsShown(), `${label} «${rightValue}»`).toEqual([])
  }
})

const ofExistingCompanies = [
  ...shared,
  ['Tasa de interés', '-0.1', 'La tasa de interés debe ser un número positivo con hasta tres decimales'],
  ['Tasa de interés', '', 'La tasa de interés debe ser un número positivo con hasta tres decimales'],
] as const

test('Editar Empresa: a wrong value shows only its message when the field loses focus, and a right one removes it [B5.30 B5.31 B5.35 B5.36 B5.37 B5.38 B5.39]', async () => {
  answerWith(basics)
  openStaffApp('/empresas?editar=7')
  const dialog = await openEditor()
  for (const [label, value, message] of ofExistingCompanies) {
    const rightValue = field(dialog, label).value
    changeAndLeave(dialog, label, value)
    expect.soft(errorsShown(), `${label} «${value}»`).toEqual([message])
    changeAndLeave(dialog, label, rightValue)
    expect.soft(errorsShown(), `${label} «${rightValue}»`).toEqual([])
  }
})

test('sends a new company once with an idempotency key and reports success [B8.40]', async () => {
  const calls = answerWith({ ...basics, 'POST /company/': companyOf({ id: 9 }) })
  const router = openStaffApp('/empresas')
  await userEvent.click(await screen.findByRole('button', { name: 'NUEVA EMPRESA' }))
  const dialog = await dialogOf('Nueva Empresa')
  fill(dialog, acme)
  await choose(dialog, 'Otro')
  fill(dialog, { 'Otra industria': 'MINERÍA y metales' })
  fireEvent.blur(field(dialog, 'Otra industria'))
  await userEvent.click(dialog.getByRole('combobox', { name: /^Cómo se cobra el IVA/ }))
  await userEvent.click(await screen.findByRole('option', { name: 'Se suma al precio' }))
  await send(dialog, 'Agregar')
  expect(await screen.findByText('La empresa se ha agregado correctamente.')).toBeVisible()
  expect(screen.getByText('Empresa agregada correctamente.')).toBeVisible()
  expect(router.state.location.search).toEqual({})
  const posts = calls.filter(({ method }) => method === 'POST')
  expect(posts).toHaveLength(1)
  expect(posts[0]?.headers.get('Idempotency-Key')).not.toBeNull()
  expect(posts[0]?.body).toEqual({
    ...{ key: 'ACME01', name: 'Acme, S.A. de C.V.', industry: 'Otro', other_industry: 'Minería y metales' },
    ...{ email: 'hola@acme.mx', email_confirm: 'hola@acme.mx', phone: '5512345678' },
    ...{ headquarters_address: 'Reforma 1', website: '', interest_rate: 0.225, commission: '1,050.505' },
    ...{ advance_share: 0.5, advance_cap: null, advance_minimum: 500 },
    ...{ commission_steps: null, advance_cost_ceiling: 0.3, tax_exempt_reason: null },
    ...{ tax_rate: 0.16, tax_added: true, grace_bank_days: 5 },
  })
})

test('sent empty, shows a warning and a message at every mandatory field [B5.32 B5.40]', async () => {
  const calls = answerWith(basics)
  openStaffApp('/empresas?nueva=true')
  const dialog = await dialogOf('Nueva Empresa')
  await send(dialog, 'Agregar')
  const warning = await dialogOf('Por favor, corrija los errores antes de continuar.')
  await userEvent.click(warning.getByRole('button', { name: 'Cerrar' }))
  expect(dialog.getAllByText(MANDATORY)).toHaveLength(8)
  expect(dialog.getByText('La dirección es obligatoria')).toBeVisible()
  expect(dialog.getAllByText('Seleccione una industria').length).toBeGreaterThan(0)
  expect(document.activeElement).toBe(field(dialog, 'Clave'))
  expect(calls.some(({ method }) => method === 'POST')).toBe(false)
})

test('rejects a typed industry that is in the list [B2.36 B5.33]', async () => {
  answerWith(basics)
  openStaffApp('/empresas?nueva=true')
  const dialog = await dialogOf('Nueva Empresa')
  await choose(dialog, 'Otro')
  fill(dialog, { 'Otra industria': 'tecnologia' })
  fireEvent.blur(field(dialog, 'Otra industria'))
  expect(await dialog.findByText('La industria ya existe en la lista')).toBeVisible()
  fill(dialog, { 'Otra industria': 'ab' })
  fireEvent.blur(field(dialog, 'Otra industria'))
  expect(await dialog.findByText('Ingrese una industria válida')).toBeVisible()
})

test('shows the edit form’s own warning and its own text for an industry of the list [B5.32 B5.33 B5.40]', async () => {
  answerWith(basics)
  openStaffApp('/empresas?editar=7')
  const dialog = await openEditor()
  await choose(dialog, 'Otro')
  fill(dialog, { 'Otra industria': 'Salud' })
  await send(dialog, 'Guardar')
  expect(await screen.findByText('Corrige los errores antes de continuar.')).toBeVisible()
  expect(dialog.getByText('La industria ya existe en la lista de opciones')).toBeVisible()
})

test('asks for confirmation before it saves a rate above 100 %', async () => {
  const calls = answerWith({ ...basics, 'PUT /company/7': companyOf({ interest_rate: 1.8 }) })
  openStaffApp('/empresas?editar=7')
  const dialog = await openEditor()
  fill(dialog, { 'Tasa de interés': '180' })
  const listPuts = () => calls.filter(({ method }) => method === 'PUT')
  await send(dialog, 'Guardar')
  const name = 'La tasa equivale a 180 % anual. ¿Es correcto?'
  await userEvent.click((await dialogOf(name)).getByRole('button', { name: 'Corregir' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog', { name })).toBeNull(), 10_000)
  expect(listPuts()).toHaveLength(0)
  await send(dialog, 'Guardar')
  await userEvent.click((await dialogOf(name)).getByRole('button', { name: 'Sí, es correcto' }))
  expect(await screen.findByText('La empresa fue actualizada correctamente.')).toBeVisible()
  expect(listPuts().map(({ body }) => body)).toMatchObject([{ interest_rate: 1.8, key: 'TEXNOR' }])
})

test.each([
  ['18', 0.18],
  ['18 %', 0.18],
  ['18,5', 0.185],
])('sends the typed rate «%s» as the fraction %d', async (typed, interest_rate) => {
  const calls = answerWith({ ...basics, 'PUT /company/7': companyOf() })
  openStaffApp('/empresas?editar=7')
  const dialog = await openEditor()
  expect(field(dialog, 'Tasa de interés')).toHaveValue('18')
  fill(dialog, { 'Tasa de interés': typed, 'Parte de la quincena': '33.3', Nombre: 'Textiles' })
  await send(dialog, 'Guardar')
  await screen.findByText('La empresa fue actualizada correctamente.')
  const bodies = calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)
  expect(bodies).toMatchObject([{ interest_rate, advance_share: 0.333 }])
})

test('asks before it saves a rate below 1 %, which is probably a fraction', async () => {
  answerWith(basics)
  openStaffApp('/empresas?editar=7')
  const dialog = await openEditor()
  fill(dialog, { 'Tasa de interés': '0.2' })
  await send(dialog, 'Guardar')
  const question = await dialogOf('La tasa equivale a 0.2 % anual. ¿Es correcto?')
  expect(question.getByText('La tasa se escribe en por ciento: 18 es 18 % anual.')).toBeVisible()
})

test('keeps the typed values of a new company when saving fails [B8.24 B8.26]', async () => {
  let answer = buildFieldRefusal(409, 'key', 'La clave ya existe.')
  answerWith({ ...basics, 'POST /company/': () => answer })
  openStaffApp('/empresas?nueva=true')
  const dialog = await dialogOf('Nueva Empresa')
  fill(dialog, acme)
  await choose(dialog, 'Comercio')
  await send(dialog, 'Agregar')
  const refused = await dialogOf('Hubo un problema al registrar la empresa.')
  await userEvent.click(refused.getByRole('button', { name: 'Cerrar' }))
  expect(document.activeElement).toBe(field(dialog, 'Clave'))
  fireEvent.blur(field(dialog, 'Clave'))
  expect(dialog.getByText('La clave ya existe.')).toBeVisible()
  expect(field(dialog, 'Nombre')).toHaveValue(acme.Nombre)
  answer = buildRefusal(500, 'server.error', 'Algo salió mal.')
  await send(dialog, 'Agregar')
  expect(await screen.findByText('Error al agregar la empresa.')).toBeVisible()
  expect(field(dialog, 'Nombre')).toHaveValue(acme.Nombre)
})

test('§8 company form: shows an error when an edit fails and keeps the typed values [B8.24 B8.26]', async () => {
  answerWith({ ...basics, 'PUT /company/7': buildRefusal(500, 'server.error', 'Algo salió mal.') })
  openStaffApp('/empresas?editar=7')
  const dialog = await openEditor()
  fill(dialog, { Nombre: 'Textiles del Sur' })
  await send(dialog, 'Guardar')
  await dialogOf('Ocurrió un problema al actualizar la empresa.')
  expect(screen.getByText('Error al editar la empresa.')).toBeVisible()
  expect(field(dialog, 'Nombre')).toHaveValue('Textiles del Sur')
})

test('merges what another user saved meanwhile, keeps the typed values and saves on the next try', async () => {
  let saved = companyOf()
  const calls = answerWith({
    ...basics,
    'GET /company/7': () => saved,
    'PUT /company/7': ({ body }: { body: { version: number } }) =>
      body.version === saved.version
        ? saved
        : buildRefusal(409, 'company.changed', 'Otra persona guardó cambios en esta empresa.'),
  })
  openStaffApp('/empresas?editar=7')
  const dialog = await openEditor()
  fill(dialog, { Nombre: 'Textiles del Sur' })
  saved = companyOf({ name: 'Textiles del Este', phone: '5599998888', version: 2 })
  await send(dialog, 'Guardar')
  const changeDialog = await dialogOf('Otra persona guardó cambios en esta empresa.')
  expect(changeDialog.getByText(/los tuyos siguen sin guardar/)).toBeVisible()
  expect(field(dialog, 'Nombre')).toHaveValue('Textiles del Sur')
  expect(field(dialog, 'Teléfono')).toHaveValue('5599998888')
  expect(dialog.getByText('Otra persona lo cambió: ahora es «Textiles del Este».')).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await send(dialog, 'Guardar')
  expect(await screen.findByText('Empresa actualizada correctamente.')).toBeVisible()
  const sent = calls.filter(({ method }) => method === 'PUT').map(({ body }) => body)
  expect(sent).toMatchObject([
    { version: 1, name: 'Textiles del Sur', phone: '8183456789' },
    { version: 2, name: 'Textiles del Sur', phone: '5599998888' },
  ])
})

test('asks before it discards changes, whichever way the form is left', async () => {
  answerWith(basics)
  const router = openStaffApp('/empresas')
  await userEvent.click(await screen.findByRole('button', { name: 'NUEVA EMPRESA' }))
  const dialog = await dialogOf('Nueva Empresa')
  fill(dialog, { Nombre: 'Acme' })
  await send(dialog, 'Cancelar')
  const question = await dialogOf('¿Salir sin guardar?')
  await userEvent.click(question.getByRole('button', { name: 'Seguir editando' }))
  expect(field(dialog, 'Nombre')).toHaveValue('Acme')
  void router.navigate({ to: '/anticipos' })
  const leaveDialog = await dialogOf('¿Salir sin guardar?')
  await userEvent.click(leaveDialog.getByRole('button', { name: 'Salir sin guardar' }))
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/anticipos'), 10_000)
})

test('leaves an unchanged form without asking', async () => {
  answerWith(basics)
  const router = openStaffApp('/empresas')
  await userEvent.click(await screen.findByRole('button', { name: 'NUEVA EMPRESA' }))
  await send(await dialogOf('Nueva Empresa'), 'Cancelar')
  await vi.waitFor(() => expect(router.state.location.search).toEqual({}), 10_000)
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), 10_000)
})
