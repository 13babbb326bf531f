import { contractPayload } from '@quincena/domain/contracts/schema'
import { businessDay } from '@quincena/domain/dates'
import { isoOf } from '../../../lib/clock.ts'
import type { Deps, Trx } from '../../../lib/deps.ts'
import { notify } from '../../notifications/commands.ts'
import { refusedNotice, returnedNotice, sentNotice } from '../notices.ts'
import { planLoan } from '../terms.ts'
import { type LoanRow, moveLoan, writeSchedule } from './move-loan.ts'
import { findOpenLoan } from './request-loan.ts'

interface Payout {
  loan: LoanRow
  transfer_id: number
}

/** When a loan that is sent again falls due: counted from the day STP has the new order. */
async function datesOf(deps: Deps, trx: Trx, loan: LoanRow) {
  if (loan.state !== 'payout_returned') {
    const first = await trx
      .selectFrom('installment')
      .select('due_date')
      .where('loan_id', '=', loan.id)
      .orderBy('number')
      .limit(1)
      .executeTakeFirstOrThrow()
    return { next_payment_date: first.due_date }
  }
  const plan = planLoan(loan, businessDay(deps.clock()))
  await writeSchedule(trx, loan.id, plan.schedule)
  return {
    next_payment_date: plan.next_payment_date,
    payment_deadline: plan.payment_deadline,
    term: plan.term,
  }
}

/** STP has the order: the loan is in force and all of it is owed. */
export async function startLoan(deps: Deps, trx: Trx, { loan, transfer_id }: Payout): Promise<LoanRow> {
  const event = loan.state === 'payout_returned' ? 'resend' : 'send'
  const dates = await datesOf(deps, trx, loan)
  const sent_at = isoOf(deps.clock())
  const changes = { ...dates, amount_due_cents: loan.total_debt_cents, sent_at, settled_at: null }
  const started = await moveLoan(deps, trx, { loan, event, changes })
  await notify(deps, trx, { recipient_id: loan.user_id, ...sentNotice(loan, transfer_id) })
  return started
}

/** STP refused the order for good: the loan is an offer again; one that waited to be sent again goes on waiting. */
export async function reofferLoan(deps: Deps, trx: Trx, { loan, transfer_id }: Payout): Promise<void> {
  if (loan.state !== 'disbursing') return
  await writeSchedule(trx, loan.id, [])
  await moveLoan(deps, trx, {
    loan,
    event: 'refuse',
    changes: { accepted_at: null, next_payment_date: null },
  })
  await notify(deps, trx, { recipient_id: loan.user_id, ...refusedNotice(loan, transfer_id) })
}

/** What the worker signed, the last time. */
async function signedTerms(trx: Trx, loan_id: number) {
  const signed = await trx
    .selectFrom('acceptance')
    .innerJoin('contract', 'contract.id', 'acceptance.contract_id')
    .select(['contract.payload', 'acceptance.accepted_at'])
    .where('acceptance.loan_id', '=', loan_id)
    .executeTakeFirstOrThrow()
  const { schedule, payment_deadline, cat } = contractPayload.parse(signed.payload).loan
  return { schedule, accepted_at: signed.accepted_at, payment_deadline, cat }
}

/**
 * STP did send what the loan no longer waits for: it takes the money, whatever became of the offer meanwhile, also
 * beside another loan of the type. Its schedule is the one that was signed; that of a cancelled one counts from the day
 * of the payout, which is booked after this. The worker is locked. Throws `loan.transition_refused` (409) where another
 * order pays the loan.
 */
export async function reviveLoan(deps: Deps, trx: Trx, loan: LoanRow): Promise<LoanRow> {
  const other = await findOpenLoan(trx, { user_id: loan.user_id, type: loan.type, except: loan.id })
  const beside_another = other !== undefined
  const reopened = { rejected_at: null, rejection_reason: null, closed_at: null, beside_another }
  if (loan.state === 'cancelled') return moveLoan(deps, trx, { loan, event: 'reinstate', changes: reopened })
  const { schedule, ...terms } = await signedTerms(trx, loan.id)
  await writeSchedule(trx, loan.id, schedule)
  return moveLoan(deps, trx, { loan, event: 'revive', changes: { ...reopened, ...terms } })
}

/** The money came back: nothing is owed and nothing falls due until it is sent again. */
export async function returnLoan(deps: Deps, trx: Trx, { loan, transfer_id }: Payout): Promise<void> {
  const changes = { amount_due_cents: 0, next_payment_date: null, settled_at: null }
  await moveLoan(deps, trx, { loan, event: 'return', changes })
  await notify(deps, trx, { recipient_id: loan.user_id, ...returnedNotice(loan, transfer_id) })
}
