import { getActiveRegistration, getPushSubscription, isPushSupported } from '../../lib/phone-push.ts'
import { currentSession } from '../../lib/session.ts'
import { store, stored } from '../../lib/storage.ts'
import { getPushKey, registerSubscription, removeSubscription } from './api.ts'

/**
 * `unsupported`: this browser has no push notifications (on an iPhone, until the app is on the home screen);
 * `denied`: the user blocked them, and can allow them again only in the browser's settings.
 */
export type PushState = 'unsupported' | 'denied' | 'off' | 'on'

/** State of the push notifications of the signed-in user on this device. */
export async function pushState(): Promise<PushState> {
  if (!isPushSupported() || (await getActiveRegistration()) === undefined) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  return isMine() && Notification.permission === 'granted' && (await getPushSubscription()) ? 'on' : 'off'
}

/** True if the signed-in user turned push notifications on in this browser, not another user of the device. */
function isMine(): boolean {
  const session = currentSession()
  return session.state === 'signed-in' && stored('push') === String(session.user.id)
}

/**
 * Registers this device's push subscription for the current session, because a subscription ends with its session. Does
 * nothing if the user did not turn push on here or has blocked it. Throws if the server cannot be reached.
 */
export async function renewPush(): Promise<void> {
  if (!isPushSupported() || !isMine() || Notification.permission !== 'granted') return
  const existing = await getPushSubscription()
  const subscription = existing ?? (await subscribe())
  try {
    await registerSubscription(subscription)
  } catch (error) {
    // A new subscription that the server does not know would look turned on but never receive anything.
    if (!existing) await subscription.unsubscribe()
    throw error
  }
}

async function subscribe(): Promise<PushSubscription> {
  const existing = await getPushSubscription()
  if (existing) return existing
  const worker = await getActiveRegistration()
  if (worker === undefined) throw new Error('no service worker')
  const { public_key } = await getPushKey()
  return worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: public_key })
}

/**
 * Asks for permission, subscribes this device, registers it on the server and returns the new state. Must run in a tap,
 * because browsers ask for permission only after a user gesture. If the server fails, push stays off and it throws.
 */
export async function turnPushOn(): Promise<PushState> {
  if (!isPushSupported()) return 'unsupported'
  if ((await Notification.requestPermission()) !== 'granted') return pushState()
  const subscription = await subscribe()
  try {
    await registerSubscription(subscription)
  } catch (error) {
    await subscription.unsubscribe()
    throw error
  }
  const session = currentSession()
  if (session.state === 'signed-in') store('push', String(session.user.id))
  return pushState()
}

/** Ends this device's subscription on the server and in the browser. */
export async function turnPushOff(): Promise<PushState> {
  const subscription = await getPushSubscription()
  if (subscription) {
    await removeSubscription(subscription)
    await subscription.unsubscribe()
  }
  store('push', null)
  return pushState()
}
