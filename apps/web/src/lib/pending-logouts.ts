import { api, noContent } from './api.ts'
import { ApiError } from './api-error.ts'
import { store, stored } from './storage.ts'

const separator = ' '
const pendingTokens = (): string[] => stored('leaving')?.split(separator) ?? []

function storePending(tokens: readonly string[]): void {
  store('leaving', tokens.length === 0 ? null : tokens.join(separator))
}

/** True if the logout must be repeated: no answer, 429 or 5xx. Any other answer means that the session is over. */
const mustRetry = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500)

/** Logs a session out on the server. `retryLogouts` repeats it until a definite answer. */
export async function sendLogout(token: string): Promise<void> {
  const otherTokens = () => pendingTokens().filter((pending) => pending !== token)
  storePending([...otherTokens(), token])
  try {
    await api.post(noContent, '/auth/logout', { token })
    storePending(otherTokens())
  } catch (error) {
    if (!mustRetry(error)) storePending(otherTokens())
  }
}

/** Retries the logouts that have no definite answer yet. */
export async function retryLogouts(): Promise<void> {
  await Promise.all(pendingTokens().map(sendLogout))
}
