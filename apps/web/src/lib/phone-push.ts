import { currentSession, onSessionChange } from './session.ts'
import { store, stored } from './storage.ts'

/** Whether this browser can be rung at all. */
export const isPushSupported = () =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window

/** The registration whose worker is at work; none while the app runs without a service worker. */
export async function workerAtWork(): Promise<ServiceWorkerRegistration | undefined> {
  const registered = await navigator.serviceWorker.getRegistration()
  return registered?.active ? registered : undefined
}

/** What this phone is rung by, if anything. */
export const pushSubscription = async () => (await workerAtWork())?.pushManager.getSubscription()

/** From here on nothing rings on this phone, whatever the server still knows; no network is needed. */
export async function silencePhone(): Promise<void> {
  if (!isPushSupported()) return
  await (await pushSubscription())?.unsubscribe()
}

/** Another person than the one who turned the notices on here: those are not theirs to see. */
async function silenceLastPerson(user_id: number): Promise<void> {
  const owner = stored('push')
  if (owner === null || owner === String(user_id)) return
  await silencePhone()
  store('push', null)
}

/** Whoever signs in, worker or staff, is not rung for who had the phone before; call once, at the start. */
export function keepPhoneOwn(): () => void {
  const adjust = () => {
    const session = currentSession()
    // What fails now is tried again at the next start.
    if (session.state === 'signed-in') silenceLastPerson(session.user.id).catch(() => undefined)
  }
  adjust()
  return onSessionChange(adjust)
}
