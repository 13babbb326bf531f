import { inspect } from 'node:util'
import { SettingsError } from './settings-error.ts'

/**
 * Writes to the standard error one line per fault of a `SettingsError`, and any other error with its stack. Answers the
 * exit code.
 */
export function writeFaults(error: unknown): number {
  const isOfSettings = error instanceof SettingsError
  process.stderr.write(`${isOfSettings ? error.faults.join('\n') : inspect(error)}\n`)
  return isOfSettings ? error.exit_code : 1
}
