import { currentSession, onSessionChange } from './session.ts'
import { store, stored } from './storage.ts'

/** Whether this browser supports push notifications. */
export const isPushSupported = () =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** The registration of the active service worker; undefined while there is none. */
export async function workerAtWork(): Promise<ServiceWorkerRegistration | undefined> {
  const registered = await navigator.serviceWorker.getRegistration()
  return registered?.active ? registered : undefined
}

/** The push subscription of this browser, if any. */
export const pushSubscription = async () => (await workerAtWork())?.pushManager.getSubscription()

/** Removes this browser's push subscription. Works without a network, even if the server still has the subscription. */
export async function silencePhone(): Promise<void> {
  if (!isPushSupported()) return
  await (await pushSubscription())?.unsubscribe()
}

/** Removes the push subscription if another user turned it on: its notifications are private to that user. */
async function silenceLastPerson(user_id: number): Promise<void> {
  const owner = stored('push')
  if (owner === null || owner === String(user_id)) return
  await silencePhone()
  store('push', null)
}

/** Removes the previous user's push subscription when another user signs in. Call once, when the app starts. */
export function keepPhoneOwn(): () => void {
  const adjust = () => {
    const session = currentSession()
    // A failure is retried when the app starts again.
    if (session.state === 'signed-in') silenceLastPerson(session.user.id).catch(() => undefined)
  }
  adjust()
  return onSessionChange(adjust)
}
