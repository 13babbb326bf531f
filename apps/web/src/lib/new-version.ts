import { useSyncExternalStore } from 'react'
import { basePath } from './base-path.ts'
import { brandOfPage } from './brand.ts'

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

/** Announces a waiting version, now and after each later update. The first installation is not announced. */
function watchUpdates(registration: ServiceWorkerRegistration): void {
  const follow = (installing: ServiceWorker | null) =>
    installing?.addEventListener('statechange', () => {
      const isUpdate = installing.state === 'installed' && navigator.serviceWorker.controller !== null
      if (isUpdate) announce(installing)
    })
  if (registration.waiting !== null) announce(registration.waiting)
  follow(registration.installing)
  registration.addEventListener('updatefound', () => follow(registration.installing))
}

/** A page that the service worker stored shows the brand of its day; with another one in force the next start shows that. */
async function followBrand(): Promise<void> {
  const { controller } = navigator.serviceWorker
  if (controller === null) return
  const answer = await fetch(`${basePath}/api/brand`)
  const brand: unknown = answer.ok ? await answer.json() : null
  const id = typeof brand === 'object' && brand !== null && 'id' in brand ? brand.id : brandOfPage().id
  if (id !== brandOfPage().id) controller.postMessage('renew-page')
}

/**
 * Registers the service worker of the worker app and looks for an update each time the page becomes visible. `onOpen`
 * receives the path of a tapped push notification.
 */
export async function registerServiceWorker(onOpen: (path: string) => void): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  navigator.serviceWorker.addEventListener('message', ({ data }) => {
    if (typeof data?.open === 'string') onOpen(data.open)
  })
  const address = `${basePath}/service-worker.js`
  const registration = await navigator.serviceWorker.register(address, { updateViaCache: 'none' })
  watchUpdates(registration)
  followBrand().catch(() => undefined) // offline: next time
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) registration.update().catch(() => undefined) // offline: next time
  })
}

/** A function that activates the waiting version and reloads the page; undefined while none waits. */
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
