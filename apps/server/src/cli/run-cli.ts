import { makeFilesPrivate } from '../config/data-dir.ts'
import { SettingsError } from '../config/settings-error.ts'
import { writeFaults } from '../config/write-faults.ts'

/** A command line that the program does not understand, in one line of plain words. */
export class UsageError extends Error {}

/** EX_USAGE of sysexits.h. */
const wrongUsage = 64

/**
 * Runs a command whose result is its exit code. Wrong settings print one line per fault with exit code 78 (69 if the
 * database does not answer), a `UsageError` one with 64; any other error prints one line with exit code 1. Files that the command creates are
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
      process.exitCode = error instanceof UsageError ? wrongUsage : 1
    }
  }
}
