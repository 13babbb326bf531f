import { currentSession, onSessionChange } from './session.ts'
import { store, stored } from './storage.ts'

/** Whether this browser supports push notifications. */
export const isPushSupported = () =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** The registration of the active service worker; undefined while there is none. */
export async function getActiveRegistration(): Promise<ServiceWorkerRegistration | undefined> {
  const registered = await navigator.serviceWorker.getRegistration()
  return registered?.active ? registered : undefined
}

/** The push subscription of this browser, if any. */
export const getPushSubscription = async () => (await getActiveRegistration())?.pushManager.getSubscription()

/** Removes this browser's push subscription. Works without a network, even if the server still has the subscription. */
export async function unsubscribePush(): Promise<void> {
  if (!isPushSupported()) return
  await (await getPushSubscription())?.unsubscribe()
}

/** Removes the push subscription if another user turned it on: its notifications are private to that user. */
async function unsubscribePreviousUser(user_id: number): Promise<void> {
  const owner = stored('push')
  if (owner === null || owner === String(user_id)) return
  await unsubscribePush()
  store('push', null)
}

/** Removes the previous user's push subscription when another user signs in. Call once, when the app starts. */
export function unsubscribeAtUserChange(): () => void {
  const checkUser = () => {
    const session = currentSession()
    // A failure is retried when the app starts again.
    if (session.state === 'signed-in') unsubscribePreviousUser(session.user.id).catch(() => undefined)
  }
  checkUser()
  return onSessionChange(checkUser)
}
