import { store, stored } from './storage.ts'

function createDeviceNumber(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

let current: string | null = null

/** The random id by which the server recognizes this browser; it outlives sessions and identifies no person. */
export function deviceNumber(): string {
  current ??= stored('device') ?? createDeviceNumber()
  store('device', current)
  return current
}
