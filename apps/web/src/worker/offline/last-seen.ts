import { type LoanListItem, loanListItem } from '@quincena/domain/loans/schema'
import { z } from 'zod'
import { currentSession } from '../../lib/session.ts'
import { store, stored } from '../../lib/storage.ts'

/** Fields of a loan that the offline screen shows; no other field is stored. */
const seenLoan = loanListItem
  .pick({
    id: true,
    type: true,
    folio: true,
    state: true,
    amount: true,
    amount_due: true,
    to_pay: true,
    overdue: true,
  })
  // Loans stored by an earlier version have no such fields.
  .extend({
    in_clarification: z.boolean().default(false),
    approved_at: z.iso.datetime().nullable().default(null),
  })
export type SeenLoan = z.infer<typeof seenLoan>

const lastSeenSchema = z.object({
  first_name: z.string(),
  /** Time of the server's answer. */
  at: z.iso.datetime(),
  loans: z.array(seenLoan),
})
type LastSeen = z.infer<typeof lastSeenSchema>

/** Loans stored on this device for the signed-in worker; null if there are none or the stored data is invalid. */
export function lastSeen(): LastSeen | null {
  try {
    return lastSeenSchema.parse(JSON.parse(stored('last-seen') ?? 'null'))
  } catch {
    return null
  }
}

/** Stores the loans on the device for offline use; the end of the session removes them. */
export function rememberLoans(loans: readonly LoanListItem[], at_ms: number): void {
  const session = currentSession()
  if (session.state !== 'signed-in') return
  const seen = { first_name: session.user.first_name, at: new Date(at_ms).toISOString(), loans: [...loans] }
  store('last-seen', JSON.stringify(z.encode(lastSeenSchema, seen)))
}
