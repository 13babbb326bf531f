import { pushEndpointBody, pushKey, pushSubscriptionBody } from '@quincena/domain/push/schema'
import { z } from 'zod'
import { api, noContent } from '../../lib/api.ts'
import { currentSession } from '../../lib/session.ts'
import { store, stored } from '../../lib/storage.ts'

/**
 * `unsupported`: this browser cannot (on an iPhone, until the app is on the home screen);
 * `denied`: the person forbade it in the browser's settings, where alone it can be allowed again.
 */
export type PushState = 'unsupported' | 'denied' | 'off' | 'on'

const isSupported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** The registration whose worker is at work; none while the app runs without a service worker. */
async function registration(): Promise<ServiceWorkerRegistration | undefined> {
  const registered = await navigator.serviceWorker.getRegistration()
  return registered?.active ? registered : undefined
}

const subscription = async () => (await registration())?.pushManager.getSubscription()

/** Whether this phone is told of what happens while the app is closed. */
export async function pushState(): Promise<PushState> {
  if (!isSupported() || (await registration()) === undefined) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  return isMine() && Notification.permission === 'granted' && (await subscription()) ? 'on' : 'off'
}

/** Who turned it on here: another person who signs in on this phone did not. */
function isMine(): boolean {
  const session = currentSession()
  return session.state === 'signed-in' && stored('push') === String(session.user.id)
}

/**
 * Ties this phone's subscription to the session that is open now; the server's ended with the one before. Nothing
 * happens where the person did not turn it on here.
 */
export async function renewPush(): Promise<void> {
  if ((await pushState()) !== 'on') return
  const made = await subscription()
  if (made) await tellServer(made)
}

async function tellServer(made: PushSubscription): Promise<void> {
  const body = z.encode(pushSubscriptionBody, pushSubscriptionBody.parse(made.toJSON()))
  await api.post(noContent, '/push/subscriptions', { body })
}

async function subscribe(): Promise<PushSubscription> {
  const existing = await subscription()
  if (existing) return existing
  const worker = await registration()
  if (worker === undefined) throw new Error('no service worker')
  const { public_key } = await api.get(pushKey, '/push/key')
  return worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: public_key })
}

/**
 * Asks for permission, subscribes this phone and tells the server; answers how things stand then. Call it from
 * a tap: browsers ask nobody who did nothing. A server that does not take the subscription leaves it off.
 */
export async function turnPushOn(): Promise<PushState> {
  if (!isSupported()) return 'unsupported'
  if ((await Notification.requestPermission()) !== 'granted') return pushState()
  const made = await subscribe()
  try {
    await tellServer(made)
  } catch (error) {
    await made.unsubscribe()
    throw error
  }
  const session = currentSession()
  if (session.state === 'signed-in') store('push', String(session.user.id))
  return pushState()
}

/** Ends this phone's subscription, here and on the server. */
export async function turnPushOff(): Promise<PushState> {
  const made = await subscription()
  if (made) {
    const body = z.encode(pushEndpointBody, { endpoint: made.endpoint })
    await api.delete(noContent, '/push/subscriptions', { body })
    await made.unsubscribe()
  }
  store('push', null)
  return pushState()
}
