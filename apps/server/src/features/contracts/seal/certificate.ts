import { readFile } from 'node:fs/promises'
import type { Deps } from '../../../lib/deps.ts'
import { type KeyStore, makeP12, openP12, type P12, type Purpose } from '../../../lib/p12.ts'

export type Source = Pick<Deps, 'db' | 'env' | 'clock'>

/** CONTRACT_P12 is a file's path or the file itself in base64. */
async function configuredP12({
  contract_p12,
  contract_p12_passphrase,
}: Source['env']): Promise<P12 | undefined> {
  if (contract_p12 === undefined) return undefined
  const bytes = await readFile(contract_p12).catch(() => Buffer.from(contract_p12, 'base64'))
  return { p12: bytes.toString('base64'), passphrase: contract_p12_passphrase ?? '' }
}

type Setting = 'contract_p12' | 'constancia_p12'

/** A certificate and key that the server made for itself; undefined before the first need. */
export async function keptP12(db: Source['db'], name: Setting): Promise<P12 | undefined> {
  const kept = await db.selectFrom('setting').select('value').where('name', '=', name).executeTakeFirst()
  // Written by `keepP12` and by no one else.
  return kept?.value as P12 | undefined
}

interface Wish {
  setting: Setting
  subject: string
  purpose: Purpose
}

/** Makes a store at the first need; all processes share it, so the first one written is the one that counts. */
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

/** The lender's sealer: CONTRACT_P12, else the self-signed one kept in the database. Opened once. */
export function loadSealer(source: Source): Promise<KeyStore> {
  const earlier = opened.get(source.db)
  if (earlier !== undefined) return earlier
  const opening = openSealer(source)
  opened.set(source.db, opening)
  opening.catch(() => opened.delete(source.db))
  return opening
}

/** The fingerprint of the lender's certificate; undefined while there is none. Makes nothing. */
export async function lenderFingerprint({
  db,
  env,
}: Pick<Source, 'db' | 'env'>): Promise<string | undefined> {
  const store = (await configuredP12(env)) ?? (await keptP12(db, 'contract_p12'))
  return store === undefined ? undefined : (await openP12(store)).fingerprint
}
