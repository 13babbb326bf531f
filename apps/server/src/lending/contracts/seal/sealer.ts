import { AppError } from '../../../command/errors.ts'
import { configuredP12, type SealSettings, sealerProblem } from '../../../crypto/certificate.ts'
import { type KeyStore, makeP12, openP12, type P12, type Purpose } from '../../../crypto/p12.ts'
import type { Deps } from '../../../deps.ts'
import { completeSetting } from '../../../platform/settings/commands/write-setting.ts'
import { readSetting } from '../../../platform/settings/queries.ts'

/** What the certificate functions need of `Deps`. */
export type Source = Pick<Deps, 'db' | 'env' | 'clock' | 'brand'>

interface KeyInput {
  setting: 'contract_p12' | 'constancia_p12'
  subject: string
  purpose: Purpose
}

/** The stored store, generated at its first use. All processes share it: the first one written is returned to each. */
export async function keepP12({ db, clock }: Source, { setting, subject, purpose }: KeyInput): Promise<P12> {
  const stored = await readSetting(db, setting)
  if (stored !== undefined) return stored.value
  const generated = await makeP12({ name: subject, purpose, now: new Date(clock().epochMilliseconds) })
  return completeSetting(db, setting, generated)
}

async function openSealer(source: Source): Promise<KeyStore> {
  const { env, brand } = source
  const subject = brand.current().lender.name
  const request: KeyInput = { setting: 'contract_p12', subject, purpose: 'seal' }
  return openP12((await configuredP12(env)) ?? (await keepP12(source, request)))
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

/**
 * Throws `contract.seal_not_valid`, or `code` (503), if the lender's certificate has expired or is not valid yet: a contract signed
 * now could not be sealed. The self-signed replacement of CONTRACT_P12 is not checked: it is valid from its creation.
 */
export async function requireValidSealer(
  source: Source,
  code: 'contract.seal_not_valid' | 'letter.seal_not_valid' = 'contract.seal_not_valid',
) {
  if (source.env.contract_p12 === undefined) return
  const sealer = await loadSealer(source)
  if (sealerProblem(sealer, source.clock()) !== null) throw new AppError(code, 503)
}

/** SHA-256 fingerprint of the lender's certificate; undefined if there is none. Generates no certificate. */
export async function lenderFingerprint({
  db,
  env,
}: Pick<Source, 'db'> & { env: SealSettings }): Promise<string | undefined> {
  const store = (await configuredP12(env)) ?? (await readSetting(db, 'contract_p12'))?.value
  return store === undefined ? undefined : (await openP12(store)).fingerprint
}
