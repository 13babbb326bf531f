import { useSyncExternalStore } from 'react'
import { basePath } from './base-path.ts'

let waiting: ServiceWorker | null = null
const listeners = new Set<() => void>()

function announce(worker: ServiceWorker | null): void {
  waiting = worker
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Tells of the version that waits, now and whenever another one has come. */
function watch(registration: ServiceWorkerRegistration): void {
  const follow = (coming: ServiceWorker | null) =>
    coming?.addEventListener('statechange', () => {
      const isUpdate = coming.state === 'installed' && navigator.serviceWorker.controller !== null
      if (isUpdate) announce(coming)
    })
  if (registration.waiting !== null) announce(registration.waiting)
  follow(registration.installing)
  registration.addEventListener('updatefound', () => follow(registration.installing))
}

/** Keeps the worker's half on the phone, and looks for a newer one whenever somebody comes back to it. */
export async function keepVersion(onOpen: (path: string) => void): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  navigator.serviceWorker.addEventListener('message', ({ data }) => {
    if (typeof data?.open === 'string') onOpen(data.open)
  })
  const address = `${basePath}/service-worker.js`
  const registration = await navigator.serviceWorker.register(address, { updateViaCache: 'none' })
  watch(registration)
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) registration.update().catch(() => undefined) // offline: next time
  })
}

/** Puts the waiting version in place and starts it; undefined while there is none. */
export function useNewVersion(): (() => void) | undefined {
  const worker = useSyncExternalStore(subscribe, () => waiting)
  if (worker === null) return undefined
  return () => {
    navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload(), {
      once: true,
    })
    worker.postMessage('take-over')
  }
}
