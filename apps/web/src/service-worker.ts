import { clientsClaim } from 'workbox-core'
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'

declare const self: ServiceWorkerGlobalScope

/** Where the app lives, with a slash at its end: the worker's own folder. */
const base = new URL(self.registration.scope)

// The worker's half of this version, kept on the phone. What the server answers is never kept here.
precacheAndRoute(self.__WB_MANIFEST)
cleanupOutdatedCaches()
clientsClaim()

// The app's screens open without a network; the office's never do.
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('index.html'), {
    allowlist: [new RegExp(`^${base.pathname}app(?:[/?]|$)`)],
  }),
)

/** A waiting version takes over when the person says so. */
self.addEventListener('message', ({ data }) => {
  if (data === 'take-over') void self.skipWaiting()
})

interface Told {
  title: string
  message: string
  /** A path below the base. */
  url: string
}

function told(data: PushMessageData | null): Told {
  const usual = {
    title: 'Quincena',
    message: 'Tienes una notificación nueva.',
    url: 'app/notifications-user',
  }
  try {
    return { ...usual, ...data?.json() }
  } catch {
    return usual
  }
}

self.addEventListener('push', (event) => {
  const { title, message, url } = told(event.data)
  const shown = self.registration.showNotification(title, {
    body: message,
    icon: new URL('icon-192.png', base).href,
    lang: 'es-MX',
    data: { url },
  })
  event.waitUntil(shown)
})

/** Opens a screen of the app in the window there is, or in a new one; no other place. */
async function open(url: unknown): Promise<void> {
  const wanted = new URL(typeof url === 'string' ? url.replace(/^\/+/, '') : 'app/', base)
  const target = wanted.href.startsWith(base.href) ? wanted : new URL('app/', base)
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const ours = windows.find((window) => window.url.startsWith(new URL('app', base).href))
  if (ours === undefined) {
    await self.clients.openWindow(target)
    return
  }
  await ours.focus()
  ours.postMessage({ open: target.href.slice(base.href.length - 1) })
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(open(event.notification.data?.url))
})
