import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { answerWith, buildFieldRefusal, buildRefusal } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { userOf } from '../../../test/user.ts'
import { endSession } from '../../lib/session.ts'

const rules = {
  ...{ passwordLength: 8, advancedStructure: false, lowercase: true },
  ...{ uppercase: true, numbers: true, specialChars: false },
}
const basics = { 'GET /notification/unread-count': { count: 0 }, 'GET /auth/access-config': rules }
const done = () => new Response(null, { status: 204 })
const needed = () => buildRefusal(403, 'factor_required', 'Confirma que eres tú para continuar.')
const manager = { id: 1, first_name: 'Gerardo', last_name: 'Soto', user_type: 'U0', is_staff: true } as const

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

/** Fills the registration form and sends it; returns the number of `POST /auth/register`. */
async function register(answers: object) {
  const calls = answerWith({ ...basics, ...answers })
  openStaffApp('/registro', 'U0')
  const values = {
    ...{ Nombre: 'Laura', Apellido: 'Ríos', 'Correo electrónico': 'laura@quincena.mx' },
    ...{ Contraseña: 'Bastante-Lejos-58', 'Repetir contraseña': 'Bastante-Lejos-58' },
  }
  await screen.findByRole('list', { name: 'Lo que debe cumplir' })
  for (const [label, value] of Object.entries(values))
    fireEvent.change(screen.getByLabelText(new RegExp(`^${label}`)), { target: { value } })
  await userEvent.click(screen.getByRole('button', { name: 'Registrarse' }))
  const sent = () => calls.filter(({ path }) => path === '/auth/register').map(({ body }) => body)
  return { sent, dialog: within(await screen.findByRole('dialog', { name: 'Confirma que eres tú' })) }
}

test('asks for a factor, keeps what was typed after a wrong code, and repeats the call after a right one', async () => {
  let isConfirmed = false
  let factor: () => Response = () => buildFieldRefusal(422, 'code', 'El código no es correcto o ya venció.')
  const { sent, dialog } = await register({
    'POST /auth/factor': () => factor(),
    'POST /auth/register': () => (isConfirmed ? userOf(manager) : needed()),
  })
  await userEvent.type(dialog.getByLabelText('Código de verificación'), '12345{Enter}')
  expect(
    dialog.getByText('El código lleva 6 dígitos; uno de recuperación, 10 letras y números.'),
  ).toBeVisible()
  await userEvent.clear(dialog.getByLabelText('Código de verificación'))
  await userEvent.type(dialog.getByLabelText('Código de verificación'), '000000{Enter}')
  expect(await dialog.findByText('El código no es correcto o ya venció.')).toBeVisible()
  expect(sent()).toHaveLength(1)
  factor = () => {
    isConfirmed = true
    return done()
  }
  await userEvent.clear(dialog.getByLabelText('Código de verificación'))
  await userEvent.type(dialog.getByLabelText('Código de verificación'), '123456{Enter}')
  expect(await screen.findByText('El usuario ha sido registrado correctamente.')).toBeVisible()
  const [first, second] = sent()
  expect(sent()).toHaveLength(2)
  expect(second).toEqual(first)
})

test('leaves the form as it was when the user cancels the confirmation', async () => {
  const { sent, dialog } = await register({ 'POST /auth/register': needed })
  await userEvent.click(dialog.getByRole('button', { name: 'Cancelar confirmación' }))
  expect(await screen.findByText(/Confirma que eres tú para continuar\./)).toBeVisible()
  expect(screen.getByLabelText(/^Nombre/)).toHaveValue('Laura')
  expect(sent()).toHaveLength(1)
})

test('asks for a factor before another one is set up, and continues in the same dialog', async () => {
  let isConfirmed = false
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
  const calls = answerWith({
    ...basics,
    'GET /auth/two-factor': { is_on: false, recovery_codes_left: 0 },
    'GET /auth/passkeys': { passkeys: [] },
    'POST /auth/two-factor': () =>
      isConfirmed ? { secret, otpauth_url: `otpauth://totp/Quincena:g?secret=${secret}` } : needed(),
    'POST /auth/factor': () => {
      isConfirmed = true
      return done()
    },
    'POST /auth/two-factor/confirm': { recovery_codes: ['AAAAA-22222'] },
  })
  openStaffApp('/registro', 'U0')
  await userEvent.click(await screen.findByRole('button', { name: /tu cuenta/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Verificación en dos pasos' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Confirma que eres tú' }))
  await userEvent.type(dialog.getByLabelText('Código de verificación'), '654321{Enter}')
  await userEvent.type(await screen.findByLabelText('Contraseña actual'), 'Quincena-2026')
  await userEvent.type(screen.getByLabelText('Código de verificación'), '123456{Enter}')
  expect(await screen.findByText('AAAAA-22222')).toBeVisible()
  expect(calls.filter(({ method, path }) => method === 'POST' && path === '/auth/two-factor')).toHaveLength(2)
})

const passkey = { id: 3, name: 'Mi laptop', created_at: '2026-11-16T18:00:00Z', last_used_at: null }
const readFactors = (is_on: boolean) => ({
  'GET /auth/two-factor': { is_on, recovery_codes_left: 10 },
  'GET /auth/passkeys': { passkeys: [passkey] },
})

