import { channelsFrom, noticeToggles } from '@quincena/domain/notifications/topics'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { answerWith, buildRefusal } from '../../../../test/server.ts'
import { openWorkerApp, workerOf } from '../../../../test/worker-screen.tsx'
import { endSession } from '../../../lib/session.ts'

const on = {
  ...{ login_history: true, suspicious_activity: true, device_verification: true },
  ...Object.fromEntries(noticeToggles.map((name) => [name, true])),
  channels: channelsFrom({}, { has_messages: true }),
}
const basics = { 'GET /notification/unread-count': { count: 0 }, 'GET /auth/preferences': on }
const endpoint = 'https://push.example.mx/abc'
const subscribed = { endpoint, keys: { p256dh: 'BPuvq', auth: 'c2Fs' } }

/** Fakes a browser with a push service and an active service worker. */
function browser(permission: NotificationPermission) {
  let made: { endpoint: string; toJSON: () => object; unsubscribe: () => Promise<boolean> } | null = null
  const subscription = {
    endpoint,
    toJSON: () => subscribed,
    async unsubscribe() {
      made = null
      return true
    },
  }
  const pushManager = {
    getSubscription: async () => made,
    subscribe: vi.fn(async () => {
      made = subscription
      return subscription
    }),
  }
  const Notification = {
    permission,
    async requestPermission() {
      if (Notification.permission === 'default') Notification.permission = 'granted'
      return Notification.permission
    },
  }
  vi.stubGlobal('Notification', Notification)
  vi.stubGlobal('PushManager', class {})
  const serviceWorker = { getRegistration: async () => ({ active: {}, pushManager }) }
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true })
  return pushManager
}

afterEach(() => {
  endSession()
  localStorage.clear()
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

test('turns a switch immediately and saves it by name, and turns it back if saving fails [E2.55]', async () => {
  let saved: object = on
  let fails = false
  const calls = answerWith({
    ...basics,
    'GET /auth/preferences': () => saved,
    'PUT /auth/preferences': ({ body }: { body: object }) => {
      if (fails) return buildRefusal(500, 'server.error', 'Algo salió mal.')
      saved = { ...saved, ...body }
      return saved
    },
  })
  openWorkerApp('/app/notifications')
  const reminder = await screen.findByRole('switch', { name: 'Recordatorio de pago' })
  expect(screen.getAllByRole('switch', { checked: true })).toHaveLength(7)
  fireEvent.click(reminder)
  expect(reminder).not.toBeChecked() // checked synchronously: the switch must not flicker back
  await waitFor(() => expect(calls.filter(({ method }) => method === 'PUT')).toHaveLength(1))
  expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ payment_reminder: false })
  fails = true
  const offers = screen.getByRole('switch', { name: 'Ofertas' })
  await userEvent.click(offers)
  expect(await screen.findByText('No se pudo guardar el cambio.')).toBeVisible()
  await waitFor(() => expect(offers).toBeChecked())
  expect(reminder).not.toBeChecked()
})

test('subscribes this device with the server’s key, and unsubscribes it when turned off [E2.56]', async () => {
  const { subscribe } = browser('default')
  const calls = answerWith({
    ...basics,
    'GET /push/key': { public_key: 'BKey' },
    'POST /push/subscriptions': new Response(null, { status: 204 }),
    'DELETE /push/subscriptions': new Response(null, { status: 204 }),
  })
  openWorkerApp('/app/notifications')
  const push = await screen.findByRole('switch', { name: 'Notificaciones en este teléfono' })
  await waitFor(() => expect(push).toBeEnabled())
  await userEvent.click(push)
  await waitFor(() => expect(push).toBeChecked())
  expect(subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'BKey' })
  const sent = (method: string) =>
    calls.filter((call) => call.method === method && call.path.startsWith('/push'))
  expect(sent('POST').map(({ body }) => body)).toEqual([subscribed])
  await userEvent.click(push)
  await waitFor(() => expect(push).not.toBeChecked())
  expect(sent('DELETE').map(({ body }) => body)).toEqual([{ endpoint }])
})

test('stays off with an error if the server fails, and explains how to unblock a blocked browser [E2.56]', async () => {
  browser('default')
  answerWith({
    ...basics,
    'GET /push/key': { public_key: 'BKey' },
    'POST /push/subscriptions': buildRefusal(500, 'server.error', 'Algo salió mal.'),
  })
  openWorkerApp('/app/notifications')
  const push = await screen.findByRole('switch', { name: 'Notificaciones en este teléfono' })
  await waitFor(() => expect(push).toBeEnabled())
  await userEvent.click(push)
  expect(await screen.findByText('No se pudieron cambiar las notificaciones en este teléfono.')).toBeVisible()
  expect(push).not.toBeChecked()
  cleanup()
  endSession()
  browser('denied')
  openWorkerApp('/app/notifications', workerOf({ id: 8 }))
  expect(await screen.findByText(/^Están bloqueadas en este navegador\. Permítelas en/)).toBeVisible()
})

test('says that a browser without push does not receive them', async () => {
  answerWith(basics)
  openWorkerApp('/app/notifications')
  expect(await screen.findByText(/^Este navegador no las recibe\./)).toBeVisible()
})

test('renews the subscription in a new session of the same user, but not of another user [E2.56]', async () => {
  const manager = browser('granted')
  await manager.subscribe()
  localStorage.setItem('quincena.push', '7')
  const calls = answerWith({ ...basics, 'POST /push/subscriptions': new Response(null, { status: 204 }) })
  const posts = () => calls.filter(({ path }) => path === '/push/subscriptions')
  openWorkerApp('/app/notifications', workerOf({ id: 8 }))
  const push = await screen.findByRole('switch', { name: 'Notificaciones en este teléfono' })
  await waitFor(() => expect(push).toBeEnabled())
  expect(push).not.toBeChecked()
  expect(posts()).toEqual([])
  cleanup()
  endSession()
  openWorkerApp('/app/notifications')
  await waitFor(() => expect(posts().map(({ body }) => body)).toEqual([subscribed]))
})

test('turns a channel of a topic off and back on if saving fails; a topic that is off shows none', async () => {
  let fails = false
  const calls = answerWith({
    ...basics,
    'PUT /auth/preferences': ({ body }: { body: { channels: object } }) =>
      fails
        ? buildRefusal(500, 'server.error', 'Algo salió mal.')
        : { ...on, channels: { ...on.channels, ...body.channels } },
    'GET /auth/preferences': () => ({ ...on, offers: false }),
  })
  openWorkerApp('/app/notifications')
  const topic = within(await screen.findByRole('list', { name: 'Por dónde: Estado de tus solicitudes' }))
  expect(topic.getAllByRole('button', { pressed: true })).toHaveLength(3)
  fails = true
  await userEvent.click(topic.getByRole('button', { name: 'Correo' }))
  expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({
    channels: { request_status: { mail: false } },
  })
  expect(await screen.findByText('No se pudo guardar el cambio.')).toBeVisible()
  await waitFor(() =>
    expect(topic.getByRole('button', { name: 'Correo' })).toHaveAttribute('aria-pressed', 'true'),
  )
  expect(screen.queryByRole('list', { name: 'Por dónde: Ofertas' })).toBeNull()
  const security = within(screen.getByRole('list', { name: 'Por dónde: Tu cuenta y tu seguridad' }))
  expect(security.queryByRole('button', { name: 'Correo' })).toBeNull()
})
