import type { ConsentInput } from '@quincena/domain/legal/schema'
import type { LoginBody } from '@quincena/domain/sessions/schema'
import { queryClient } from '../../lib/query-client.ts'
import { signIn } from '../../lib/sign-in.ts'
import { legalQuery } from '../legal/api.ts'
import { type ConsentName, rememberConsents } from '../legal/consent-memory.ts'

/** The version of a text in force, the one that was read where it was opened; null when nobody can tell. */
export async function versionInForce(name: ConsentName): Promise<string | null> {
  const text = await queryClient.fetchQuery({ ...legalQuery(name), retry: false }).catch(() => null)
  return text?.version ?? null
}

async function consentTo(name: ConsentName): Promise<ConsentInput[]> {
  const version = await versionInForce(name)
  return version === null ? [] : [{ document: name, version }]
}

/** Signs a worker in with the consents that were just given, which this browser then remembers; answers who it is. */
export async function sendLogin(credentials: LoginBody, given: readonly ConsentName[]) {
  const consents = (await Promise.all(given.map(consentTo))).flat()
  const user = await signIn({ ...credentials, consents })
  rememberConsents(consents)
  return user
}
