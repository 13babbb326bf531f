import { makeFilesPrivate } from '../config/data-dir.ts'
import { SettingsError } from '../config/settings-error.ts'
import { writeFaults } from '../config/write-faults.ts'

/**
 * Runs a command whose result is its exit code. Wrong settings print one line per fault with exit code 78 (69 if the
 * database does not answer); any other error prints one line with exit code 1. Files that the command creates are
 * private.
 */
export async function runCommand(work: () => Promise<number>) {
  makeFilesPrivate()
  try {
    process.exitCode = await work()
  } catch (error) {
    if (error instanceof SettingsError) process.exitCode = writeFaults(error)
    else {
      process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
      process.exitCode = 1
    }
  }
}
