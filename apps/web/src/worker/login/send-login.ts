import { formatLongDate } from '@quincena/domain/format'
import type { ConsentInput } from '@quincena/domain/legal/consent'
import type { LoginBody } from '@quincena/domain/sessions/schema'
import { ApiError, fieldErrors } from '../../lib/api-error.ts'
import { queryClient } from '../../lib/query-client.ts'
import { signIn } from '../../lib/sign-in.ts'
import { legalQuery, resetLegalTexts } from '../legal/api.ts'
import { type ConsentName, rememberConsents } from '../legal/consent-memory.ts'

/** The version of a text that the form shows beside its box. */
export interface ShownVersion {
  version: string
  /** `versión 2.0, del 1 de julio de 2025` */
  words: string
}

export type ShownVersions = Partial<Record<ConsentName, ShownVersion>>

async function versionOf(name: ConsentName): Promise<[ConsentName, ShownVersion][]> {
  const text = await queryClient.fetchQuery({ ...legalQuery(name), retry: false }).catch(() => null)
  if (text === null) return []
  const { version, effective_date } = text
  const words = `versión ${version}, del ${formatLongDate(effective_date, { withYear: true })}`
  return [[name, { version, words }]]
}

/** Loads the versions in force of some texts; one that cannot be loaded is left out. */
export async function loadVersions(names: readonly ConsentName[]): Promise<ShownVersions> {
  return Object.fromEntries((await Promise.all(names.map(versionOf))).flat())
}

/** The errors of texts that changed since they were shown; null for any other refusal. */
export function outdatedTexts(error: unknown): Partial<Record<ConsentName, string>> | null {
  return error instanceof ApiError && error.code === 'legal.version_outdated' ? fieldErrors(error) : null
}

/** Forgets the texts that were loaded, and loads the versions in force again. */
export async function reloadVersions(names: readonly ConsentName[]): Promise<ShownVersions> {
  await resetLegalTexts(queryClient)
  return loadVersions(names)
}

/** Signs a worker in with consents to the versions that were shown, stores them in this browser, and returns the user. */
export async function sendLogin(credentials: LoginBody, consents: readonly ConsentInput[]) {
  const user = await signIn({ ...credentials, consents: [...consents], refuse_outdated: true })
  rememberConsents(consents)
  return user
}
