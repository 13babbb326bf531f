import { store, stored } from './storage.ts'

const header = 'Session-Idle-Seconds'

/** Keeps, for all tabs, when the session ends without activity; each answer to a signed-in user says it. */
export function noteIdle(headers: Headers): void {
  const seconds = Number(headers.get(header) ?? Number.NaN)
  if (seconds > 0) store('idle-until', String(Date.now() + seconds * 1000))
}

/** When the session ends without activity, in milliseconds since the epoch; null while it is not known. */
export function idleUntil(): number | null {
  const until = Number(stored('idle-until') ?? Number.NaN)
  return until > 0 ? until : null
}
