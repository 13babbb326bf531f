import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { answerWith, buildFieldRefusal } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { userOf } from '../../../test/user.ts'
import { endSession } from '../../lib/session.ts'

const basics = {
  'GET /notification/unread-count': { count: 0 },
  'GET /auth/access-config': {
    ...{ passwordLength: 9, advancedStructure: true, lowercase: true },
    ...{ uppercase: true, numbers: true, specialChars: false },
  },
}

const good = {
  ...{ Nombre: 'Laura', Apellido: 'Ríos', 'Correo electrónico': 'laura@quincena.mx' },
  ...{ Contraseña: 'Bastante-Lejos-58', 'Repetir contraseña': 'Bastante-Lejos-58' },
}

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

async function openForm() {
  await screen.findByRole('list', { name: 'Lo que debe cumplir' })
  const form = within(screen.getByRole('form', { name: 'Registro' }))
  expect(form.getAllByLabelText(/contraseña/i)).toHaveLength(2) // no eye button and no rules are shown
  return form
}
type Form = Awaited<ReturnType<typeof openForm>>

const field = (form: Form, label: string) => form.getByLabelText(new RegExp(`^${label}`))

function fill(form: Form, values: Record<string, string>) {
  for (const [label, value] of Object.entries(values))
    fireEvent.change(field(form, label), { target: { value } })
}

test.each<readonly [string, string, string]>([
  ['Correo electrónico', '', 'Correo obligatorio'],
  ['Correo electrónico', 'laura', 'Correo no válido'],
  ['Contraseña', '', 'Contraseña obligatoria'],
  ['Contraseña', 'Corta-1', 'Mínimo 12 caracteres'],
  ['Contraseña', 'sin-mayuscula-1', 'La contraseña debe incluir una letra mayúscula'],
  ['Repetir contraseña', 'otra', 'Las contraseñas no coinciden'],
  ['Nombre', '', 'Nombre obligatorio'],
  ['Apellido', '', 'Apellido obligatorio'],
])(
  'Registro: %s «%s» shows «%s» when the field loses focus [B5.2 B5.3 B5.4 B5.5]',
  async (label, value, message) => {
    answerWith(basics)
    openStaffApp('/registro', 'U0')
    const form = await openForm()
    fill(form, { ...good, [label]: value })
    fireEvent.blur(field(form, label))
    expect(form.getByText(message)).toBeVisible()
    expect(field(form, label).getAttribute('aria-invalid')).toBe('true')
  },
)

test('registers a manager by default and returns to the dashboard', async () => {
  const calls = answerWith({ ...basics, 'POST /auth/register': userOf({ id: 9, user_type: 'U1' }) })
  const router = openStaffApp('/registro', 'U0')
  fill(await openForm(), good)
  await userEvent.click(screen.getByRole('button', { name: 'Registrarse' }))
  expect(await screen.findByText('El usuario ha sido registrado correctamente.')).toBeVisible()
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/'), 10_000)
  const registrations = calls.filter(({ path }) => path === '/auth/register')
  expect(registrations.map(({ body }) => body)).toEqual([
    {
      ...{ email: 'laura@quincena.mx', first_name: 'Laura', last_name: 'Ríos', user_type: 'U1' },
      ...{ password: 'Bastante-Lejos-58', repeat_password: 'Bastante-Lejos-58' },
    },
  ])
})

test('keeps the typed values when registration fails [B8.20]', async () => {
  let answer = buildFieldRefusal(409, 'email', 'El correo electrónico ya existe.')
  answerWith({ ...basics, 'POST /auth/register': () => answer })
  const router = openStaffApp('/registro', 'U0')
  const form = await openForm()
  fill(form, good)
  await userEvent.click(form.getByRole('radio', { name: /^Administrador/ }))
  await userEvent.click(form.getByRole('button', { name: 'Registrarse' }))
  expect(await form.findByText('El correo electrónico ya existe.')).toBeVisible()
  expect(form.getByText(/^Hubo un error al agregar el usuario\./)).toBeVisible()
  expect(router.state.location.pathname).toBe('/registro')
  expect(field(form, 'Nombre')).toHaveValue('Laura')
  answer = new Response('nginx', { status: 502 })
  await userEvent.click(form.getByRole('button', { name: 'Registrarse' }))
  expect(await form.findByText('Hubo un error al agregar el usuario.')).toBeVisible()
  expect(field(form, 'Contraseña')).toHaveValue(good.Contraseña)
})

test('shows a manager that registration is for admins', async () => {
  answerWith(basics)
  const router = openStaffApp('/registro', 'U1')
  expect(await screen.findByText('Solo un administrador puede registrar personal.')).toBeVisible()
  expect(screen.queryByRole('form')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Regresar al dashboard' }))
  await vi.waitFor(() => expect(router.state.location.pathname).toBe('/'), 10_000)
})
