import { businessDay } from '@quincena/domain/dates'
import { isPayable } from '@quincena/domain/loans/rules'
import type { Db } from '../../../db/types.ts'
import type { LateNotice } from '../../../platform/notifications/handlers.ts'
import { isInClarification } from './clarification.ts'

const loanOf = (db: Db, id: number) =>
  db
    .selectFrom('loan')
    .select(['state', 'next_payment_date', 'offer_expires_on'])
    .select(isInClarification('loan').as('in_clarification'))
    .where('id', '=', id)
    .executeTakeFirst()

/** Why a reminder of an installment is not sent: it is paid, its day is over, or the loan ended or waits for a check. */
export async function judgeReminder(db: Db, { loan_id, detail, now }: LateNotice): Promise<string | null> {
  const loan = await loanOf(db, loan_id)
  const [date = ''] = detail.split(':')
  if (loan === undefined || !isPayable(loan.state)) return 'ended'
  if (loan.in_clarification) return 'in_clarification'
  if (loan.next_payment_date === null || loan.next_payment_date > date) return 'paid'
  return businessDay(now) > date ? 'past' : null
}

/** Why an offer is not announced: it was signed, withdrawn or declined, or has expired. */
export async function judgeOffer(db: Db, { loan_id, now }: LateNotice): Promise<string | null> {
  const loan = await loanOf(db, loan_id)
  if (loan?.state !== 'approved') return loan?.state ?? 'ended'
  const { offer_expires_on } = loan
  return offer_expires_on !== null && offer_expires_on < businessDay(now) ? 'expired' : null
}

/** Why a late payment is not announced: it was made, or the loan ended or waits for a check. */
export async function judgeOverdue(db: Db, { loan_id, detail }: LateNotice): Promise<string | null> {
  const loan = await loanOf(db, loan_id)
  if (loan === undefined || !isPayable(loan.state)) return 'ended'
  if (loan.in_clarification) return 'in_clarification'
  return loan.next_payment_date === null || loan.next_payment_date > detail ? 'paid' : null
}
