import { api, noContent } from './api.ts'
import { ApiError } from './api-error.ts'
import { store, stored } from './storage.ts'

const separator = ' '
const untold = (): string[] => stored('leaving')?.split(separator) ?? []

function keepUntold(tokens: readonly string[]): void {
  store('leaving', tokens.length === 0 ? null : tokens.join(separator))
}

/** The server did not hear it, or not now; whatever else it answers, the session is no more. */
const isToBeTold = (error: unknown) =>
  error instanceof ApiError && (error.status === 0 || error.status === 429 || error.status >= 500)

/** Tells the server that a session ended here. Until it has heard it, however slowly, that is kept for `tellUntold`. */
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

/** Tells the server of the sessions that ended here while it could not be reached. */
export async function tellUntold(): Promise<void> {
  await Promise.all(untold().map(tellOfEnd))
}
