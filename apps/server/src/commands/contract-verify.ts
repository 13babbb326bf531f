import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { readEnv } from '../env.ts'
import { findSealedLoan } from '../features/contracts/queries.ts'
import { lenderFingerprint } from '../features/contracts/seal/certificate.ts'
import { type SealCheck, verifySeal } from '../features/contracts/seal/verify.ts'
import { openCommandDatabase } from './open-database.ts'

interface Known {
  /** Of the lender's certificate. */
  fingerprint: string | undefined
  /** Folio of the loan whose signed contract has exactly these bytes. */
  folio: string | undefined
}

/** What this installation knows of the file; nothing where there is no database: the seal is checked all the same. */
async function lookUp(file: Buffer): Promise<Known> {
  const opened = await openCommandDatabase().catch(() => undefined)
  if (opened === undefined) return { fingerprint: undefined, folio: undefined }
  try {
    const sha256 = createHash('sha256').update(file).digest('hex')
    const fingerprint = await lenderFingerprint({ db: opened.db, env: readEnv() })
    return { fingerprint, folio: await findSealedLoan(opened.db, sha256) }
  } finally {
    await opened.close()
  }
}

function describe(check: SealCheck, { fingerprint, folio }: Known): { text: string; good: boolean } {
  if (check.state === 'unsealed') return { text: 'unsealed: the file carries no seal', good: false }
  if (check.state === 'altered') return { text: `altered: ${check.why}`, good: false }
  const by = `by ${check.subject}\ncertificate SHA-256 ${check.fingerprint}`
  if (fingerprint === undefined)
    return { text: `intact: sealed ${by}\nCompare it with the lender's.`, good: true }
  if (fingerprint !== check.fingerprint)
    return { text: `altered: whole, but sealed by somebody else, ${by}`, good: false }
  return {
    text: `intact: sealed ${by} (the lender's)${folio === undefined ? '' : `\nthe contract of ${folio}`}`,
    good: true,
  }
}

/** `npm run contract:verify FILE`: tells intact, altered or unsealed; exit 1 unless intact. */
async function run(path: string | undefined) {
  if (path === undefined) {
    process.stderr.write('Usage: npm run contract:verify FILE\n')
    return 2
  }
  const file = await readFile(path)
  const check = await verifySeal(file)
  const { text, good } = describe(
    check,
    check.state === 'intact' ? await lookUp(file) : { fingerprint: undefined, folio: undefined },
  )
  process.stdout.write(`${text}\n`)
  return good ? 0 : 1
}

process.exitCode = await run(process.argv[2])
