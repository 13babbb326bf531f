import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { answerWith, buildFieldRefusal, buildRefusal } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { userOf } from '../../../test/user.ts'
import { currentSession, endSession, loseSession } from '../../lib/session.ts'
import { stored } from '../../lib/storage.ts'

const rules = {
  ...{ passwordLength: 8, advancedStructure: false, lowercase: true },
  ...{ uppercase: true, numbers: true, specialChars: false },
}
const basics = { 'GET /notification/unread-count': { count: 0 }, 'GET /auth/access-config': rules }
const admin = { id: 1, first_name: 'Gerardo', last_name: 'Soto', user_type: 'U0', is_staff: true } as const
const opened = { session_id: 6, expires_at: '2026-12-31T00:00:00Z' }
const ended = () => buildRefusal(401, 'session.required', 'Inicia sesión para continuar.')

afterEach(() => {
  endSession()
  localStorage.clear()
  vi.unstubAllGlobals()
})

/** Fills the registration form and sends it with a session that has ended; returns the dialog and the calls. */
async function registerWithoutSession(answers: object) {
  let isSignedIn = false
  const signIn = (user: object) => () => {
    isSignedIn = true
    return { ...userOf(admin), ...user, ...opened }
  }
  const calls = answerWith({
    ...basics,
    'POST /auth/login': signIn({}),
    'POST /auth/register': () => (isSignedIn ? userOf({ id: 9 }) : ended()),
    ...answers,
  })
  openStaffApp('/registro', 'U0')
  const values = {
    ...{ Nombre: 'Laura', Apellido: 'Ríos', 'Correo electrónico': 'laura@quincena.mx' },
    ...{ Contraseña: 'Bastante-Lejos-58', 'Repetir contraseña': 'Bastante-Lejos-58' },
  }
  await screen.findByRole('list', { name: 'Lo que debe cumplir' })
  for (const [label, value] of Object.entries(values))
    fireEvent.change(screen.getByLabelText(new RegExp(`^${label}`)), { target: { value } })
  await userEvent.click(screen.getByRole('button', { name: 'Registrarse' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Tu sesión terminó' }))
  return { dialog, calls, signIn }
}

const registrations = (calls: { path: string; headers: Headers }[]) =>
  calls.filter(({ path }) => path === '/auth/register').map(({ headers }) => headers.get('Quincena-Session'))

test('the same user signs in over the page, and the call is sent again with what was typed', async () => {
  const { dialog, calls } = await registerWithoutSession({})
  await userEvent.keyboard('{Escape}')
  const email = userOf(admin).email
  expect(dialog.getByText(email)).toBeVisible()
  expect(screen.getByLabelText(/^Nombre/)).toHaveValue('Laura')
  await userEvent.click(dialog.getByRole('button', { name: 'Continuar' }))
  expect(dialog.getByText('Campo requerido')).toBeVisible()
  await userEvent.type(dialog.getByLabelText('Contraseña'), 'Quincena-2026{Enter}')
  await screen.findByText('El usuario ha sido registrado correctamente.')
  expect(registrations(calls)).toEqual(['5', '6'])
  const login = calls.find(({ path }) => path === '/auth/login')
  expect(login?.body).toMatchObject({ email, password: 'Quincena-2026', session: 'cookie' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a wrong password says so, and the second step asks for the code', async () => {
  let answers = [
    buildRefusal(400, 'credentials', 'Correo o contraseña incorrectos.'),
    buildRefusal(401, 'code_required', 'Escribe tu código.'),
    buildRefusal(401, 'code_invalid', 'El código no es correcto.'),
  ]
  const { dialog } = await registerWithoutSession({
    'POST /auth/login': () => {
      const [first, ...others] = answers
      answers = others
      return first ?? { ...userOf(admin), ...opened }
    },
  })
  await userEvent.type(dialog.getByLabelText('Contraseña'), 'Quincena-2025{Enter}')
  expect(await dialog.findByText('Correo o contraseña incorrectos.')).toBeVisible()
  await userEvent.type(dialog.getByLabelText('Contraseña'), '{Enter}')
  await userEvent.type(await dialog.findByLabelText('Código de verificación'), '000000{Enter}')
  expect(await dialog.findByText('El código no es correcto.')).toBeVisible()
})

test('a temporary password is changed in the dialog before the page goes on', async () => {
  let isChanged = false
  const temporary = () => ({ ...userOf(admin), must_change_password: !isChanged })
  const { dialog, calls } = await registerWithoutSession({
    'POST /auth/login': () => ({ ...temporary(), ...opened }),
    'GET /auth/user': () => ({ user: temporary() }),
    'POST /auth/change-password': () => {
      isChanged = true
      return new Response(null, { status: 204 })
    },
    'POST /auth/register': () => (isChanged ? userOf({ id: 9 }) : ended()),
  })
  await userEvent.type(dialog.getByLabelText('Contraseña'), 'Temporal-2026{Enter}')
  const gate = within(await screen.findByRole('dialog', { name: 'Elige tu contraseña' }))
  expect(registrations(calls)).toHaveLength(1)
  await userEvent.type(gate.getByLabelText('Contraseña actual'), 'Temporal-2026')
  await userEvent.type(gate.getByLabelText('Nueva contraseña'), 'Bastante-Lejos-77')
  await userEvent.type(gate.getByLabelText('Confirma la contraseña'), 'Bastante-Lejos-77')
  await userEvent.click(gate.getByRole('button', { name: 'Guardar contraseña' }))
  await screen.findByText('El usuario ha sido registrado correctamente.')
  expect(registrations(calls)).toHaveLength(2)
})

test('a user who leaves instead keeps nothing of the page in the browser', async () => {
  const { dialog } = await registerWithoutSession({})
  expect(stored('drafts')).toContain('laura@quincena.mx')
  await userEvent.click(dialog.getByRole('button', { name: 'Salir y perder lo que no guardaste' }))
  expect(currentSession()).toEqual({ state: 'guest' })
  expect([stored('drafts'), stored('session'), stored('last-path')]).toEqual([null, null, null])
})

test('a refused read of an idle page opens the dialog too', async () => {
  answerWith({ ...basics, 'POST /auth/login': { ...userOf(admin), ...opened } })
  openStaffApp('/registro', 'U0')
  await screen.findByRole('button', { name: 'Registrarse' })
  act(loseSession)
  expect(await screen.findByRole('dialog', { name: 'Tu sesión terminó' })).toBeVisible()
})

/** What another tab learned about the idle limit. */
function setIdleLeft(seconds: number) {
  localStorage.setItem('quincena.idle-until', String(Date.now() + seconds * 1000))
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: 'quincena.idle-until' })))
}

async function openWarning() {
  openStaffApp('/registro', 'U0')
  await screen.findByRole('button', { name: 'Registrarse' })
  setIdleLeft(130)
  expect(screen.queryByRole('dialog')).toBeNull()
  setIdleLeft(100)
  return within(await screen.findByRole('dialog', { name: '¿Sigues aquí?' }))
}

test('warns two minutes before the idle limit, and one button keeps the session', async () => {
  const headers = { 'Session-Idle-Seconds': '1800' }
  const calls = answerWith({
    ...basics,
    'GET /auth/user': () => Response.json({ user: userOf(admin) }, { headers }),
  })
  const warning = await openWarning()
  expect(warning.getByRole('alert')).toHaveTextContent(
    /^Por falta de actividad, tu sesión se cierra a las \d\d:\d\d\.$/,
  )
  await userEvent.click(warning.getByRole('button', { name: 'Seguir aquí' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), { timeout: 20_000 })
  expect(calls.some(({ path }) => path === '/auth/user')).toBe(true)
})

test('closes the warning when another tab keeps the session', async () => {
  answerWith(basics)
  await openWarning()
  setIdleLeft(1800)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('shows a wrong value at the field', async () => {
  const { dialog } = await registerWithoutSession({
    'POST /auth/login': buildFieldRefusal(422, 'password', 'Máximo 200 caracteres'),
  })
  await userEvent.type(dialog.getByLabelText('Contraseña'), 'x{Enter}')
  expect(await dialog.findByText('Máximo 200 caracteres')).toBeVisible()
})
