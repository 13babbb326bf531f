import { api, noContent } from './api.ts'
import { ApiError } from './api-error.ts'
import { store, stored } from './storage.ts'

const separator = ' '
const untold = (): string[] => stored('leaving')?.split(separator) ?? []

function keepUntold(tokens: readonly string[]): void {
  store('leaving', tokens.length === 0 ? null : tokens.join(separator))
}

/** True if the logout must be repeated: no answer, 429 or 5xx. Any other answer means that the session is over. */
const isToBeTold = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500)

/** Logs a session out on the server. The token stays in the list that `tellUntold` retries until a definite answer. */
export async function tellOfEnd(token: string): Promise<void> {
  const others = () => untold().filter((kept) => kept !== token)
  keepUntold([...others(), token])
  try {
    await api.post(noContent, '/auth/logout', { token })
    keepUntold(others())
  } catch (error) {
    if (!isToBeTold(error)) keepUntold(others())
  }
}

/** Retries the logouts that have no definite answer yet. */
export async function tellUntold(): Promise<void> {
  await Promise.all(untold().map(tellOfEnd))
}
