import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { spanish } from '@quincena/domain/spanish'
import { readTextFile, type TextFile } from '@quincena/domain/texts/file'
import { z } from 'zod'
import { systemClock } from '../command/clock.ts'
import { AppError } from '../command/errors.ts'
import { loadAuditKeys } from '../config/audit-keys.ts'
import { readStoreEnv } from '../env.ts'
import { ImportFault, importTexts } from '../people/texts/commands/import-texts.ts'
import { insertShippedTexts } from '../people/texts/commands/insert-shipped.ts'
import { beginAuditKeys } from '../platform/audit/commands/begin-keys.ts'
import { openCommandDatabase } from './open-database.ts'
import { runCommand } from './run-cli.ts'

const usage = 'Usage: npm run texts:import -- FOLDER [--publish] [--replace]'

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { publish: { type: 'boolean' }, replace: { type: 'boolean' } },
  })
  const [folder, ...others] = positionals
  if (folder === undefined || others.length > 0) throw new Error(usage)
  return { folder, publishes: values.publish === true, replaces: values.replace === true }
}

function parseJson(text: string): { value: unknown } | { fault: string } {
  try {
    return { value: JSON.parse(text) }
  } catch (error) {
    return { fault: error instanceof Error ? error.message : String(error) }
  }
}

/** The text of a file, or its problems, one line each with the file and the place. */
async function readFileOf(
  folder: string,
  name: string,
): Promise<{ text: TextFile } | { problems: string[] }> {
  const json = parseJson(await readFile(join(folder, name), 'utf8'))
  if ('fault' in json) return { problems: [`${name}: ${json.fault}`] }
  const read = readTextFile(json.value)
  if ('problems' in read)
    return { problems: read.problems.map(({ place, message }) => `${name}: ${place || '/'}: ${message}`) }
  const wanted = `${read.text.document}.json`
  return name === wanted ? read : { problems: [`${name}: document: the file must be named ${wanted}`] }
}

async function readFolder(folder: string): Promise<TextFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort()
  if (names.length === 0) throw new Error(`${folder} has no .json files`)
  const files = await Promise.all(names.map((name) => readFileOf(folder, name)))
  const problems = files.flatMap((file) => ('problems' in file ? file.problems : []))
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return files.flatMap((file) => ('text' in file ? [file.text] : []))
}

/** The lines of a refusal: each place with its texts. */
function faultLines({ document, refusal }: ImportFault): string {
  if (refusal.code === 'text.draft_changed')
    return `${document}.json: there is another draft of it; --replace overwrites it`
  const errors = Object.entries(refusal.errors ?? {})
  if (errors.length === 0) return `${document}.json: ${refusal.detail}`
  return errors.map(([place, texts]) => `${document}.json: ${place}: ${texts.join(' ')}`).join('\n')
}

const results = {
  unchanged: 'is in force already',
  draft: 'is the draft now',
  version: 'is published',
} as const

/**
 * `npm run texts:import -- FOLDER`: makes the texts of FOLDER/<document>.json drafts, all or none; `--replace` overwrites
 * drafts that are there. Before the first payout `--publish` makes them versions. It may run beside a server.
 */
await runCommand(async () => {
  z.config(spanish)
  const { folder, ...options } = readArguments()
  const texts = await readFolder(folder)
  const secrets = { audit_keys: loadAuditKeys(readStoreEnv()) }
  const { db, close } = await openCommandDatabase()
  try {
    // Open screens read the drafts again when somebody uses them.
    const deps = { db, clock: systemClock, secrets, events: { publish: async () => undefined } }
    await beginAuditKeys(deps)
    // Else a document that gets a version before the first start would never get the text of the program.
    await insertShippedTexts(deps)
    const outcomes = await importTexts(deps, texts, options)
    for (const { document, outcome } of outcomes)
      process.stdout.write(`${document}.json ${results[outcome]}\n`)
    return 0
  } catch (error) {
    if (error instanceof ImportFault) throw new Error(faultLines(error))
    throw error instanceof AppError ? new Error(error.detail) : error
  } finally {
    await close()
  }
})
