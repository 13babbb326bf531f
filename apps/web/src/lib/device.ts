import { store, stored } from './storage.ts'

function drawn(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

let current: string | null = null

/** The random number by which the server knows this browser again; it outlives sessions, and is nobody's name. */
export function deviceNumber(): string {
  current ??= stored('device') ?? drawn()
  store('device', current)
  return current
}
