import { MantineProvider } from '@mantine/core'
import { lazy, Suspense, useEffect } from 'react'
import { ErrorState } from '../components/message-state.tsx'
import { cssVariables, theme } from '../components/theme.ts'
import { productName } from '../lib/brand.ts'
import { stored } from '../lib/storage.ts'
import classes from './route-states.module.css'

const LastSeenPage = lazy(async () => ({
  default: (await import('../worker/offline/last-seen-page.tsx')).LastSeenPage,
}))

/** The first waits are short because the event often comes before the first packet can leave. */
const retryDelays_ms = [1000, 2000, 4000, 8000]
const again_ms = 15_000

interface OfflineProps {
  error: unknown
  onRetry: () => unknown
}

/**
 * Retries at once when the network returns or the page becomes visible, and then after 1, 2, 4 and 8 s, later every
 * 15 s, while it is visible. A retry does not wait for the one before it, which may hang on a dead connection.
 */
function useRetryWhenOnline(onRetry: () => unknown): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const retry = () => void (document.hidden || onRetry())
    const retryAfter = ([delay_ms = again_ms, ...later]: readonly number[]) => {
      timer = setTimeout(() => {
        retry()
        retryAfter(later)
      }, delay_ms)
    }
    const retryNow = () => {
      clearTimeout(timer)
      retry()
      retryAfter(retryDelays_ms)
    }
    retryAfter(retryDelays_ms)
    window.addEventListener('online', retryNow)
    document.addEventListener('visibilitychange', retryNow)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', retryNow)
      document.removeEventListener('visibilitychange', retryNow)
    }
  }, [onRetry])
}

/** Shown while the stored session cannot be validated: a worker's last seen data if any, else the error. */
export function Offline({ error, onRetry }: OfflineProps) {
  useRetryWhenOnline(onRetry)
  const failure = (
    <main className={classes.center}>
      <ErrorState title={`No pudimos abrir ${productName()}`} error={error} onRetry={onRetry} />
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
