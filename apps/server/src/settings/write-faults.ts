import { SettingsError } from './settings-error.ts'

/** Writes one line per fault to the standard error; answers the exit code. Throws again what is no `SettingsError`. */
export function writeFaults(error: unknown): number {
  if (!(error instanceof SettingsError)) throw error
  process.stderr.write(`${error.faults.join('\n')}\n`)
  return error.exit_code
}
