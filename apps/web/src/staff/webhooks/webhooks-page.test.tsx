import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { answerWith, buildFieldRefusal, buildRefusal } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { webhookOf } from '../../../test/webhook.ts'
import { endSession } from '../../lib/session.ts'

const basics = {
  'GET /notification/unread-count': { count: 0 },
  'GET /approvals/summary': { waiting: 0, active_staff: 3, active_admins: 2 },
  'GET /company': { count: 0, next: null, previous: null, results: [] },
}
const listOf = (...results: unknown[]) => ({ results, first_position: 1, last_position: 41 })

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

test('lists the endpoints with their state and what waits', async () => {
  const failing = webhookOf({ id: 4, description: '', attempts: 3, waiting: 12 })
  answerWith({ ...basics, 'GET /webhooks': listOf(webhookOf(), failing) })
  openStaffApp('/configuracion/webhooks', 'U0')
  const first = within(await screen.findByRole('row', { name: /Nómina/ }))
  expect(first.getByText('Al corriente')).toBeVisible()
  expect(first.getByText('2 avisos')).toBeVisible()
  expect(screen.getByText('Fallando')).toBeVisible()
  expect(screen.getByText('12')).toBeVisible()
})

test('adds an endpoint and shows its secret once, with the server’s error at its field', async () => {
  let refused = true
  const calls = answerWith({
    ...basics,
    'GET /webhooks': listOf(),
    'POST /webhooks': () =>
      refused
        ? buildFieldRefusal(422, 'url', 'No se permiten redes privadas.')
        : { endpoint: webhookOf(), secret: 'whsec_c2VjcmV0' },
  })
  openStaffApp('/configuracion/webhooks', 'U0')
  expect(await screen.findByText('Aún no hay destinos')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Agregar destino' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Agregar destino' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Agregar' }))
  expect(await dialog.findByText('Elige al menos un aviso')).toBeVisible()
  await userEvent.type(dialog.getByLabelText(/Dirección/), 'https://nomina.ejemplo.mx/avisos')
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Se aprobó una solicitud' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Agregar' }))
  expect(await dialog.findByText('No se permiten redes privadas.')).toBeVisible()
  refused = false
  await userEvent.type(dialog.getByLabelText(/Dirección/), '/2')
  await userEvent.click(dialog.getByRole('button', { name: 'Agregar' }))
  const secret = within(await screen.findByRole('dialog', { name: 'Secreto del destino' }))
  expect(secret.getByText('whsec_c2VjcmV0')).toBeVisible()
  await userEvent.click(secret.getByRole('button', { name: 'Listo' }))
  expect(screen.queryByText('whsec_c2VjcmV0')).toBeNull()
  expect(calls.findLast(({ method }) => method === 'POST')?.body).toEqual({
    ...{ url: 'https://nomina.ejemplo.mx/avisos/2', description: '', company: null, is_active: true },
    event_types: ['loan.approved'],
  })
})

test('offers a retry when the endpoints cannot be loaded, and loads nothing for a manager', async () => {
  const calls = answerWith({
    ...basics,
    'GET /webhooks': buildRefusal(500, 'server.error', 'Algo salió mal.'),
  })
  openStaffApp('/configuracion/webhooks', 'U0')
  expect(await screen.findByText('No se pudieron cargar los destinos.')).toBeVisible()
  expect(screen.getByRole('button', { name: /intentar|reintentar/i })).toBeVisible()
  endSession()
  const before = calls.length
  openStaffApp('/configuracion/webhooks', 'U1')
  expect(await screen.findByText('Esta sección es de administración')).toBeVisible()
  expect(calls.slice(before).some(({ path }) => path === '/webhooks')).toBe(false)
})
