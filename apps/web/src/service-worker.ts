import { cacheNames, clientsClaim } from 'workbox-core'
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  getCacheKeyForURL,
  precacheAndRoute,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

declare const self: ServiceWorkerGlobalScope

/** The app's base URL with a trailing slash: the scope of this service worker. */
const base = new URL(self.registration.scope)

// Precaches this version's files of the worker app. API answers are never cached here.
precacheAndRoute(self.__WB_MANIFEST)
cleanupOutdatedCaches()
clientsClaim()

// Screens of the worker app open without a network; those of the staff app do not.
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('index.html'), {
    allowlist: [new RegExp(`^${base.pathname}app(?:[/?]|$)`)],
  }),
)

const scriptOf = (page: string) => /<script[^>]*\ssrc="([^"]+)"/.exec(page)?.[1]

/** Stores the server's page, whose brand changed. A page of another build comes with that build. */
async function renewPage(): Promise<void> {
  const key = getCacheKeyForURL('index.html')
  const cache = await caches.open(cacheNames.precache)
  const stored = key === undefined ? undefined : await cache.match(key)
  const fresh = await fetch(base, { cache: 'no-store' })
  if (key === undefined || stored === undefined || !fresh.ok) return
  const isSameBuild = scriptOf(await stored.text()) === scriptOf(await fresh.clone().text())
  if (isSameBuild) await cache.put(key, fresh)
}

/** Activates the waiting version when the user accepts it, and renews the stored page when the brand changed. */
self.addEventListener('message', (event) => {
  if (event.data === 'take-over') void self.skipWaiting()
  if (event.data === 'renew-page') event.waitUntil(renewPage())
})

interface PushText {
  title: string
  message: string
  /** A path below the base. */
  url: string
}

function readPushText(data: PushMessageData | null): PushText {
  const fallback = {
    title: 'Tienes una notificación nueva',
    message: 'Ábrela en la aplicación.',
    url: 'app/notifications-user',
  }
  try {
    return { ...fallback, ...data?.json() }
  } catch {
    return fallback
  }
}

self.addEventListener('push', (event) => {
  const { title, message, url } = readPushText(event.data)
  const notification = self.registration.showNotification(title, {
    body: message,
    icon: new URL('icon-192.png', base).href,
    lang: 'es-MX',
    data: { url },
  })
  event.waitUntil(notification)
})

/** Opens a path of this app in an open window or a new one; a URL outside the base opens the app's start. */
async function open(url: unknown): Promise<void> {
  const requested = new URL(typeof url === 'string' ? url.replace(/^\/+/, '') : 'app/', base)
  const target = requested.href.startsWith(base.href) ? requested : new URL('app/', base)
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const appWindow = windows.find((window) => window.url.startsWith(new URL('app', base).href))
  if (appWindow === undefined) {
    await self.clients.openWindow(target)
    return
  }
  await appWindow.focus()
  appWindow.postMessage({ open: target.href.slice(base.href.length - 1) })
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data?.url))
})
