import { act, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { answerWith, buildFieldRefusal, buildPage, buildRefusal } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { userOf } from '../../../test/user.ts'
import { endSession } from '../../lib/session.ts'

const rules = {
  ...{ passwordLength: 6, advancedStructure: false },
  ...{ lowercase: true, uppercase: true, numbers: true, specialChars: false },
}
const ana = userOf({
  ...{ ine: '1234567890123', curp: 'RETA900101MDFRLL08', rfc: 'RETA900101AB1', phone: '5512345678' },
  ...{ address: 'Calle 5', city: 'Zapopan', state: 'Jalisco', zip_code: '44100', neighborhood: 'Centro' },
  ...{ gender: 'F', position: 'Cajera', birthday: '1990-01-01' },
  ...{ bank: '40012', debit_card_number: '012180000000000015', bank_account_number: '00000000001' },
})
const anaAnswer = { ...ana, biweekly_salary: 7500, monthly_salary: 15_000 }
const basics = {
  'GET /notification/unread-count': { count: 0 },
  'GET /auth/users': buildPage(anaAnswer),
  'GET /auth/user/7': anaAnswer,
  'GET /auth/access-config': rules,
  'GET /auth/taken': { taken: false },
  'GET /company': buildPage(),
}

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

const field = (label: string) =>
  screen.getByLabelText<HTMLInputElement>(new RegExp(`^${label}( \\*)?$`), { selector: 'input' })

/** Sets the whole value at once and leaves the field. */
function typeValue(label: string, value: string) {
  fireEvent.change(field(label), { target: { value } })
  fireEvent.blur(field(label))
}

async function choose(label: string, option: string) {
  const input = screen.getByRole('combobox', { name: new RegExp(`^${label}`) })
  await userEvent.click(input)
  await userEvent.click(await screen.findByRole('option', { name: option }))
}

async function openNew(user_type: 'U0' | 'U1' = 'U0') {
  const router = openStaffApp('/usuarios', user_type)
  await userEvent.click(await screen.findByRole('button', { name: 'NUEVO USUARIO' }))
  await screen.findByRole('dialog', { name: 'Nuevo Usuario' })
  return router
}

async function openEdit(user_type: 'U0' | 'U1' = 'U0') {
  const router = openStaffApp('/usuarios', user_type)
  const row = within(await screen.findByRole('row', { name: /Ana Lucía/ }))
  await userEvent.click(row.getByRole('button', { name: 'Acciones' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Editar' }))
  await screen.findByLabelText(/^Nombre/)
  return router
}

const sentBy = (calls: ReturnType<typeof answerWith>) => calls.find(({ method }) => method === 'PATCH')?.body

const errorsShown = () =>
  [...document.querySelectorAll('.mantine-InputWrapper-error')].map(({ textContent }) => textContent)

const LETTERS = 'debe contener letras y espacios'
const CLABE = 'La CLABE lleva 18 números.'
const ACCOUNT = 'El número de cuenta bancaria debe contener exactamente 11 dígitos numéricos'
/** A field's label, a wrong value and the message that it shows. */
type FieldCase = [label: string, value: string, message: string]
const shared: FieldCase[] = [
  ['Correo electrónico', 'ana', 'Revisa tu correo: le falta algo.'],
  ['Fecha de nacimiento', '31/02/1990', 'Esa fecha no existe'],
  ['INE', '123', 'El INE debe contener exactamente 13 dígitos numéricos'],
  ['CURP', 'abc', 'El CURP no tiene un formato válido. Ejemplo: ABCD901010HDFRLL08'],
  ['RFC', 'abc', 'El RFC no tiene un formato válido. Ejemplo: ABCD901010XXX'],
  ['Teléfono', '551', 'El número debe tener exactamente 10 dígitos'],
  ['Código postal', '441', 'El código postal debe tener 5 dígitos'],
  ['Dirección', ' ', 'El campo dirección es obligatorio'],
  ['Colonia', ' ', 'El campo colonia es obligatorio'],
  ['Ciudad', 'León 2', 'La ciudad solo debe contener letras y espacios'],
  ['Puesto', ' ', 'El puesto es obligatorio'],
  ['Sueldo quincenal', '-5', 'El sueldo quincenal debe ser un número positivo'],
  ['CLABE interbancaria', '123', CLABE],
  ['CLABE interbancaria', '012180000000000016', 'La CLABE interbancaria no es válida. Revisa sus dígitos.'],
  ['Número de cuenta bancaria', '123', ACCOUNT],
]

const ofNewUsers: FieldCase[] = [
  ['Nombre', 'Ana3', `Este campo solo ${LETTERS}`],
  ['Nombre', 'A', 'Este campo debe tener al menos 2 caracteres'],
  ['Apellido', 'R_z', `Este campo solo ${LETTERS}`],
  ['Apellido', 'R', 'Este campo debe tener al menos 2 caracteres'],
  ['Confirmar correo electrónico', 'otra@ejemplo.mx', 'El correo electrónico no coincide'],
  ['Clave', 'AB-1', 'La clave debe ser alfanumérica en mayúsculas y máximo de 7 caracteres'],
  ['Clave', 'ABC12345', 'La clave debe ser alfanumérica en mayúsculas y máximo de 7 caracteres'],
  ['Contraseña', '12345', 'La contraseña debe tener al menos 6 caracteres'],
  ...shared,
]

test('§5 user form: every wrong value of a new user shows its message on blur [B5.6 B5.7 B5.8 B5.9 B5.10 B5.11 B5.12 B5.13 B5.14 B5.16 B5.17 B5.18 B5.19 B5.20 B5.24 B5.25]', async () => {
  answerWith(basics)
  await openNew('U1')
  await vi.waitFor(() => expect(field('Nombre')).toHaveFocus(), 10_000)
  for (const [label, value, text] of ofNewUsers) {
    typeValue(label, value)
    const input = field(label)
    expect.soft(input, `${label} «${value}»`).toHaveAccessibleDescription(expect.stringContaining(text))
    expect.soft(input).toHaveAttribute('aria-invalid', 'true')
  }
})

const ofExistingUsers: FieldCase[] = [
  ['Nombre', 'Ana3', `El nombre solo ${LETTERS}`],
  ['Nombre', 'A', 'El nombre debe tener al menos 2 caracteres'],
  ['Apellido', 'R_z', `El apellido solo ${LETTERS}`],
  ['Apellido', '', 'El apellido debe tener al menos 2 caracteres'],
  ['Confirmar correo electrónico', 'otra@ejemplo.mx', 'El correo electrónico no coincide'],
  ...shared,
]

test('§5 user form: a wrong value of an existing user shows only its message on blur, and a right one removes it [B5.6 B5.9 B5.10 B5.11 B5.12 B5.13 B5.16 B5.17 B5.18 B5.19 B5.20 B5.24 B5.25 B5.26]', async () => {
  answerWith(basics)
  await openEdit()
  for (const [label, value, text] of ofExistingUsers) {
    const rightValue = field(label).value
    typeValue(label, value)
    expect.soft(errorsShown(), `${label} «${value}»`).toEqual([text])
    typeValue(label, rightValue)
    expect.soft(errorsShown(), `${label} «${rightValue}»`).toEqual([])
  }
})

test('§5 user form: sent empty, shows a message at every mandatory field and in the form [B5.15 B5.21 B5.22 B5.28]', async () => {
  const calls = answerWith(basics)
  await openNew('U0')
  await choose('Tipo de usuario', 'Trabajador')
  await userEvent.click(screen.getByRole('button', { name: 'Agregar' }))
  expect(await screen.findByText('Por favor, corrige los errores en el formulario.')).toBeVisible()
  expect(errorsShown()).toEqual([
    'Este campo debe tener al menos 2 caracteres',
    'Este campo debe tener al menos 2 caracteres',
    'Revisa tu correo: le falta algo.',
    'La clave debe ser alfanumérica en mayúsculas y máximo de 7 caracteres',
    'El campo dirección es obligatorio',
    'El campo colonia es obligatorio',
    'El código postal debe tener 5 dígitos',
    'Seleccione un estado',
    'El INE debe contener exactamente 13 dígitos numéricos',
    'El CURP no tiene un formato válido. Ejemplo: ABCD901010HDFRLL08',
    'El RFC no tiene un formato válido. Ejemplo: ABCD901010XXX',
    'El número debe tener exactamente 10 dígitos',
    'Seleccione un género válido',
    'El puesto es obligatorio',
    'El sueldo quincenal debe ser un número positivo',
    'La entidad bancaria es obligatoria para Trabajadores',
    CLABE,
    ACCOUNT,
  ])
  expect(document.activeElement).toBe(field('Nombre'))
  expect(calls.some(({ method }) => method === 'POST')).toBe(false)
})

test('§5 user form: asks for a type when none is chosen [B5.23]', async () => {
  answerWith(basics)
  await openNew('U0')
  await userEvent.click(screen.getByRole('button', { name: 'Agregar' }))
  expect(await screen.findByText('Seleccione un tipo de usuario válido')).toBeVisible()
})

test('§5 user form: limits input lengths; the phone of an existing user keeps ten digits [B5.27]', async () => {
  answerWith(basics)
  await openEdit()
  const limits = ['INE', 'CURP', 'RFC', 'Teléfono'].map((label) => field(label).maxLength)
  expect(limits).toEqual([13, 18, 13, 17])
  typeValue('Teléfono', '(55) 8765-4321 00')
  expect(field('Teléfono')).toHaveValue('5587654321')
})

test('§5 user form: asks to confirm a changed e-mail and does not send the confirmation [B5.14]', async () => {
  const calls = answerWith({ ...basics, 'PATCH /auth/user/7/update': anaAnswer })
  await openEdit()
  expect(field('Confirmar correo electrónico')).toHaveValue(ana.email)
  typeValue('Correo electrónico', 'ana.nueva@ejemplo.mx')
  await userEvent.click(screen.getByRole('button', { name: 'Guardar' }))
  expect(await screen.findByText('El correo electrónico no coincide')).toBeVisible()
  expect(calls.some(({ method }) => method === 'PATCH')).toBe(false)
  typeValue('Confirmar correo electrónico', 'Ana.Nueva@ejemplo.mx')
  await userEvent.click(screen.getByRole('button', { name: 'Guardar' }))
  expect(await screen.findByText('El usuario ha sido actualizado correctamente.')).toBeVisible()
  expect(sentBy(calls)).toEqual({ email: 'ana.nueva@ejemplo.mx', version: 1 })
})

test('§5 user form: fills in bank and account from a CLABE and rejects one of another bank [B5.16]', async () => {
  answerWith(basics)
  await openNew('U1')
  typeValue('CLABE interbancaria', '012180000000000015')
  expect(screen.getByRole('combobox', { name: /^Entidad bancaria/ })).toHaveValue('BBVA')
  expect(field('Número de cuenta bancaria')).toHaveValue('00000000001')
  await choose('Entidad bancaria', 'Banamex')
  expect(errorsShown()).toContain('La CLABE no corresponde a la entidad bancaria elegida')
})

test('§4 user form: shows the monthly salary, twice the biweekly one, live and read-only [B4.14 B9.17]', async () => {
  answerWith(basics)
  await openNew('U1')
  typeValue('Sueldo quincenal', '7500.55')
  expect(field('Sueldo mensual')).toHaveValue('$15,001.10')
  expect(field('Sueldo mensual')).toHaveProperty('readOnly', true)
})

test('§4 user form: sets bank N-A without bank data for staff and clears them for a worker again [B4.13 B6.3]', async () => {
  const calls = answerWith({ ...basics, 'PATCH /auth/user/7/update': anaAnswer })
  await openEdit()
  expect(screen.getByRole('switch', { name: 'Es Staff' })).toBeDisabled()
  await choose('Tipo de usuario', 'Gerente')
  expect(screen.getByText(/Banco: N-A/)).toBeVisible()
  expect(screen.queryByRole('heading', { name: 'Datos bancarios' })).toBeNull()
  expect(screen.getByRole('switch', { name: 'Es Staff' })).toBeChecked()
  await choose('Tipo de usuario', 'Trabajador')
  expect(field('CLABE interbancaria')).toHaveValue('')
  await choose('Tipo de usuario', 'Gerente')
  await userEvent.click(screen.getByRole('button', { name: 'Guardar' }))
  expect(await screen.findByText('El usuario ha sido actualizado correctamente.')).toBeVisible()
  expect(sentBy(calls)).toEqual({
    ...{ user_type: 'U1', is_staff: true },
    ...{ bank: null, debit_card_number: null, bank_account_number: null, version: 1 },
  })
})

test('§6 user form: lets managers add workers only and change no types', async () => {
  answerWith(basics)
  await openEdit('U1')
  expect(screen.getByRole('combobox', { name: /^Tipo de usuario/ })).toBeDisabled()
  expect(screen.getByText('Solo administración cambia el tipo de usuario.')).toBeVisible()
})

test.each<[string, string, string]>([
  ['Correo electrónico', 'otra@ejemplo.mx', 'El correo electrónico ya existe.'],
  ['CURP', 'RETA900102MDFRLL08', 'El CURP ya existe.'],
  ['RFC', 'RETA900102AB1', 'El RFC ya existe.'],
  ['CLABE interbancaria', '012180000000000028', 'Número de tarjeta de débito ya existe.'],
  ['Número de cuenta bancaria', '00000000002', 'Número de cuenta bancaria ya existe.'],
])(
  '§5 user form: a «%s» that another user has shows an error after a pause in typing and is not saved [B5.29]',
  async (label, value, text) => {
    const calls = answerWith({ ...basics, 'GET /auth/taken': { taken: true } })
    await openEdit()
    expect(calls.some(({ path }) => path === '/auth/taken')).toBe(false) // the user's own values are not checked
    fireEvent.change(field(label), { target: { value } })
    expect(await screen.findByText(text)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Guardar' }))
    expect(await screen.findByText('Por favor, corrige los errores en el formulario.')).toBeVisible()
    expect(calls.some(({ method }) => method === 'PATCH')).toBe(false)
  },
)

test.each([
  ['bank_account_number', 'Número de cuenta bancaria ya existe.'],
  ['debit_card_number', 'Número de tarjeta de débito ya existe.'],
])(
  '§8 user form: a conflict over %s shows at the field and keeps the typed values [B8.22]',
  async (name, text) => {
    answerWith({ ...basics, 'PATCH /auth/user/7/update': buildFieldRefusal(409, name, text) })
    await openEdit()
    typeValue('Puesto', 'Gerente de tienda')
    await userEvent.click(screen.getByRole('button', { name: 'Guardar' }))
    expect(await screen.findByText(text)).toBeVisible()
    expect(field('Puesto')).toHaveValue('Gerente de tienda')
    expect(document.activeElement?.getAttribute('data-path')).toMatch(new RegExp(`-${name}$`))
  },
)

test.each([
  ['an outage', buildRefusal(500, 'server.error', 'x'), 'Hubo un problema al actualizar el usuario.'],
  ['an unreadable answer', { strange: true }, 'Error inesperado en la respuesta del servidor.'],
])(
  '§8 user form: %s shows an error and keeps the typed values [B7.29 B8.17 B8.21 B8.23]',
  async (_, answer, text) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined)
    answerWith({ ...basics, 'PATCH /auth/user/7/update': answer })
    await openEdit()
    typeValue('Puesto', 'Gerente de tienda')
    await userEvent.click(screen.getByRole('button', { name: 'Guardar' }))
    expect(await screen.findByText(text)).toBeVisible()
    expect(screen.getByText('Error al editar usuario.')).toBeVisible()
    expect(field('Puesto')).toHaveValue('Gerente de tienda')
    vi.restoreAllMocks()
  },
)

async function fillNew() {
  for (const [label, value] of [
    ['Nombre', 'María José'],
    ['Apellido', 'Núñez'],
    ['Correo electrónico', 'Maria@Ejemplo.mx'],
    ['Confirmar correo electrónico', 'maria@ejemplo.mx'],
    ['Clave', 'emp001'],
    ['Dirección', 'Calle 5'],
    ['Colonia', 'Centro'],
    ['Código postal', '44100'],
    ['INE', '1234567890123'],
    ['CURP', 'abcd901010hdfrll08'],
    ['RFC', 'abcd901010xxx'],
    ['Teléfono', '5512345678'],
    ['Puesto', 'Cajera'],
    ['Sueldo quincenal', '7500'],
    ['CLABE interbancaria', '012180000000000015'],
  ] as const)
    typeValue(label, value)
  await choose('Estado', 'Jalisco')
  await choose('Género', 'Femenino')
}

test('§2 user form: Agregar sends once, shows «Agregando...» and ends in a dialog with Cerrar [B2.29]', async () => {
  let finish: (answer: unknown) => void = () => undefined
  const answer = new Promise((resolve) => {
    finish = resolve
  })
  const calls = answerWith({ ...basics, 'POST /auth/users': () => answer })
  await openNew('U1')
  await fillNew()
  expect(errorsShown()).toEqual([])
  await userEvent.dblClick(screen.getByRole('button', { name: 'Agregar' }))
  expect(screen.getByRole('button', { name: 'Agregando...' })).toBeDisabled()
  finish(Response.json(anaAnswer, { status: 201 }))
  const result = within(await screen.findByRole('dialog', { name: 'Usuario agregado correctamente' }))
  expect(result.getByText(/El usuario ha sido registrado correctamente\./)).toBeVisible()
  const sent = calls.filter(({ method }) => method === 'POST')
  expect(sent).toHaveLength(1)
  expect(sent[0]?.body).toMatchObject({
    ...{ user_type: 'U2', company: null, biweekly_salary: 7500, state: 'Jalisco', gender: 'F' },
    ...{ curp: 'ABCD901010HDFRLL08', rfc: 'ABCD901010XXX', key: 'EMP001' },
    ...{ bank: '40012', debit_card_number: '012180000000000015', bank_account_number: '00000000001' },
  })
  await userEvent.click(result.getByRole('button', { name: 'Cerrar' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), 10_000)
})

test('§8 user form: shows an error when a user cannot be added and keeps the typed values [B8.17 B8.19 B8.47]', async () => {
  const calls = answerWith({
    ...basics,
    'POST /auth/users': buildRefusal(500, 'server.error', 'x'),
    'POST /auth/logs': new Response(null, { status: 204 }),
  })
  await openNew('U1')
  await fillNew()
  await userEvent.click(screen.getByRole('button', { name: 'Agregar' }))
  expect(await screen.findByText('Hubo un problema al registrar el usuario.')).toBeVisible()
  expect(screen.getByText('Error al agregar usuario.')).toBeVisible()
  const logged = calls.filter(({ path }) => path === '/auth/logs').map(({ body }) => body)
  expect(logged).toContainEqual({
    ...{ action: '/', log_level: 'ERROR' },
    message: 'Error al registrar usuario (0 unexplained)',
  })
  expect(field('Nombre')).toHaveValue('María José')
})

test('§2 user form: offers «Sin Empresa» and companies searched on the server [B2.30]', async () => {
  const company = {
    ...{ id: 3, key: 'E3', name: 'Textiles del Norte', industry: 'Comercio', headquarters_address: null },
    ...{ website: null, email: 'rh@e3.mx', phone: null, interest_rate: 0.18, commission: 150 },
    ...{ advance_share: 0.5, advance_cap: null, advance_minimum: 500, tax_rate: 0.16 },
    ...{ tax_added: false, grace_bank_days: 5, version: 1, tax_exempt_reason: null },
    ...{ commission_steps: null, advance_cost_ceiling: 0.3 },
    created_at: '2026-01-01T12:00:00Z',
  }
  const calls = answerWith({
    ...{ ...basics, 'PATCH /auth/user/7/update': anaAnswer },
    'GET /company': ({ query }: { query: URLSearchParams }) =>
      query.get('search') === 'norte' ? buildPage(company) : buildPage(),
  })
  await openEdit()
  const input = screen.getByRole<HTMLInputElement>('combobox', { name: 'Empresa' })
  expect(input).toHaveValue('Sin Empresa')
  act(() => input.focus())
  expect([input.selectionStart, input.selectionEnd]).toEqual([0, 'Sin Empresa'.length])
  expect(await screen.findByRole('option', { name: 'Sin Empresa' })).toBeVisible()
  await userEvent.keyboard('norte')
  const companyOption = await screen.findByRole('option', { name: 'Textiles del Norte' }, { timeout: 5000 })
  await userEvent.click(companyOption)
  const searches = calls.filter(({ path }) => path === '/company').map(({ query }) => query.get('search'))
  expect(searches).toEqual([null, 'norte'])
  await userEvent.click(screen.getByRole('button', { name: 'Guardar' }))
  await screen.findByRole('dialog', { name: 'Usuario actualizado correctamente.' })
  expect(sentBy(calls)).toEqual({ company: 3, version: 1 })
})
