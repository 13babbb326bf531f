import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { answerWith, buildPage, buildRefusal } from '../../../test/server.ts'
import { openStaffApp } from '../../../test/staff-screen.tsx'
import { attemptOf, webhookOf } from '../../../test/webhook.ts'
import { endSession } from '../../lib/session.ts'

const basics = {
  'GET /notification/unread-count': { count: 0 },
  'GET /approvals/summary': { waiting: 0, active_staff: 3, active_admins: 2 },
  'GET /webhooks': { results: [webhookOf()], first_position: 7, last_position: 41 },
  'GET /webhooks/3': webhookOf(),
  'GET /webhooks/3/attempts': buildPage(attemptOf()),
}
const path = '/configuracion/webhooks/3'

afterEach(() => {
  endSession()
  vi.unstubAllGlobals()
})

test('shows what an endpoint gets and the log of its tries', async () => {
  const failed = attemptOf({ id: 10, is_delivered: false, status: null, fault: 'TIMEOUT', answer: null })
  const calls = answerWith({ ...basics, 'GET /webhooks/3/attempts': buildPage(failed, attemptOf()) })
  openStaffApp(path, 'U0')
  expect(await screen.findByRole('heading', { name: 'Nómina' })).toBeVisible()
  expect(await screen.findByText(/No respondió en 10 segundos/)).toBeVisible()
  expect(screen.getByText('recibido')).toBeVisible()
  await userEvent.click(screen.getByText('No entregados'))
  await vi.waitFor(() => expect(calls.at(-1)?.query.get('failed')).toBe('true'))
})

test('a test says what came of it', async () => {
  answerWith({
    ...basics,
    'POST /webhooks/3/test': attemptOf({ is_delivered: false, status: 404, position: null }),
  })
  openStaffApp(path, 'U0')
  await userEvent.click(await screen.findByRole('button', { name: 'Probar' }))
  expect(await screen.findByText('El destino no recibió la prueba. HTTP 404.')).toBeVisible()
})

test('an endpoint that is paused says why and what to do', async () => {
  answerWith({ ...basics, 'GET /webhooks/3': webhookOf({ state: 'paused', attempts: 30 }) })
  openStaffApp(path, 'U0')
  expect(await screen.findByText(/Está en pausa/)).toBeVisible()
})

test('replays from a number, rotates the secret and deletes after a question', async () => {
  const calls = answerWith({
    ...basics,
    'POST /webhooks/3/replay': webhookOf(),
    'POST /webhooks/3/rotate-secret': { endpoint: webhookOf(), secret: 'whsec_bnVldm8=' },
    'DELETE /webhooks/3': new Response(null, { status: 204 }),
  })
  openStaffApp(path, 'U0')
  await userEvent.click(await screen.findByRole('button', { name: 'Repetir avisos' }))
  const replay = within(await screen.findByRole('dialog', { name: 'Repetir avisos' }))
  expect(await replay.findByText('Se conservan del 7 al 41.')).toBeVisible()
  await userEvent.type(replay.getByLabelText(/Desde el número/), '12')
  await userEvent.click(replay.getByRole('button', { name: 'Repetir' }))
  await vi.waitFor(() =>
    expect(calls.find((call) => call.path.endsWith('/replay'))?.body).toEqual({ position: 12 }),
  )

  await userEvent.click(await screen.findByRole('button', { name: 'Cambiar secreto' }))
  const rotation = within(await screen.findByRole('dialog', { name: '¿Cambiar el secreto?' }))
  await userEvent.click(rotation.getByRole('button', { name: 'Cambiar secreto' }))
  const secret = within(await screen.findByRole('dialog', { name: 'Secreto del destino' }))
  expect(secret.getByText('whsec_bnVldm8=')).toBeVisible()
  expect(secret.getByText(/sigue firmando durante 24 horas/)).toBeVisible()
  await userEvent.click(secret.getByRole('button', { name: 'Listo' }))

  await userEvent.click(await screen.findByRole('button', { name: 'Eliminar' }))
  const question = within(await screen.findByRole('dialog', { name: '¿Eliminar este destino?' }))
  await userEvent.click(question.getByRole('button', { name: 'Eliminar destino' }))
  expect(await screen.findByText('El destino quedó eliminado.')).toBeVisible()
  expect(await screen.findByRole('row', { name: /Nómina/ })).toBeVisible()
})

test('offers a retry when the endpoint cannot be loaded', async () => {
  answerWith({ ...basics, 'GET /webhooks/3': buildRefusal(500, 'server.error', 'Algo salió mal.') })
  openStaffApp(path, 'U0')
  expect(await screen.findByText('No se pudo cargar el destino.')).toBeVisible()
})
