import { type LoanListItem, loanListItem } from '@quincena/domain/loans/schema'
import { z } from 'zod'
import { currentSession } from '../../lib/session.ts'
import { store, stored } from '../../lib/storage.ts'

/** Of a loan, no more than the screen without a network shows. */
const seenLoan = loanListItem.pick({
  id: true,
  type: true,
  folio: true,
  state: true,
  amount: true,
  amount_due: true,
  next_payment_date: true,
})
export type SeenLoan = z.infer<typeof seenLoan>

const lastSeenSchema = z.object({
  first_name: z.string(),
  /** When the server said so. */
  at: z.iso.datetime(),
  loans: z.array(seenLoan),
})
type LastSeen = z.infer<typeof lastSeenSchema>

/** What this phone showed of the signed-in worker's loans last; null where there is nothing. */
export function lastSeen(): LastSeen | null {
  try {
    return lastSeenSchema.parse(JSON.parse(stored('last-seen') ?? 'null'))
  } catch {
    return null
  }
}

/** Keeps the loans on the phone until the session ends here: to be seen without a network. */
export function rememberLoans(loans: readonly LoanListItem[], at_ms: number): void {
  const session = currentSession()
  if (session.state !== 'signed-in') return
  const seen = { first_name: session.user.first_name, at: new Date(at_ms).toISOString(), loans: [...loans] }
  store('last-seen', JSON.stringify(z.encode(lastSeenSchema, seen)))
}
