import { id } from '@quincena/domain/fields'
import { acceptBody } from '@quincena/domain/loans/bodies'
import { z } from 'zod'
import { randomKey } from '../../../../lib/idempotency.ts'
import { currentSession } from '../../../../lib/session.ts'
import { store, stored } from '../../../../lib/storage.ts'

/** A signed acceptance that has no definite answer of the server yet. */
const signed = z.object({
  loan_id: id,
  /** Idempotency key: however often it is sent, the money is sent once. */
  key: z.string(),
  body: acceptBody,
})
export type Signed = z.infer<typeof signed>

const keptSchema = z.array(signed.extend({ user_id: id }))
type Kept = z.infer<typeof keptSchema>

function read(): Kept {
  const session = currentSession()
  if (session.state !== 'signed-in') return []
  try {
    const kept = keptSchema.parse(JSON.parse(stored('signatures') ?? '[]'))
    return kept.filter(({ user_id }) => user_id === session.user.id)
  } catch {
    return []
  }
}

const write = (kept: Kept): boolean => store('signatures', kept.length === 0 ? null : JSON.stringify(kept))

/** The signature that this phone keeps for the signed-in worker's loan; null without one. */
export function keptSignature(loan_id: number): Signed | null {
  return read().find((kept) => kept.loan_id === loan_id) ?? null
}

/**
 * Keeps a new signature on this phone, in place of an older one of the loan, until `forgetSignature` or the end of the
 * session. `isKept` is false if the browser has no space or forbids storage: it is lost with the screen then.
 */
export function keepSignature(loan_id: number, body: Signed['body']): { signed: Signed; isKept: boolean } {
  const session = currentSession()
  const signed = { loan_id, key: randomKey(), body }
  if (session.state !== 'signed-in') return { signed, isKept: false }
  const others = read().filter((kept) => kept.loan_id !== loan_id)
  return { signed, isKept: write([...others, { ...signed, user_id: session.user.id }]) }
}

/** Removes a loan's signature after a definite answer, and when its contract is read again. */
export function forgetSignature(loan_id: number): void {
  const kept = read()
  const others = kept.filter((one) => one.loan_id !== loan_id)
  if (others.length < kept.length) write(others)
}
