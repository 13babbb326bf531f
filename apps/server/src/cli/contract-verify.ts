import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { sha256 } from '../crypto/cms.ts'
import type { Db } from '../db/types.ts'
import { readStoreEnv } from '../env.ts'
import { checkConstancia } from '../integrations/constancia/check.ts'
import { openStorage } from '../integrations/storage/storage.ts'
import { findSealedContract } from '../lending/contracts/queries/contracts.ts'
import { standInFingerprint } from '../lending/contracts/seal/constancias.ts'
import { lenderFingerprint } from '../lending/contracts/seal/sealer.ts'
import { type SealCheck, verifySeal } from '../lending/contracts/seal/verify.ts'
import { findSealedLetter } from '../lending/letters/queries/letters.ts'
import { openCommandDatabase } from './open-database.ts'

/** What this installation knows about a file; without a database it is empty, and the file is checked all the same. */
interface Records {
  /** Why the database was not queried. */
  failure?: string
  /** Fingerprint of the lender's certificate. */
  lender?: string | undefined
  /** Fingerprint of the bundled authority's certificate. */
  stand_in?: string | undefined
  contract?: Awaited<ReturnType<typeof findSealedContract>>
  letter?: Awaited<ReturnType<typeof findSealedLetter>>
}

interface Report {
  text: string
  good: boolean
}

const hashOf = (bytes: Uint8Array) => sha256(bytes).toString('hex')
const messageFrom = (error: unknown) => (error instanceof Error ? error.message : String(error))

async function readRecords(db: Db, env: ReturnType<typeof readStoreEnv>, file: Buffer): Promise<Records> {
  return {
    lender: await lenderFingerprint({ db, env }),
    stand_in: await standInFingerprint(db),
    contract: await findSealedContract(db, hashOf(file)),
    letter: await findSealedLetter(db, hashOf(file)),
  }
}

async function lookUp(file: Buffer): Promise<Records> {
  try {
    const { db, close } = await openCommandDatabase()
    return await readRecords(db, readStoreEnv(), file).finally(close)
  } catch (error) {
    return { failure: messageFrom(error) }
  }
}

const letterText = ({ folio, created_at, voided_at }: NonNullable<Records['letter']>) =>
  `the letter ${folio}, issued at ${created_at}${voided_at === null ? '' : `, void since ${voided_at}`}`

/** The lines about the seal; their first word is the verdict. */
function checkSealing(check: SealCheck, { lender, contract, letter }: Records): Report {
  if (check.state === 'unsealed') return { text: 'unsealed: the file carries no seal', good: false }
  if (check.state === 'altered') return { text: `altered: ${check.why}`, good: false }
  const { subject, fingerprint, sealed_at } = check
  const by = `by ${subject}${fingerprint === lender ? ' (the lender’s certificate)' : ''}`
  if (lender !== undefined && fingerprint !== lender)
    return { text: `altered: whole, but sealed by somebody else, ${by}`, good: false }
  const lines = [
    `intact: sealed ${by}`,
    `sealed at ${sealed_at ?? 'an instant it does not name'}`,
    `certificate SHA-256 ${fingerprint}`,
    ...(lender === undefined ? ['Compare it with the lender’s.'] : []),
    ...(contract === undefined
      ? []
      : [`the contract of ${contract.folio}, signed at ${contract.accepted_at}`]),
    ...(letter === undefined ? [] : [letterText(letter)]),
  ]
  // A void letter is whole, but must not be relied on.
  return { text: lines.join('\n'), good: letter?.voided_at == null }
}

/** The constancia of a file: the one at `path`, otherwise the one that the server stores for it. */
async function readConstancia(
  path: string | undefined,
  { contract, letter }: Records,
): Promise<Uint8Array | undefined> {
  if (path !== undefined) return readFile(path)
  const sealed = contract ?? letter
  if (sealed?.constancia_storage_key == null) return undefined
  const storage = await openStorage(readStoreEnv())
  const bytes = await storage.get(sealed.constancia_storage_key)
  if (hashOf(bytes) !== sealed.constancia_sha256) throw new Error('what is stored is not what was issued')
  return bytes
}

async function checkStamp(file: Buffer, path: string | undefined, records: Records): Promise<Report> {
  try {
    const bytes = await readConstancia(path, records)
    if (bytes === undefined) return { text: 'constancia: none is known', good: true }
    const { issuer, issued_at, policy, serial, fingerprint } = await checkConstancia(bytes, {
      sha256: hashOf(file),
    })
    const authority = fingerprint === records.stand_in ? ' (the bundled stand-in, accredited by nobody)' : ''
    const lines = [
      `constancia: good, of this file at ${issued_at}`,
      `by ${issuer}${authority}, policy ${policy}, serial ${serial}`,
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
  const check = await verifySeal(file)
  const records = await lookUp(file)
  const results = [checkSealing(check, records), await checkStamp(file, constancia, records)]
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
