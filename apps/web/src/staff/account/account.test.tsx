import { DEFAULT_ACCESS_CONFIG } from '@quincena/domain/sessions/access-config'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { answerWith, buildFieldRefusal, buildPage, buildRefusal } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { endSession } from '../../lib/session.ts'

const { passwordLength, advancedStructure, lowercase, uppercase, numbers, specialChars } =
  DEFAULT_ACCESS_CONFIG
const basics = {
  'GET /notification/unread-count': { count: 0 },
  'GET /auth/access-config': {
    ...{ passwordLength, advancedStructure, lowercase, uppercase, numbers, specialChars },
  },
}
const done = () => new Response(null, { status: 204 })

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

async function openMenu(entry: string) {
  openStaffApp('/registro', 'U1')
  await userEvent.click(await screen.findByRole('button', { name: /Hola, Gerardo.*tu cuenta/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: entry }))
  return within(await screen.findByRole('dialog', { name: entry }))
}

test('shows what a new password lacks at its field and sends a valid one once', async () => {
  const calls = answerWith({ ...basics, 'POST /auth/change-password': done() })
  const dialog = await openMenu('Cambiar contraseña')
  const send = () => userEvent.click(dialog.getByRole('button', { name: 'Cambiar contraseña' }))
  await send()
  expect(await dialog.findByText('La contraseña actual no puede estar vacía.')).toBeVisible()
  await userEvent.type(dialog.getByLabelText('Contraseña actual'), 'Vieja-2026')
  await userEvent.type(dialog.getByLabelText('Nueva contraseña'), 'corta')
  await userEvent.type(dialog.getByLabelText('Confirma la contraseña'), 'otra')
  await send()
  expect(await dialog.findByText('Las contraseñas no coinciden.')).toBeVisible()
  await userEvent.clear(dialog.getByLabelText('Confirma la contraseña'))
  await userEvent.type(dialog.getByLabelText('Confirma la contraseña'), 'corta')
  await send()
  expect(await dialog.findByText('La contraseña debe tener al menos 12 caracteres')).toBeVisible()
  for (const label of ['Nueva contraseña', 'Confirma la contraseña'])
    await userEvent.type(dialog.getByLabelText(label), '-y-larga')
  await send()
  expect(await screen.findByText('Contraseña cambiada. Tus otras sesiones se cerraron.')).toBeVisible()
  const posts = calls.filter(({ path }) => path === '/auth/change-password').map(({ body }) => body)
  const password = 'corta-y-larga'
  expect(posts).toEqual([
    { current_password: 'Vieja-2026', new_password: password, confirm_password: password },
  ])
})

test('shows a wrong current password at its field and keeps the typed values', async () => {
  const detail = 'La contraseña actual no es correcta.'
  const refusal = buildFieldRefusal(422, 'current_password', detail)
  answerWith({ ...basics, 'POST /auth/change-password': refusal })
  const dialog = await openMenu('Cambiar contraseña')
  await userEvent.type(dialog.getByLabelText('Contraseña actual'), 'mala')
  for (const label of ['Nueva contraseña', 'Confirma la contraseña'])
    await userEvent.type(dialog.getByLabelText(label), 'Quincena-2027')
  await userEvent.click(dialog.getByRole('button', { name: 'Cambiar contraseña' }))
  expect((await dialog.findAllByText(detail)).length).toBeGreaterThan(0)
  expect(dialog.getByLabelText('Contraseña actual').getAttribute('aria-invalid')).toBe('true')
  expect(dialog.getByLabelText('Nueva contraseña')).toHaveValue('Quincena-2027')
})

test('a password that the server finds guessable is shown as weak until it is changed', async () => {
  const detail = 'Esa contraseña es fácil de adivinar.'
  answerWith({
    ...basics,
    'POST /auth/change-password': buildRefusal(422, 'password_guessable', detail),
  })
  const dialog = await openMenu('Cambiar contraseña')
  for (const label of ['Contraseña actual', 'Nueva contraseña', 'Confirma la contraseña'])
    await userEvent.type(dialog.getByLabelText(label), 'Olga-Quiroga-2027')
  expect(dialog.getByText('Seguridad: Fuerte')).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Cambiar contraseña' }))
  expect(await dialog.findByText(detail)).toBeVisible()
  expect(dialog.getByText('Seguridad: Débil')).toBeVisible()
  await userEvent.type(dialog.getByLabelText('Nueva contraseña'), 'x')
  expect(dialog.getByText('Seguridad: Fuerte')).toBeVisible()
})

