import { MantineProvider } from '@mantine/core'
import { lazy, Suspense, useEffect } from 'react'
import { ErrorState } from '../components/message-state.tsx'
import { cssVariables, theme } from '../components/theme.ts'
import { stored } from '../lib/storage.ts'
import classes from './route-states.module.css'

const LastSeenPage = lazy(async () => ({
  default: (await import('../worker/offline/last-seen-page.tsx')).LastSeenPage,
}))

const again_ms = 15_000

interface OfflineProps {
  error: unknown
  onRetry: () => unknown
}

/** Retries when the network returns, when the page becomes visible, and every 15 s while it is visible. */
function useRetryWhenOnline(onRetry: () => unknown): void {
  useEffect(() => {
    const retry = () => void (document.hidden || onRetry())
    const timer = setInterval(retry, again_ms)
    window.addEventListener('online', retry)
    document.addEventListener('visibilitychange', retry)
    return () => {
      clearInterval(timer)
      window.removeEventListener('online', retry)
      document.removeEventListener('visibilitychange', retry)
    }
  }, [onRetry])
}

/** Shown while the stored session cannot be validated: a worker's last seen data if any, else the error. */
export function Offline({ error, onRetry }: OfflineProps) {
  useRetryWhenOnline(onRetry)
  const failure = (
    <main className={classes.center}>
      <ErrorState title="No pudimos abrir Quincena" error={error} onRetry={onRetry} />
    </main>
  )
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      {stored('last-seen') === null ? (
        failure
      ) : (
        <Suspense fallback={null}>
          <LastSeenPage onRetry={onRetry} />
        </Suspense>
      )}
    </MantineProvider>
  )
}
