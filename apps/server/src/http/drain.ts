import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from './access.ts'

/** How a process stops taking requests before it closes. */
export interface Drain {
  readonly isDraining: boolean
  /**
   * From now on `/readyz` is 503 and answers close their connections, so that proxies send the next request elsewhere.
   * Resolves after the delay, or earlier by `hurry`.
   */
  begin: (delay_ms: number) => Promise<void>
  hurry: () => void
}

export function createDrain(): Drain {
  const delay = new AbortController()
  let isDraining = false
  return {
    get isDraining() {
      return isDraining
    },
    async begin(delay_ms) {
      isDraining = true
      await sleep(delay_ms, undefined, { signal: delay.signal }).catch(() => undefined)
    },
    hurry: () => delay.abort(),
  }
}

/** Asks clients and proxies to close a connection with its next answer once the process drains. */
export function closeConnectionsOf(app: App, drain: Drain) {
  app.addHook('onSend', async (_request, reply) => {
    if (drain.isDraining) reply.header('connection', 'close')
  })
}
