import { maskFolio } from '@quincena/domain/issued-files/rules'
import type { FileVerification, IssuedFile as IssuedFileFacts } from '@quincena/domain/issued-files/schema'
import { configuredAnchors } from '../../../crypto/anchors.ts'
import { sha256 as digest } from '../../../crypto/cms.ts'
import type { Deps } from '../../../deps.ts'
import { standInFingerprint } from '../../contracts/seal/constancias.ts'
import { lenderFingerprint } from '../../contracts/seal/sealer.ts'
import {
  checkFileConstancia,
  checkFileSeal,
  type FileConstancia,
  type Records,
  readIssuedConstancia,
} from '../checks/check-file.ts'
import { findIssuedFile, type IssuedFile, type SealedFile } from './find-issued-file.ts'

type Source = Pick<Deps, 'db' | 'env' | 'storage'>

/** What this installation knows of the file with this SHA-256, for the checks of it. */
export async function readRecords(
  { db, env }: Pick<Source, 'db'> & { env: Parameters<typeof lenderFingerprint>[0]['env'] & AnchorEnv },
  sha256: string,
): Promise<Records> {
  return {
    lender: await lenderFingerprint({ db, env }),
    stand_in: await standInFingerprint(db),
    anchors: await configuredAnchors(env),
    issued: await findIssuedFile(db, sha256),
  }
}
type AnchorEnv = Parameters<typeof configuredAnchors>[0]

function constanciaFacts(check: FileConstancia): IssuedFileFacts['constancia'] {
  if (check.state === 'none') return null
  if (check.state === 'bad') return { state: 'not_valid' }
  const { issued_at, issuer, trust } = check
  return { issued_at, issuer, state: trust === 'checked' ? 'valid' : trust }
}

/** Reads the stored file and checks it as `contract:verify` does. Throws if it is not the one that was issued. */
async function checkStored({ storage }: Source, issued: SealedFile, { sha256, ...records }: Checked) {
  const bytes = await storage.get(issued.storage_key ?? '')
  if (digest(bytes).toString('hex') !== sha256)
    throw new Error(`The stored file ${issued.folio} is not the one that was issued`)
  const seal = await checkFileSeal(bytes, records)
  if (seal.state !== 'intact') throw new Error(`The stored file ${issued.folio} has no intact seal`)
  const { subject, issuer, valid_from, valid_until, sealed_at } = seal
  const constancia = await checkFileConstancia(bytes, records, () => readIssuedConstancia(storage, issued))
  return {
    seal: { subject, issuer, valid_from, valid_until, sealed_at },
    constancia: constanciaFacts(constancia),
  }
}
type Checked = Records & { sha256: string }

const datesOf = ({ kind, at }: IssuedFile) =>
  kind === 'signed_contract' ? { signed_at: at, issued_at: null } : { signed_at: null, issued_at: at }

/**
 * Says whether the lender issued the file with this SHA-256 (hex), and what its seal and its constancia prove. States
 * nothing beyond what the file itself says, with the folio masked: a hash cannot be guessed, so who has it had the file.
 */
export async function verifyIssuedFile(source: Source, sha256: string): Promise<FileVerification> {
  const records = await readRecords(source, sha256)
  const { issued } = records
  if (issued === undefined) return { found: false }
  const { kind, state, folio } = issued
  const checked = issued.is_sealed
    ? await checkStored(source, issued, { ...records, sha256 })
    : { seal: null, constancia: null }
  return { found: true, kind, state, folio: maskFolio(folio), ...datesOf(issued), ...checked }
}
