import { clientsClaim } from 'workbox-core'
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
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

/** Activates the waiting version when the user accepts it. */
self.addEventListener('message', ({ data }) => {
  if (data === 'take-over') void self.skipWaiting()
})

interface PushText {
  title: string
  message: string
  /** A path below the base. */
  url: string
}

function readPushText(data: PushMessageData | null): PushText {
  const fallback = {
    title: 'Quincena',
    message: 'Tienes una notificación nueva.',
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
