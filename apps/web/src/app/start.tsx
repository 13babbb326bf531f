import './mantine.css'
import '../components/base.css'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { basePath } from '../lib/base-path.ts'
import { holdInstallPrompt } from '../lib/install.ts'
import { keepVersion } from '../lib/new-version.ts'
import { currentSession, followOtherTabs, onSessionChange, sessionToken } from '../lib/session.ts'
import { stored } from '../lib/storage.ts'
import { Offline } from './offline.tsx'
import { Providers } from './providers.tsx'
import { openRouter } from './router.tsx'

const isGuest = () => currentSession().state === 'guest'

/** What a guest does not need comes when somebody is signed in: validating a token, asking, listening. */
async function restore(): Promise<void> {
  if (sessionToken() === null) return
  const { restoreSession } = await import('../lib/sign-in.ts')
  await restoreSession()
}

/** A session that ended here while the server was out of reach ends there as soon as it is not. */
function endWhatEnded(): void {
  const tell = async () => {
    if (stored('leaving') === null) return
    const { tellUntold } = await import('../lib/leaving.ts')
    await tellUntold()
  }
  const tellNow = () => void tell().catch(() => undefined) // next time
  window.addEventListener('online', tellNow)
  tellNow()
}

/** Follows what happens on the server from the first sign-in on. */
function listen(): void {
  if (isGuest()) return
  stopWaiting()
  void import('./keep-fresh.ts')
}
const stopWaiting = onSessionChange(listen)

/** Leads people where they belong whenever they come or go; a guest's cache holds nothing of the last person. */
function followSession(invalidate: () => Promise<void>): void {
  let wasGuest = isGuest()
  onSessionChange(() => {
    if (isGuest() === wasGuest) return
    wasGuest = isGuest()
    // The screens go first: a cache emptied under them would be asked for again, without a session.
    void invalidate().then(() => (isGuest() ? forget() : undefined))
  })
}

async function forget(): Promise<void> {
  const { queryClient } = await import('../lib/query-client.ts')
  queryClient.clear()
}

const patience_ms = 8000

/** What a phone keeps for later is fetched once somebody uses it, or has looked at it for a while: not before. */
function whenSettled(act: () => void): void {
  const signs = ['pointerdown', 'keydown'] as const
  const begin = () => {
    clearTimeout(timer)
    for (const sign of signs) window.removeEventListener(sign, begin)
    if ('requestIdleCallback' in window) requestIdleCallback(act, { timeout: 5000 })
    else setTimeout(act, 1000)
  }
  const timer = setTimeout(begin, patience_ms)
  for (const sign of signs) window.addEventListener(sign, begin, { passive: true })
}

/** Validates the stored session, then shows the app; without a server it says so and offers to try again. */
export async function start(container: HTMLElement): Promise<void> {
  holdInstallPrompt()
  followOtherTabs(() => window.location.reload())
  endWhatEnded()
  const root = createRoot(container)
  const draw = (app: ReactNode) => root.render(<StrictMode>{app}</StrictMode>)
  const open = async (): Promise<void> => {
    try {
      await restore()
    } catch (error) {
      draw(<Offline error={error} onRetry={open} />)
      return
    }
    const { router, isPhone } = await openRouter()
    followSession(() => router.invalidate())
    draw(<Providers router={router} />)
    if (isPhone && import.meta.env.PROD)
      whenSettled(
        () => void keepVersion((path) => router.history.push(basePath + path)).catch(() => undefined),
      )
  }
  await open()
}
