import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { configuredAnchors } from '../crypto/anchors.ts'
import { sha256 } from '../crypto/cms.ts'
import { readStoreEnv } from '../env.ts'
import { openStorage } from '../integrations/storage/storage.ts'
import {
  checkFileConstancia,
  checkFileSeal,
  type Records as FileRecords,
  readIssuedConstancia,
} from '../lending/issued-files/checks/check-file.ts'
import type { SealedFile } from '../lending/issued-files/queries/find-issued-file.ts'
import { readRecords } from '../lending/issued-files/queries/verify-issued-file.ts'
import { openCommandDatabase } from './open-database.ts'

/** What this installation knows about a file; without a database only the anchors, and the file is checked all the same. */
interface Records extends FileRecords {
  /** Why the database was not queried. */
  failure?: string
}

interface Report {
  text: string
  good: boolean
}

const hashOf = (bytes: Uint8Array) => sha256(bytes).toString('hex')
const messageFrom = (error: unknown) => (error instanceof Error ? error.message : String(error))

async function lookUp(file: Buffer): Promise<Records> {
  const env = readStoreEnv()
  // A setting that cannot be read must not leave the signer unchecked.
  const anchors = await configuredAnchors(env)
  try {
    const { db, close } = await openCommandDatabase()
    return await readRecords({ db, env }, hashOf(file)).finally(close)
  } catch (error) {
    return { anchors, failure: messageFrom(error) }
  }
}

function textOf({ kind, folio, at, voided_at }: SealedFile): string {
  if (kind === 'signed_contract') return `the contract of ${folio}, signed at ${at}`
  return `the letter ${folio}, issued at ${at}${voided_at === null ? '' : `, void since ${voided_at}`}`
}

const signers = {
  lender: ' (the lender’s certificate)',
  lender_before: ' (an earlier certificate of the lender)',
  unknown: '',
} as const

/** The lines about the seal; their first word is the verdict. */
async function checkSealing(file: Buffer, records: Records): Promise<Report> {
  const check = await checkFileSeal(file, records)
  if (check.state === 'unsealed') return { text: 'unsealed: the file carries no seal', good: false }
  if (check.state === 'altered') return { text: `altered: ${check.why}`, good: false }
  const { subject, issuer, fingerprint, sealed_at, valid_from, valid_until, sealed_by } = check
  const issued = records.issued?.is_sealed ? records.issued : undefined
  const lines = [
    `intact: sealed by ${subject}${signers[sealed_by]}`,
    `sealed at ${sealed_at ?? 'an instant it does not name'}`,
    `certificate SHA-256 ${fingerprint}`,
    `issued by ${issuer}, valid from ${valid_from} to ${valid_until}`,
    ...(sealed_by === 'unknown' ? ['Compare it with the lender’s.'] : []),
    ...(issued === undefined ? [] : [textOf(issued)]),
  ]
  // A void letter is whole, but must not be relied on.
  return { text: lines.join('\n'), good: issued?.voided_at == null }
}

/** The constancia of a file: the one at `path`, otherwise the one that the server stores for it. */
async function readConstancia(path: string | undefined, { issued }: Records) {
  if (path !== undefined) return readFile(path)
  return issued?.is_sealed ? readIssuedConstancia(await openStorage(readStoreEnv()), issued) : undefined
}

const verdicts = {
  checked: 'good',
  unchecked: 'whole, but its signer was not checked, because CONSTANCIA_ANCHORS is not set',
  stand_in: 'whole, but of the bundled stand-in, accredited by nobody',
} as const

async function checkStamp(file: Buffer, path: string | undefined, records: Records): Promise<Report> {
  try {
    const check = await checkFileConstancia(file, records, () => readConstancia(path, records))
    if (check.state === 'none') return { text: 'constancia: none is known', good: true }
    if (check.state === 'bad') return { text: `constancia: bad, ${check.why}`, good: false }
    const { issuer, issued_at, policy, serial, fingerprint, trust } = check
    const lines = [
      `constancia: ${verdicts[trust]}; of this file at ${issued_at}`,
      `by ${issuer}, policy ${policy}, serial ${serial}`,
      `its certificate SHA-256 ${fingerprint}`,
    ]
    return { text: lines.join('\n'), good: true }
  } catch (error) {
    return { text: `constancia: bad, ${messageFrom(error)}`, good: false }
  }
}

function readArguments() {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { constancia: { type: 'string' } },
  })
  const [path, second] = positionals
  return { path, constancia: values.constancia ?? second }
}

/**
 * Prints whether a signed contract or a letter is intact, altered or unsealed, and whether its constancia is valid. Returns the
 * exit code.
 */
async function run(path: string, constancia: string | undefined): Promise<number> {
  const file = await readFile(path)
  const records = await lookUp(file)
  const results = [await checkSealing(file, records), await checkStamp(file, constancia, records)]
  const lines = results.map(({ text }) => text)
  if (records.failure !== undefined) lines.push(`The database was not asked: ${records.failure}`)
  process.stdout.write(`${lines.join('\n')}\n`)
  return results.every(({ good }) => good) ? 0 : 1
}

/** `npm run contract:verify -- FILE [--constancia FILE]`: exit code 0 intact, 1 not intact, 2 nothing to check. */
try {
  const { path, constancia } = readArguments()
  if (path === undefined) throw new Error('Usage: npm run contract:verify -- FILE [--constancia FILE]')
  process.exitCode = await run(path, constancia)
} catch (error) {
  process.stderr.write(`${messageFrom(error)}\n`)
  process.exitCode = 2
}
