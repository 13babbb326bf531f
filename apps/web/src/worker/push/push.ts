import { pushEndpointBody, pushKey, pushSubscriptionBody } from '@quincena/domain/push/schema'
import { z } from 'zod'
import { api, noContent } from '../../lib/api.ts'
import { isPushSupported, pushSubscription, workerAtWork } from '../../lib/phone-push.ts'
import { currentSession } from '../../lib/session.ts'
import { store, stored } from '../../lib/storage.ts'

/**
 * `unsupported`: this browser cannot (on an iPhone, until the app is on the home screen);
 * `denied`: the person forbade it in the browser's settings, where alone it can be allowed again.
 */
export type PushState = 'unsupported' | 'denied' | 'off' | 'on'

/** Whether this phone is told of what happens while the app is closed. */
export async function pushState(): Promise<PushState> {
  if (!isPushSupported() || (await workerAtWork()) === undefined) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  return isMine() && Notification.permission === 'granted' && (await pushSubscription()) ? 'on' : 'off'
}

/** Who turned it on here: another person who signs in on this phone did not. */
function isMine(): boolean {
  const session = currentSession()
  return session.state === 'signed-in' && stored('push') === String(session.user.id)
}

/**
 * Ties this phone to the session that is open now: the one before ended, and with it what the phone was told. Nothing
 * happens where the person did not turn it on here, or forbade it since.
 */
export async function renewPush(): Promise<void> {
  if (!isPushSupported() || !isMine() || Notification.permission !== 'granted') return
  const existing = await pushSubscription()
  const made = existing ?? (await subscribe())
  try {
    await tellServer(made)
  } catch (error) {
    // A new one that the server does not know would show as turned on, and never ring.
    if (!existing) await made.unsubscribe()
    throw error
  }
}

async function tellServer(made: PushSubscription): Promise<void> {
  const body = z.encode(pushSubscriptionBody, pushSubscriptionBody.parse(made.toJSON()))
  await api.post(noContent, '/push/subscriptions', { body })
}

async function subscribe(): Promise<PushSubscription> {
  const existing = await pushSubscription()
  if (existing) return existing
  const worker = await workerAtWork()
  if (worker === undefined) throw new Error('no service worker')
  const { public_key } = await api.get(pushKey, '/push/key')
  return worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: public_key })
}

/**
 * Asks for permission, subscribes this phone and tells the server; answers how things stand then. Call it from
 * a tap: browsers ask nobody who did nothing. A server that does not take the subscription leaves it off.
 */
export async function turnPushOn(): Promise<PushState> {
  if (!isPushSupported()) return 'unsupported'
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
  const made = await pushSubscription()
  if (made) {
    const body = z.encode(pushEndpointBody, { endpoint: made.endpoint })
    await api.delete(noContent, '/push/subscriptions', { body })
    await made.unsubscribe()
  }
  store('push', null)
  return pushState()
}
