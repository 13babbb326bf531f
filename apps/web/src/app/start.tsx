import './mantine.css'
import '../components/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { z } from 'zod'
import { keepFresh } from '../lib/events.ts'
import { queryClient } from '../lib/query-client.ts'
import { currentSession, onSessionChange } from '../lib/session.ts'
import { restoreSession } from '../lib/sign-in.ts'
import { Offline } from './offline.tsx'
import { Providers } from './providers.tsx'
import { router } from './router.tsx'

z.config(z.locales.es())

/** Leads people where they belong whenever they come or go; a guest's cache holds nothing of the last person. */
function followSession(): void {
  let wasGuest = currentSession().state === 'guest'
  onSessionChange(() => {
    const isGuest = currentSession().state === 'guest'
    if (isGuest === wasGuest) return
    wasGuest = isGuest
    // The screens go first: a cache emptied under them would be asked for again, without a session.
    void router.invalidate().then(() => {
      if (isGuest) queryClient.clear()
    })
  })
}

/** Validates the stored session, then shows the app; without a server it says so and offers to try again. */
export async function start(container: HTMLElement): Promise<void> {
  const root = createRoot(container)
  const open = async (): Promise<void> => {
    try {
      await restoreSession()
    } catch (error) {
      root.render(<Offline error={error} onRetry={open} />)
      return
    }
    followSession()
    keepFresh(queryClient)
    root.render(
      <StrictMode>
        <Providers />
      </StrictMode>,
    )
  }
  await open()
}
