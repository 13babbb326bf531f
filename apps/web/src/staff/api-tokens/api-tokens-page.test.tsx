import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { answerWith, buildPage, buildRefusal } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { endSession } from '../../lib/session.ts'

const list = 'GET /auth/api-tokens'
const basics = { 'GET /notification/unread-count': { count: 0 } }
const address = '/configuracion/tokens'

const tokenOf = (fields: object = {}) => ({
  ...{ id: 4, name: 'Nómina', prefix: 'quincena_k3v9x2pa', scopes: ['loans:read', 'payments:write'] },
  ...{ company: { id: 2, name: 'Textiles del Norte' }, state: 'active', approved_by: 'Eva Soto' },
  ...{ created_by: { id: 1, name: 'Ada Ruiz' }, created_at: '2026-11-16T18:00:00Z' },
  ...{ expires_at: '2027-02-14T18:00:00Z', revoked_at: null, revoked_by: null },
  ...{ last_used_at: '2026-11-20T16:00:00Z', last_used_ip: '10.1.2.3' },
  ...fields,
})
const secret = `quincena_k3v9x2pa_${'s'.repeat(43)}`

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

const dialogOf = async (name: string) => within(await screen.findByRole('dialog', { name }))

test('lists what each token may do, for whom, until when and its last use', async () => {
  const waiting = tokenOf({ id: 5, name: 'ERP', company: null, state: 'waiting', last_used_at: null })
  answerWith({ ...basics, [list]: buildPage(tokenOf(), { ...waiting, approved_by: null }) })
  openStaffApp(address, 'U0')
  const row = within(await screen.findByRole('row', { name: /Nómina/ }))
  const texts = ['quincena_k3v9x2pa…', 'Activo', 'Autorizó Eva Soto', 'Ver préstamos · Registrar pagos']
  for (const text of [...texts, 'Solo Textiles del Norte', '20/11/2026 - 10:00', '10.1.2.3', 'Ada Ruiz'])
    expect(row.getByText(text)).toBeVisible()
  expect(screen.getByRole('row', { name: /ERP.*Por autorizar.*Todas las empresas.*Sin usar/ })).toBeVisible()
})

test('shows a new token once, and closes it only when it is saved', async () => {
  const calls = answerWith({
    ...{ ...basics, [list]: buildPage() },
    'POST /auth/api-tokens': { api_token: tokenOf(), token: secret },
  })
  openStaffApp(address, 'U0')
  expect(await screen.findByText('Aún no hay tokens')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Crear token' }))
  const form = await dialogOf('Crear token de API')
  await userEvent.click(form.getByRole('button', { name: 'Crear token' }))
  expect(form.getByText('Escribe un nombre')).toBeVisible()
  expect(form.getByText('Elige al menos un permiso')).toBeVisible()
  await userEvent.type(form.getByLabelText(/^Nombre/), 'Nómina')
  await userEvent.click(form.getByLabelText('Ver préstamos'))
  expect(form.queryByText(/otro administrador lo autoriza/)).toBeNull()
  await userEvent.click(form.getByLabelText('Registrar pagos'))
  expect(form.getByText(/otro administrador lo autoriza/)).toBeVisible()
  await userEvent.click(form.getByRole('button', { name: 'Crear token' }))
  const shown = await dialogOf('Token «Nómina»')
  expect(shown.getByText(secret)).toBeVisible()
  expect(shown.getByRole('button', { name: 'Listo' })).toBeDisabled()
  await userEvent.click(shown.getByLabelText('Ya lo guardé en un lugar seguro'))
  await userEvent.click(shown.getByRole('button', { name: 'Listo' }))
  expect(screen.queryByText(secret)).toBeNull()
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
    ...{ name: 'Nómina', scopes: ['loans:read', 'payments:write'], company: null, valid_days: 90 },
  })
})

test('says that a token waits for another admin', async () => {
  const approval = {
    ...{ id: 9, action: 'api_token.activate', subject: 'api_token', subject_id: 4, state: 'open' },
    ...{ title: 'Activar un token de API', amount: null, person: null, lines: [], requested_by: 1 },
    ...{ requester: 'Ada Ruiz', requested_at: '2026-11-16T18:00:00Z', deciders: 'admin' },
    ...{ deciders_count: 1, decider: null, decided_at: null, reason: null },
  }
  answerWith({
    ...{ ...basics, [list]: buildPage() },
    'POST /auth/api-tokens': { api_token: tokenOf({ state: 'waiting' }), token: secret, approval },
  })
  openStaffApp(address, 'U0')
  expect(await screen.findByText('Aún no hay tokens')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Crear token' }))
  const form = await dialogOf('Crear token de API')
  await userEvent.type(form.getByLabelText(/^Nombre/), 'ERP')
  await userEvent.click(form.getByLabelText('Registrar pagos'))
  await userEvent.click(form.getByRole('button', { name: 'Crear token' }))
  const shown = await dialogOf('Token «Nómina»')
  expect(shown.getByText(/Todavía no funciona/)).toBeVisible()
  expect(shown.getByRole('link', { name: 'Ver la solicitud' })).toBeVisible()
})

test('revokes a token after a question; an ended one has no actions', async () => {
  const ended = tokenOf({ id: 6, name: 'Viejo', state: 'revoked', revoked_by: 'Eva Soto' })
  const calls = answerWith({
    ...{ ...basics, [list]: buildPage(tokenOf(), ended) },
    'DELETE /auth/api-tokens/4': null,
  })
  openStaffApp(address, 'U0')
  await screen.findByRole('row', { name: /Viejo.*Revocado.*Eva Soto/ })
  await userEvent.click(screen.getByRole('button', { name: 'Acciones' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Revocar' }))
  const dialog = await dialogOf('¿Revocar este token?')
  await userEvent.click(dialog.getByRole('button', { name: 'Revocar token' }))
  await vi.waitFor(() => expect(calls.some(({ method }) => method === 'DELETE')).toBe(true), 10_000)
})

test('offers to try again after an error, and shows managers that it is for admins', async () => {
  answerWith({ ...basics, [list]: buildRefusal(500, 'server.error', 'Algo falló.') })
  openStaffApp(address, 'U0')
  expect(await screen.findByText('No se pudieron cargar los tokens.')).toBeVisible()
  expect(screen.getByRole('button', { name: /Reintentar/ })).toBeVisible()
  endSession()
  openStaffApp(address, 'U1')
  expect(await screen.findByText('Esta sección es de administración')).toBeVisible()
})