test('creates new recovery codes after a second factor and shows them once', async () => {
  let isConfirmed = false
  let left = 3
  const calls = answerWith({
    ...basics,
    'GET /auth/two-factor': () => ({ is_on: true, recovery_codes_left: left }),
    'GET /auth/passkeys': { passkeys: [] },
    'POST /auth/factor': () => {
      isConfirmed = true
      return done()
    },
    'POST /auth/recovery-codes': () => {
      if (!isConfirmed) return needed()
      left = 10
      return { recovery_codes: ['AAAAA-22222', 'BBBBB-33333'] }
    },
  })
  const open = async () => {
    await userEvent.click(await screen.findByRole('button', { name: /tu cuenta/ }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Verificación en dos pasos' }))
  }
  openStaffApp('/registro', 'U0')
  await open()
  expect(await screen.findByText(/^Códigos de recuperación: te quedan/)).toHaveTextContent('te quedan 3.')
  await userEvent.click(screen.getByRole('button', { name: 'Crear códigos nuevos' }))
  const form = within(await screen.findByRole('form', { name: 'Crear códigos nuevos' }))
  await userEvent.click(form.getByRole('button', { name: 'Crear códigos nuevos' }))
  expect(await form.findByText('La contraseña actual no puede estar vacía.')).toBeVisible()
  await userEvent.type(form.getByLabelText('Contraseña actual'), 'Quincena-2026{Enter}')
  const factor = within(await screen.findByRole('dialog', { name: 'Confirma que eres tú' }))
  await userEvent.type(factor.getByLabelText('Código de verificación'), '123456{Enter}')
  const codes = within(await screen.findByRole('dialog', { name: 'Guarda tus códigos de recuperación' }))
  expect(codes.getByText('BBBBB-33333')).toBeVisible()
  expect(codes.getByRole('button', { name: 'Descargar' })).toBeVisible()
  await userEvent.click(codes.getByRole('checkbox', { name: 'Ya los guardé en un lugar seguro' }))
  await userEvent.click(codes.getByRole('button', { name: 'Listo' }))
  expect(await screen.findByText('Tus códigos nuevos ya sirven.')).toBeVisible()
  await open()
  expect(await screen.findByText(/^Códigos de recuperación: te quedan/)).toHaveTextContent('te quedan 10.')
  expect(screen.queryByText('BBBBB-33333')).toBeNull()
  expect(calls.filter(({ path }) => path === '/auth/recovery-codes')).toHaveLength(2)
})

test.each([
  ['the password before a passkey', 'Contraseña actual', { passkeys: [] }, {}],
  ['the temporary password', 'Contraseña actual', { passkeys: [] }, { must_change_password: true }],
] as const)('a gate gives the first focus to %s', async (...[, label, passkeys, given]) => {
  vi.stubGlobal('PublicKeyCredential', class {})
  answerWith({ ...basics, ...readFactors(false), 'GET /auth/passkeys': passkeys })
  openStaffApp('/registro', 'U0', { needs_factor: true, ...given })
  const field = await screen.findByLabelText(label)
  await waitFor(() => expect(field).toHaveFocus())
})

test('offers the passkey first to a user without an authenticator, and a recovery code behind a link', async () => {
  vi.stubGlobal('PublicKeyCredential', class {})
  const { dialog } = await register({ ...readFactors(false), 'POST /auth/register': needed })
  expect(await dialog.findByRole('button', { name: 'Usar llave de acceso' })).toHaveFocus()
  expect(dialog.queryByRole('textbox')).toBeNull()
  await userEvent.click(dialog.getByRole('button', { name: 'Usar un código de recuperación' }))
  expect(dialog.getByLabelText('Código de recuperación')).toHaveFocus()
  expect(dialog.queryByRole('button', { name: 'Usar mi aplicación de verificación' })).toBeNull()
})

test('offers the code first to a user with an authenticator and a passkey', async () => {
  vi.stubGlobal('PublicKeyCredential', class {})
  const { dialog } = await register({ ...readFactors(true), 'POST /auth/register': needed })
  expect(await dialog.findByLabelText('Código de verificación')).toHaveFocus()
  expect(dialog.getByRole('button', { name: 'Usar llave de acceso' })).toBeVisible()
})

test('lets staff without a used factor set one up before the staff app opens', async () => {
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
  const calls = answerWith({
    ...basics,
    'GET /auth/two-factor': { is_on: false, recovery_codes_left: 0 },
    'GET /auth/passkeys': { passkeys: [] },
    'POST /auth/two-factor': { secret, otpauth_url: `otpauth://totp/Quincena:g?secret=${secret}` },
    'POST /auth/two-factor/confirm': { recovery_codes: ['AAAAA-22222'] },
    'GET /auth/user': { user: userOf(manager) },
  })
  openStaffApp('/registro', 'U0', { needs_factor: true })
  expect(await screen.findByRole('heading', { name: 'Protege tu cuenta' })).toBeVisible()
  expect(screen.getByRole('heading', { name: 'Protege tu cuenta' })).toHaveFocus()
  await userEvent.type(await screen.findByLabelText('Contraseña actual'), 'Quincena-2026')
  await userEvent.type(screen.getByLabelText('Código de verificación'), '123456{Enter}')
  const saved = await screen.findByRole('checkbox', { name: 'Ya los guardé en un lugar seguro' })
  /** A browser asks before it unloads the page if a listener cancelled the event. */
  const asksBeforeUnload = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(asksBeforeUnload()).toBe(true)
  await userEvent.click(saved)
  expect(asksBeforeUnload()).toBe(false)
  expect(calls.some(({ path }) => path === '/auth/user')).toBe(false)
  await userEvent.click(screen.getByRole('button', { name: 'Listo' }))
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Protege tu cuenta' })).toBeNull())
  expect(await screen.findByRole('button', { name: 'Registrarse' })).toBeVisible()
})
