import type { ConsentInput } from '@quincena/domain/legal/schema'
import type { User } from '@quincena/domain/users/schema'
import { store, stored } from '../../lib/storage.ts'

export const consentNames = ['terms', 'privacy'] as const
export type ConsentName = (typeof consentNames)[number]

/** What is remembered, as `terms=2.0;privacy=2.0`. */
function read(): Map<string, string> {
  const pairs = (stored('consents') ?? '').split(';').map((pair) => pair.split('='))
  return new Map(pairs.flatMap(([name, version]) => (name && version ? [[name, version]] : [])))
}

/** The version of a text that was accepted in this browser before, or null. */
export function rememberedVersion(name: ConsentName): string | null {
  return read().get(name) ?? null
}

/** Keeps what was accepted, so that this browser does not ask again for the same version. */
export function rememberConsents(consents: readonly ConsentInput[]): void {
  const accepted = read()
  for (const { document, version } of consents) accepted.set(document, version)
  store('consents', [...accepted].map((pair) => pair.join('=')).join(';'))
}

/** The texts that a signed-in person has not accepted in the version in force, the only one the server tells of. */
export const missingConsents = ({ consents }: Pick<User, 'consents'>) =>
  consentNames.filter((name) => !consents.some(({ document }) => document === name))
