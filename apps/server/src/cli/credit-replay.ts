import { readFile } from 'node:fs/promises'
import { creditHistories, replayHistory } from '@quincena/domain/loans/credit-history'
import { z } from 'zod'
import { runCommand } from './run-cli.ts'

function parseJson(path: string, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new Error(`${path} is not JSON: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Reads the histories of a file. Throws an error of one line if it is no file, no JSON or no array of histories. */
async function readHistories(path: string) {
  const parsed = creditHistories.safeParse(parseJson(path, await readFile(path, 'utf8')))
  if (parsed.success) return parsed.data
  const [first] = parsed.error.issues
  throw new Error(`${path}: ${z.core.toDotPath(first?.path ?? [])}: ${first?.message}`)
}

/**
 * `npm run -s credit:replay -- FILE`: replays credits from their terms and payments, and prints the array with every
 * figure in centavos (lending.md §8), one history per line. It needs no database and no settings.
 */
await runCommand(async () => {
  const [path, ...others] = process.argv.slice(2)
  if (path === undefined || others.length > 0) throw new Error('Usage: npm run -s credit:replay -- FILE')
  const histories = await readHistories(path)
  const lines = histories.map((history) => JSON.stringify(replayHistory(history)))
  process.stdout.write(lines.length === 0 ? '[]\n' : `[\n${lines.join(',\n')}\n]\n`)
  return 0
})
