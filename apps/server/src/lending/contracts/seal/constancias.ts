import { configuredAnchors } from '../../../crypto/anchors.ts'
import { type KeyStore, openP12 } from '../../../crypto/p12.ts'
import type { Deps } from '../../../deps.ts'
import { STAND_IN_NAME } from '../../../integrations/constancia/authority.ts'
import type { ConstanciaProvider } from '../../../integrations/constancia/constancia.ts'
import { httpConstancias } from '../../../integrations/constancia/http.ts'
import { localConstancias } from '../../../integrations/constancia/local.ts'
import { readSetting } from '../../../platform/settings/queries.ts'
import { keepP12, type Source } from './sealer.ts'

const TIMEOUT_MS = 15_000

async function openAuthority(source: Source): Promise<KeyStore> {
  const request = { setting: 'constancia_p12', subject: STAND_IN_NAME, purpose: 'time-stamp' } as const
  return openP12(await keepP12(source, request))
}

const opened = new WeakMap<Deps['db'], Promise<KeyStore>>()

/** Certificate and key of the stand-in authority, kept in the database. Opened once. */
export function loadAuthority(source: Source): Promise<KeyStore> {
  const earlier = opened.get(source.db)
  if (earlier !== undefined) return earlier
  const opening = openAuthority(source)
  opened.set(source.db, opening)
  opening.catch(() => opened.delete(source.db))
  return opening
}

/** Whether an authority for constancias is configured; without one, contracts only get the seal. */
export const issuesConstancias = ({ constancia }: Source['env']) =>
  constancia.url !== undefined || constancia.stand_in

/**
 * The issuer of constancias: the authority at CONSTANCIA_URL, whose certificate must lead to CONSTANCIA_ANCHORS where
 * they are set, or the stand-in with the demo's data, which leads to nobody; null if neither.
 */
export function constanciaProvider(source: Source): ConstanciaProvider | null {
  const { clock, env } = source
  const { url, user, password, stand_in } = env.constancia
  if (url !== undefined) {
    const anchors = () => configuredAnchors(env)
    return httpConstancias({ url, user, password, clock, anchors, timeout_ms: TIMEOUT_MS })
  }
  return stand_in ? localConstancias(() => loadAuthority(source), clock) : null
}

/** SHA-256 fingerprint of the stand-in's certificate; undefined if there is none. Generates no certificate. */
export async function standInFingerprint(db: Deps['db']): Promise<string | undefined> {
  const stored = await readSetting(db, 'constancia_p12')
  return stored && (await openP12(stored.value)).fingerprint
}
