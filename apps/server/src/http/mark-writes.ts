import { type App, isReading } from './access.ts'

/**
 * Calls `mark` for the session of every request that may have changed something, whatever its answer, before the answer
 * is sent: the caller's next request may reach another process. A failure is logged.
 */
export function markWrites(app: App, mark: (session_id: number) => Promise<void>): void {
  app.addHook('onSend', async ({ method, routeOptions, signedIn, log }) => {
    if (signedIn === undefined || isReading(method, routeOptions.config.reads)) return
    try {
      await mark(signedIn.session_id)
    } catch (error) {
      log.warn({ err: error }, 'a change is not marked, lists may show it late')
    }
  })
}
