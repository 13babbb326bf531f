import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { BRAND_FILE, readBrandFile } from '@quincena/domain/brand/file'
import { LOGO_LIMIT_BYTES } from '@quincena/domain/brand/schema'
import { messages } from '@quincena/domain/messages'
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
import type { ImportedBrand } from '../platform/brand/commands/import-brand.ts'
import { type ReadLogo, readLogo } from '../platform/brand/rules.ts'
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

/** The picture of a brand's logo, or what is wrong with it. */
async function readLogoOf(folder: string, name: string): Promise<ReadLogo | { problem: string }> {
  try {
    const file = await readFile(join(folder, name))
    if (file.length > LOGO_LIMIT_BYTES) return { problem: messages['logo.too_large'] }
    return readLogo(file)
  } catch (error) {
    return { problem: error instanceof AppError ? error.detail : String(error) }
  }
}

/** The brand of a folder with its logo, or its problems; undefined if the folder has none. */
async function readBrandOf(
  folder: string,
  names: readonly string[],
): Promise<{ brand: ImportedBrand } | { problems: string[] } | undefined> {
  if (!names.includes(BRAND_FILE)) return undefined
  const json = parseJson(await readFile(join(folder, BRAND_FILE), 'utf8'))
  if ('fault' in json) return { problems: [`${BRAND_FILE}: ${json.fault}`] }
  const read = readBrandFile(json.value)
  if ('problems' in read)
    return {
      problems: read.problems.map(({ place, message }) => `${BRAND_FILE}: ${place || '/'}: ${message}`),
    }
  const { effective_date, summary, logo: file, ...content } = read.brand
  const logo = file === null ? null : await readLogoOf(folder, file)
  if (logo !== null && 'problem' in logo) return { problems: [`${file}: ${logo.problem}`] }
  return { brand: { effective_date, summary, content, logo } }
}

async function readFolder(folder: string) {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort()
  if (names.length === 0) throw new Error(`${folder} has no .json files`)
  const ofTexts = names.filter((name) => name !== BRAND_FILE)
  const files = await Promise.all(ofTexts.map((name) => readFileOf(folder, name)))
  const brand = await readBrandOf(folder, names)
  const problems = [...files, brand ?? {}].flatMap((file) => ('problems' in file ? file.problems : []))
  if (problems.length > 0) throw new Error(problems.join('\n'))
  return {
    texts: files.flatMap((file) => ('text' in file ? [file.text] : [])),
    ...(brand !== undefined && 'brand' in brand && { brand: brand.brand }),
  }
}

/** The lines of a refusal: each place with its texts. */
function faultLines({ document, refusal }: ImportFault): string {
  if (refusal.code === 'text.draft_changed' || refusal.code === 'brand.draft_changed')
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
 * `npm run texts:import -- FOLDER`: makes the texts of FOLDER/<document>.json drafts, and the brand of
 * FOLDER/brand.json with its logo, all or none; `--replace` overwrites drafts that are there. Before the first payout `--publish` makes them versions. It may run beside a server.
 */
await runCommand(async () => {
  z.config(spanish)
  const { folder, ...options } = readArguments()
  const files = await readFolder(folder)
  const secrets = { audit_keys: loadAuditKeys(readStoreEnv()) }
  const { db, close } = await openCommandDatabase()
  try {
    // Open screens read the drafts again when somebody uses them.
    const deps = { db, clock: systemClock, secrets, events: { publish: async () => undefined } }
    await beginAuditKeys(deps)
    // Else a document that gets a version before the first start would never get the text of the program.
    await insertShippedTexts(deps)
    const outcomes = await importTexts(deps, files, options)
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
