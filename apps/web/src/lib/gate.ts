const gateCodes = ['factor_missing', 'password_temporary']

let refresh: (() => Promise<void>) | null = null
let isRunning = false

/** Registers what fetches the own user again, so that the app shows the gate that the server asks for. */
export function onGateNeeded(refreshOwnUser: () => Promise<void>): void {
  refresh = refreshOwnUser
}

async function refreshOnce(refreshOwnUser: () => Promise<void>): Promise<void> {
  isRunning = true
  await refreshOwnUser().catch(() => undefined) // the next refused call tries again
  isRunning = false
}

/** Fetches the own user again, once for calls at the same time, if the server refused a call before its gate. */
export function noteGate(code: string): void {
  if (refresh !== null && !isRunning && gateCodes.includes(code)) void refreshOnce(refresh)
}