const sessionOf = (id: number, current: boolean) => ({
  ...{ id, current, device: 'Mozilla/5.0 (iPhone) Version/18.0 Safari/604.1', ip: '10.1.2.3' },
  ...{ created_at: '2026-11-16T18:00:00Z', last_used_at: '2026-11-16T19:00:00Z' },
})

/** Opens the dialog of these sessions; returns it and the ids of the ended ones. */
async function openSessions(...sessions: ReturnType<typeof sessionOf>[]) {
  let open = sessions
  const end = (id: number) => () => {
    open = open.filter((session) => session.id !== id)
    return done()
  }
  const calls = answerWith({
    ...basics,
    'GET /auth/sessions': () => buildPage(...open),
    'DELETE /auth/sessions/2': end(2),
    'DELETE /auth/sessions/3': end(3),
  })
  const dialog = await openMenu('Mis sesiones')
  const ended = () => calls.filter(({ method }) => method === 'DELETE').map(({ path }) => path.slice(-1))
  return { dialog, ended }
}

test('lists the current session first and ends another one after a question', async () => {
  const { dialog, ended } = await openSessions(sessionOf(2, false), sessionOf(1, true))
  expect(await dialog.findByText('Esta sesión')).toBeVisible()
  const [first] = dialog.getAllByRole('listitem')
  expect(first).toHaveTextContent('Esta sesión')
  expect(dialog.queryByRole('button', { name: 'Cerrar las demás' })).toBeNull()
  await userEvent.click(dialog.getByRole('button', { name: 'Cerrar sesión en Safari en iPhone' }))
  const question = within(await screen.findByRole('dialog', { name: '¿Cerrar esta sesión?' }))
  expect(ended()).toEqual([])
  await userEvent.click(question.getByRole('button', { name: 'Cerrar sesión' }))
  await waitFor(() => expect(dialog.getAllByText('Safari en iPhone')).toHaveLength(1))
  expect(ended()).toEqual(['2'])
})

test('ends all other sessions after a question, never the current one', async () => {
  const { dialog, ended } = await openSessions(sessionOf(2, false), sessionOf(3, false), sessionOf(1, true))
  await userEvent.click(await dialog.findByRole('button', { name: 'Cerrar las demás' }))
  const question = within(await screen.findByRole('dialog', { name: '¿Cerrar las demás sesiones?' }))
  await userEvent.click(question.getByRole('button', { name: 'Cerrar 2 sesiones' }))
  expect(await screen.findByText('Tus otras sesiones se cerraron.')).toBeVisible()
  expect(ended().sort()).toEqual(['2', '3'])
})

test('turns two-factor verification on with a code and asks to save the recovery codes before closing', async () => {
  let state = { is_on: false, recovery_codes_left: 0 }
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
  const calls = answerWith({
    ...basics,
    'GET /auth/two-factor': () => state,
    'POST /auth/two-factor': { secret, otpauth_url: `otpauth://totp/Quincena:g?secret=${secret}` },
    'POST /auth/two-factor/confirm': () => {
      state = { is_on: true, recovery_codes_left: 10 }
      return { recovery_codes: ['AAAAA-22222'] }
    },
  })
  openStaffApp('/registro', 'U1')
  await userEvent.click(await screen.findByRole('button', { name: /tu cuenta/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Verificación en dos pasos' }))
  await userEvent.type(await screen.findByLabelText('Contraseña actual'), 'Quincena-2026')
  await userEvent.type(screen.getByLabelText('Código de verificación'), '123456{Enter}')
  expect(await screen.findByText('AAAAA-22222')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Cerrar ventana' }))
  expect(await screen.findByText('Guárdalos antes de cerrar: no los volverás a ver.')).toBeVisible()
  await userEvent.click(screen.getByRole('checkbox', { name: 'Ya los guardé en un lugar seguro' }))
  await userEvent.click(screen.getByRole('button', { name: 'Listo' }))
  expect(await screen.findByText('Verificación en dos pasos activada.')).toBeVisible()
  await waitFor(() => expect(screen.queryByText('AAAAA-22222')).toBeNull())
  expect(calls.filter(({ method, path }) => method === 'POST' && path === '/auth/two-factor')).toHaveLength(1)
})
