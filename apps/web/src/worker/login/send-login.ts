import type { ConsentInput } from '@quincena/domain/legal/consent'
import type { LoginBody } from '@quincena/domain/sessions/schema'
import { queryClient } from '../../lib/query-client.ts'
import { signIn } from '../../lib/sign-in.ts'
import { legalQuery } from '../legal/api.ts'
import { type ConsentName, rememberConsents } from '../legal/consent-memory.ts'

/** Version in force of a text, or the cached version that the worker read; null if it cannot be loaded. */
async function versionInForce(name: ConsentName): Promise<string | null> {
  const text = await queryClient.fetchQuery({ ...legalQuery(name), retry: false }).catch(() => null)
  return text?.version ?? null
}

async function consentTo(name: ConsentName): Promise<ConsentInput[]> {
  const version = await versionInForce(name)
  return version === null ? [] : [{ document: name, version }]
}

/** Signs a worker in with the consents just given, stores them in this browser, and returns the user. */
export async function sendLogin(credentials: LoginBody, names: readonly ConsentName[]) {
  const consents = (await Promise.all(names.map(consentTo))).flat()
  const user = await signIn({ ...credentials, consents })
  rememberConsents(consents)
  return user
}
