import { api, noContent } from './api.ts'
import { ApiError } from './api-error.ts'
import { store, stored } from './storage.ts'

/** Only the server can remove the cookie, so whatever is not its answer about the session is no answer. */
const isOver = (error: unknown) => error instanceof ApiError && error.status === 401

async function sendPending(): Promise<void> {
  const session = stored('leaving')
  if (session === null) return
  try {
    await api.post(noContent, '/auth/logout', { session })
  } catch (error) {
    if (!isOver(error)) return
  }
  if (stored('leaving') === session) forgetLogout()
}

let last = Promise.resolve()

/**
 * Sends the logout that has no definite answer yet, one call after another. Until then the cookie of that session stays
 * in the browser, so a sign-in waits for it.
 */
export function retryLogout(): Promise<void> {
  last = last.then(sendPending)
  return last
}

/** Logs a session out on the server, by its number: only the server can remove its cookie. `retryLogout` repeats it. */
export function sendLogout(session: string): Promise<void> {
  store('leaving', session)
  return retryLogout()
}

/** Forgets the logout without an answer; a sign-in replaces its cookie, and the server then ends its session. */
export function forgetLogout(): void {
  store('leaving', null)
}
