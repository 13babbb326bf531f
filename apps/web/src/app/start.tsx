import './mantine.css'
import '../components/base.css'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { basePath } from '../lib/base-path.ts'
import { onGateNeeded } from '../lib/gate.ts'
import { storeInstallPrompt } from '../lib/install.ts'
import { registerServiceWorker } from '../lib/new-version.ts'
import { currentSession, followOtherTabs, onSessionChange, sessionNumber } from '../lib/session.ts'
import { store, stored } from '../lib/storage.ts'
import { Offline } from './offline.tsx'
import { Providers } from './providers.tsx'
import { openRouter } from './router.tsx'

const isGuest = () => currentSession().state === 'guest'

/** Validates the stored session. Its code is loaded only when there is one. */
async function restoreStoredSession(): Promise<void> {
  if (sessionNumber() === null) return
  const { restoreSession } = await import('../lib/sign-in.ts')
  await restoreSession()
}

/** Retries an unfinished logout, now and each time the network returns. */
function retryPendingLogout(): void {
  const sendLogout = async () => {
    if (stored('leaving') === null) return
    const { retryLogout } = await import('../lib/pending-logouts.ts')
    await retryLogout()
  }
  const sendNow = () => void sendLogout().catch(() => undefined) // retried at the next event
  window.addEventListener('online', sendNow)
  sendNow()
}

/** Starts following the server's events at the first sign-in. */
function listen(): void {
  if (isGuest()) return
  stopWaiting()
  void import('./refresh-by-events.ts')
}
const stopWaiting = onSessionChange(listen)

/** Re-runs the route guards after each sign-in and sign-out; after a sign-out it also clears the query cache. */
function followSession(refresh: () => Promise<void>): void {
  let wasGuest = isGuest()
  onSessionChange(() => {
    if (isGuest() === wasGuest) return
    wasGuest = isGuest()
    // Leave the screens first: on a cleared cache they would refetch without a session.
    void refresh()
      .catch(() => window.location.reload()) // the screens did not load: the session goes on in a new page
      .then(() => (isGuest() ? clearQueries() : undefined))
  })
}

async function clearQueries(): Promise<void> {
  const { queryClient } = await import('../lib/query-client.ts')
  queryClient.clear()
}

const maxDelay_ms = 8000

/** Runs `task` in an idle moment after the first tap or key, or after 8 s, so that it does not slow the start. */
function runWhenIdle(task: () => void): void {
  const eventNames = ['pointerdown', 'keydown'] as const
  const begin = () => {
    clearTimeout(timer)
    for (const eventName of eventNames) window.removeEventListener(eventName, begin)
    if ('requestIdleCallback' in window) requestIdleCallback(task, { timeout: 5000 })
    else setTimeout(task, 1000)
  }
  const timer = setTimeout(begin, maxDelay_ms)
  for (const eventName of eventNames) window.addEventListener(eventName, begin, { passive: true })
}

/** Validates the stored session, then shows the app; without an answer it shows the offline screen, which retries. */
export async function start(container: HTMLElement): Promise<void> {
  storeInstallPrompt()
  store('token', null) // earlier versions kept the token where scripts can read it
  followOtherTabs({
    rejoin: async (number) => (await import('../lib/sign-in.ts')).rejoinSession(number),
    restart: () => window.location.reload(),
  })
  retryPendingLogout()
  onGateNeeded(async () => (await import('../lib/sign-in.ts')).refreshUser())
  const root = createRoot(container)
  const draw = (app: ReactNode) => root.render(<StrictMode>{app}</StrictMode>)
  // Retries of the offline screen overlap, so an earlier one may fail after a later one has opened the app.
  let isOpen = false
  const open = async (): Promise<void> => {
    try {
      await restoreStoredSession()
    } catch (error) {
      if (!isOpen) draw(<Offline error={error} onRetry={open} />)
      return
    }
    const { router, isWorkerApp, refresh, prepare } = await openRouter()
    if (isOpen) return
    isOpen = true
    followSession(refresh)
    draw(<Providers router={router} />)
    const register = async () => registerServiceWorker((path) => router.history.push(basePath + path))
    if (isWorkerApp && import.meta.env.PROD) runWhenIdle(() => void register().catch(() => undefined))
    if (!isWorkerApp) runWhenIdle(() => void prepare().catch(() => undefined)) // the sign-in loads it again
  }
  await open()
}
