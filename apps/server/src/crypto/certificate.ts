import { readFile } from 'node:fs/promises'
import type { Deps } from '../command/deps.ts'
import { AppError } from '../command/errors.ts'
import type { Env } from '../env.ts'
import { type KeyStore, makeP12, openP12, type P12, type Purpose } from './p12.ts'

/** What the certificate functions need of `Deps`. */
export type Source = Pick<Deps, 'db' | 'env' | 'clock'>

type SealSettings = Pick<Env, 'contract_p12' | 'contract_p12_passphrase'>

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

type Setting = 'contract_p12' | 'constancia_p12'

/** Reads a store that the server generated; undefined before its first use. */
export async function keptP12(db: Source['db'], name: Setting): Promise<P12 | undefined> {
  const kept = await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst()
  // Only `keepP12` writes it.
  return kept?.value as P12 | undefined
}

interface Wish {
  setting: Setting
  subject: string
  purpose: Purpose
}

/** Generates and saves a store at its first use. All processes share it: the first one written is returned to each. */
export async function keepP12({ db, clock }: Source, { setting, subject, purpose }: Wish): Promise<P12> {
  const made = await makeP12({ name: subject, purpose, now: new Date(clock().epochMilliseconds) })
  await db
    .insertInto('setting')
    .values({ name: setting, value: JSON.stringify(made) })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  return (await keptP12(db, setting)) ?? made
}

async function openSealer(source: Source): Promise<KeyStore> {
  const { db, env } = source
  const own: Wish = { setting: 'contract_p12', subject: env.lender.name, purpose: 'seal' }
  return openP12(
    (await configuredP12(env)) ?? (await keptP12(db, 'contract_p12')) ?? (await keepP12(source, own)),
  )
}

const opened = new WeakMap<Deps['db'], Promise<KeyStore>>()

/** The lender's certificate and key: CONTRACT_P12, else the self-signed store in the database. Opened once. */
export function loadSealer(source: Source): Promise<KeyStore> {
  const earlier = opened.get(source.db)
  if (earlier !== undefined) return earlier
  const opening = openSealer(source)
  opened.set(source.db, opening)
  opening.catch(() => opened.delete(source.db))
  return opening
}

/** Why a certificate cannot seal at `now`; null if it can. */
export function sealerProblem(
  { valid_from, valid_until }: Pick<KeyStore, 'valid_from' | 'valid_until'>,
  now: Temporal.Instant,
): 'expired' | 'not yet valid' | null {
  if (Temporal.Instant.compare(now, valid_until) > 0) return 'expired'
  return Temporal.Instant.compare(now, valid_from) < 0 ? 'not yet valid' : null
}

/**
 * Throws `contract.seal_not_valid` (503) if the lender's certificate has expired or is not valid yet: a contract signed
 * now could not be sealed. The self-signed replacement of CONTRACT_P12 is not checked: it is valid from its creation.
 */
export async function requireValidSealer(source: Source) {
  if (source.env.contract_p12 === undefined) return
  const sealer = await loadSealer(source)
  if (sealerProblem(sealer, source.clock()) !== null) throw new AppError('contract.seal_not_valid', 503)
}

/** SHA-256 fingerprint of the lender's certificate; undefined if there is none. Generates no certificate. */
export async function lenderFingerprint({
  db,
  env,
}: Pick<Source, 'db'> & { env: SealSettings }): Promise<string | undefined> {
  const store = (await configuredP12(env)) ?? (await keptP12(db, 'contract_p12'))
  return store === undefined ? undefined : (await openP12(store)).fingerprint
}
