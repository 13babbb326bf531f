import { readFile } from 'node:fs/promises'
import type { Env } from '../env.ts'
import type { KeyStore, P12 } from './p12.ts'

export type SealSettings = Pick<Env, 'contract_p12' | 'contract_p12_passphrase'>

/** Decodes base64 of a PKCS #12 file: an ASN.1 sequence of some thousand bytes, so a path cannot be mistaken for it. */
function fromBase64(text: string): Buffer | undefined {
  if (!/^[A-Za-z0-9+/=\s]{500,}$/.test(text)) return undefined
  const bytes = Buffer.from(text, 'base64')
  return bytes[0] === 0x30 ? bytes : undefined
}

/**
 * The PKCS #12 store of CONTRACT_P12, which is a path or the file itself in base64; undefined if the setting is absent.
 * Throws the file system's error if it is neither.
 */
export async function configuredP12({
  contract_p12,
  contract_p12_passphrase,
}: SealSettings): Promise<P12 | undefined> {
  if (contract_p12 === undefined) return undefined
  const bytes = fromBase64(contract_p12) ?? (await readFile(contract_p12))
  return { p12: bytes.toString('base64'), passphrase: contract_p12_passphrase ?? '' }
}

/** Why a certificate cannot seal at `now`; null if it can. */
export function sealerProblem(
  { valid_from, valid_until }: Pick<KeyStore, 'valid_from' | 'valid_until'>,
  now: Temporal.Instant,
): 'expired' | 'not yet valid' | null {
  if (Temporal.Instant.compare(now, valid_until) > 0) return 'expired'
  return Temporal.Instant.compare(now, valid_from) < 0 ? 'not yet valid' : null
}
