import type { ConsentInput } from '@quincena/domain/legal/consent'
import type { User } from '@quincena/domain/users/schema'
import { store, stored } from '../../lib/storage.ts'

export const consentNames = ['terms', 'privacy'] as const
export type ConsentName = (typeof consentNames)[number]

/** Accepted versions by text; stored as `terms=2.0;privacy=2.0`. */
function read(): Map<string, string> {
  const pairs = (stored('consents') ?? '').split(';').map((pair) => pair.split('='))
  return new Map(pairs.flatMap(([name, version]) => (name && version ? [[name, version]] : [])))
}

/** Version of a text that was last accepted in this browser, or null. */
export function rememberedVersion(name: ConsentName): string | null {
  return read().get(name) ?? null
}

/** Stores the accepted versions, so that the sign-in form does not ask for them again in this browser. */
export function rememberConsents(consents: readonly ConsentInput[]): void {
  const accepted = read()
  for (const { document, version } of consents) accepted.set(document, version)
  store('consents', [...accepted].map((pair) => pair.join('=')).join(';'))
}

/** Texts without a consent to the version in force. The server returns only consents to versions in force. */
export const missingConsents = ({ consents }: Pick<User, 'consents'>) =>
  consentNames.filter((name) => !consents.some(({ document }) => document === name))
