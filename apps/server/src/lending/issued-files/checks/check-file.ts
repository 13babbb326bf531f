import type { X509Certificate } from 'node:crypto'
import { sha256 } from '../../../crypto/cms.ts'
import { checkConstancia } from '../../../integrations/constancia/check.ts'
import { type Constancia, ConstanciaError } from '../../../integrations/constancia/constancia.ts'
import { type SealCheck, verifySeal } from '../../contracts/seal/verify.ts'
import type { IssuedFile } from '../queries/find-issued-file.ts'

/** What this installation knows of a file beside its bytes; all of it may be missing. */
export interface Records {
  /** Fingerprint of the lender's certificate. */
  lender?: string | undefined
  /** Fingerprint of the bundled authority's certificate. */
  stand_in?: string | undefined
  anchors?: readonly X509Certificate[] | undefined
  issued?: IssuedFile | undefined
}

type Intact = Extract<SealCheck, { state: 'intact' }>

/**
 * The seal of a file. `sealed_by`: with the lender's certificate, with an earlier one of the lender (the records have the
 * file), or by somebody that this installation cannot name.
 */
export type FileSeal =
  | (Intact & { sealed_by: 'lender' | 'lender_before' | 'unknown' })
  | { state: 'altered'; why: string }
  | { state: 'unsealed' }

/**
 * The constancia of a file. `trust`: its signer leads to a configured anchor; nobody checked that; or it is the bundled
 * stand-in's, accredited by nobody.
 */
export type FileConstancia =
  | (Omit<Constancia, 'bytes' | 'chain'> & { state: 'good'; trust: 'checked' | 'unchecked' | 'stand_in' })
  | { state: 'bad'; why: string }
  | { state: 'none' }

/** Checks the seal of a file, and whose it is. A whole file of another certificate counts as altered. */
export async function checkFileSeal(file: Uint8Array, { lender, issued }: Records): Promise<FileSeal> {
  const check = await verifySeal(file)
  if (check.state !== 'intact') return check
  if (check.fingerprint === lender) return { ...check, sealed_by: 'lender' }
  if (issued?.is_sealed) return { ...check, sealed_by: 'lender_before' }
  if (lender !== undefined)
    return { state: 'altered', why: `whole, but sealed by somebody else, by ${check.subject}` }
  return { ...check, sealed_by: 'unknown' }
}

/** A stand-in's signer leads to no anchor: it is named instead. */
async function checkSigner(bytes: Uint8Array, hash: string, { stand_in, anchors }: Records) {
  const { bytes: _, chain: __, ...facts } = await checkConstancia(bytes, { sha256: hash })
  if (facts.fingerprint === stand_in) return { ...facts, trust: 'stand_in' as const }
  const { chain: trust } = await checkConstancia(bytes, { sha256: hash, anchors })
  return { ...facts, trust }
}

/**
 * Checks the constancia that `read` returns against the file, and who signed it. Errors of `read` that are no
 * `ConstanciaError` are thrown: a storage that does not answer says nothing about the constancia.
 */
export async function checkFileConstancia(
  file: Uint8Array,
  records: Records,
  read: () => Promise<Uint8Array | undefined>,
): Promise<FileConstancia> {
  try {
    const bytes = await read()
    if (bytes === undefined) return { state: 'none' }
    return { state: 'good', ...(await checkSigner(bytes, sha256(file).toString('hex'), records)) }
  } catch (error) {
    if (!(error instanceof ConstanciaError)) throw error
    return { state: 'bad', why: error.message }
  }
}

interface Storage {
  get: (key: string) => Promise<Uint8Array>
}

/**
 * Reads the constancia that the records name; undefined if they name none. Throws `ConstanciaError` if the stored file
 * is another one.
 */
export async function readIssuedConstancia(
  storage: Storage,
  issued: IssuedFile | undefined,
): Promise<Uint8Array | undefined> {
  if (!issued?.is_sealed || issued.constancia_storage_key === null) return undefined
  const bytes = await storage.get(issued.constancia_storage_key)
  if (sha256(bytes).toString('hex') !== issued.constancia_sha256)
    throw new ConstanciaError('what is stored is not what was issued')
  return bytes
}
