import { inspect } from 'node:util'
import { SettingsError } from './settings-error.ts'

/**
 * Writes a `SettingsError` to the standard error, one line per fault, and any other error with its stack. Returns the
 * exit code.
 */
export function writeFaults(error: unknown): number {
  const isOfSettings = error instanceof SettingsError
  process.stderr.write(`${isOfSettings ? error.faults.join('\n') : inspect(error)}\n`)
  return isOfSettings ? error.exit_code : 1
}
