import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { answerWith, buildFieldRefusal, buildPage, buildRefusal } from '../../../../test/server.ts'
import { openWorkerApp } from '../../../../test/worker-screen.tsx'
import { endSession } from '../../../lib/session.ts'

const iphone = 'Mozilla/5.0 (iPhone) Version/18.0 Safari/604.1'
const on = {
  ...{ login_history: true, suspicious_activity: true, device_verification: true, request_status: true },
  ...{ payment_reminder: true, customer_service: true, offers: true, required_documentation: true },
  ...{ security_messages: true, policy_updates: true, channels: {} },
}
const session = (id: number, current: boolean, device = iphone) => ({
  ...{ id, current, device, ip: '10.1.2.3' },
  ...{ created_at: '2026-11-16T18:00:00Z', last_used_at: '2026-11-16T19:00:00Z' },
})
const basics = {
  'GET /notification/unread-count': { count: 0 },
  'GET /auth/preferences': on,
  'GET /auth/two-factor': { is_on: false, recovery_codes_left: 0 },
  'GET /auth/sessions': buildPage(session(1, true), session(2, false, 'curl/8.0')),
}
const codes = ['AAAAA-22222', 'BBBBB-33333']

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

test('turns a switch immediately and saves it, and turns it back with an error if saving fails [E2.54]', async () => {
  let answer: unknown = { ...on, suspicious_activity: false }
  let saved = on
  const calls = answerWith({
    ...basics,
    'GET /auth/preferences': () => saved,
    'PUT /auth/preferences': () => answer,
  })
  openWorkerApp('/app/security')
  const toggle = await screen.findByRole('switch', { name: 'Notificaciones de actividad sospechosa' })
  saved = { ...on, suspicious_activity: false }
  await userEvent.click(toggle)
  expect(toggle).not.toBeChecked()
  await waitFor(() => expect(calls.filter(({ method }) => method === 'PUT')).toHaveLength(1))
  expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ suspicious_activity: false })
  answer = buildRefusal(500, 'server.error', 'Algo salió mal. Intenta de nuevo.')
  const devices = screen.getByRole('switch', { name: 'Verificación de dispositivos' })
  await userEvent.click(devices)
  expect(await screen.findByText('No se pudo guardar el cambio.')).toBeVisible()
  await waitFor(() => expect(devices).toBeChecked())
  expect(toggle).not.toBeChecked()
})

test('turns two-step verification on with QR code, key and first code, and requires saving the recovery codes', async () => {
  let state = { is_on: false, recovery_codes_left: 0 }
  let confirm: unknown = buildFieldRefusal(422, 'code', 'El código no es correcto o ya venció.')
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
  const calls = answerWith({
    ...basics,
    'GET /auth/two-factor': () => state,
    'POST /auth/two-factor': { secret, otpauth_url: `otpauth://totp/Quincena:ana?secret=${secret}` },
    'POST /auth/two-factor/confirm': () => confirm,
  })
  const countCalls = (path: string) => calls.filter((call) => call.path === path).length
  openWorkerApp('/app/security')
  await userEvent.click(await screen.findByRole('switch', { name: 'Verificación en dos pasos' }))
  const sheet = within(await screen.findByRole('dialog'))
  expect(await sheet.findByRole('img', { name: /Código QR/ })).toBeVisible()
  expect(sheet.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeVisible()
  expect(sheet.getByRole('link', { name: 'Abrir en mi aplicación' }).getAttribute('href')).toContain(
    'otpauth:',
  )
  const field = sheet.getByLabelText('Código de verificación')
  expect(field.getAttribute('autocomplete')).toBe('one-time-code')
  await userEvent.type(sheet.getByLabelText('Contraseña actual'), 'Quincena-2026')
  await userEvent.type(field, '123{Enter}')
  expect(
    sheet.getByText('El código lleva 6 dígitos; uno de recuperación, 10 letras y números.'),
  ).toBeVisible()
  await userEvent.clear(field)
  await userEvent.type(field, '000000{Enter}')
  expect(await sheet.findByText('El código no es correcto o ya venció.')).toBeVisible()
  expect(field).toHaveValue('000000')
  // Switching to another app for the code and coming back must not change the secret.
  fireEvent(window, new Event('visibilitychange'))
  const before = countCalls('/auth/sessions')
  const network = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  fireEvent(window, new Event('offline'))
  network.mockRestore()
  fireEvent(window, new Event('online'))
  await waitFor(() => expect(countCalls('/auth/sessions')).toBeGreaterThan(before))
  confirm = { recovery_codes: codes }
  state = { is_on: true, recovery_codes_left: 10 }
  await userEvent.clear(field)
  await userEvent.type(field, '123456{Enter}')
  for (const code of codes) expect(await sheet.findByText(code)).toBeVisible()
  await userEvent.keyboard('{Escape}')
  expect(await sheet.findByText('Guárdalos antes de cerrar: no los volverás a ver.')).toBeVisible()
  expect(sheet.getByRole('button', { name: 'Listo' })).toBeDisabled()
  await userEvent.click(sheet.getByRole('checkbox', { name: 'Ya los guardé en un lugar seguro' }))
  await userEvent.click(sheet.getByRole('button', { name: 'Listo' }))
  expect(await screen.findByText('Activa. Te quedan 10 códigos de recuperación.')).toBeVisible()
  expect(calls.filter(({ method, path }) => method === 'POST' && path === '/auth/two-factor')).toHaveLength(1)
})

test('ends another session after a confirmation, and has no button to end the current one [E2.53]', async () => {
  const calls = answerWith({ ...basics, 'DELETE /auth/sessions/2': new Response(null, { status: 204 }) })
  openWorkerApp('/app/security')
  expect(await screen.findByText('Este dispositivo')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Cerrar sesión en Safari en iPhone' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Cerrar sesión en curl' }))
  const sheet = within(await screen.findByRole('dialog', { name: '¿Cerrar esa sesión?' }))
  await userEvent.dblClick(sheet.getByRole('button', { name: 'Cerrar sesión' }))
  expect(await screen.findByText('Sesión cerrada.')).toBeVisible()
  expect(calls.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
})

test('loads the sign-in history on a tap, in pages, and hides it if its switch is off [E2.51]', async () => {
  const row = (id: number, reason: string | null) => ({
    ...{ id, reason, succeeded: reason === null, device: iphone, ip: '10.1.2.3' },
    created_at: '2026-11-16T18:00:00Z',
  })
  let saved = on
  const calls = answerWith({
    ...basics,
    'GET /auth/preferences': () => saved,
    'PUT /auth/preferences': () => {
      saved = { ...on, login_history: false }
      return saved
    },
    'GET /auth/login-history': ({ query }: { query: URLSearchParams }) =>
      query.get('page') === '1'
        ? { ...buildPage(row(3, null), row(2, 'wrong_code')), count: 3, next: 'x' }
        : { ...buildPage(row(1, 'wrong_password')), count: 3 },
  })
  openWorkerApp('/app/security')
  await userEvent.click(await screen.findByRole('button', { name: 'Ver historial' }))
  expect(await screen.findByText('Código incorrecto')).toBeVisible()
  expect(screen.getByText('Inicio de sesión')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Ver más' }))
  expect(await screen.findByText('Contraseña incorrecta')).toBeVisible()
  expect(calls.filter(({ path }) => path === '/auth/login-history')).toHaveLength(2)
  await userEvent.click(screen.getByRole('switch', { name: 'Historial de inicios de sesión' }))
  expect(screen.queryByRole('heading', { name: 'Historial de inicios de sesión' })).toBeNull()
})
