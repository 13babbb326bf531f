import type { ConsentInput } from '@quincena/domain/legal/schema'
import { z } from 'zod'
import { store, stored } from '../../lib/storage.ts'

export const consentNames = ['terms', 'privacy'] as const
export type ConsentName = (typeof consentNames)[number]

const memory = z.partialRecord(z.enum(consentNames), z.string())
type Memory = z.infer<typeof memory>

function read(): Memory {
  try {
    return memory.parse(JSON.parse(stored('consents') ?? '{}'))
  } catch {
    return {}
  }
}

/** The version of a text that was accepted in this browser before, or null. */
export function rememberedVersion(name: ConsentName): string | null {
  return read()[name] ?? null
}

/** Keeps what was accepted, so that this browser does not ask again for the same version. */
export function rememberConsents(consents: readonly ConsentInput[]): void {
  const accepted = Object.fromEntries(consents.map(({ document, version }) => [document, version]))
  store('consents', JSON.stringify({ ...read(), ...accepted }))
}
