import { type Day, daysToPayDate, nextPayDate } from '@quincena/domain/dates'
import { formatPeriod } from '@quincena/domain/format'
import { deductionPerPayDate, nextDeduction } from '@quincena/domain/loans/deduction'
import { daysLate } from '@quincena/domain/loans/delinquency'
import { figuresOn, type LoanFigures, suggestedAmount } from '@quincena/domain/loans/figures'
import { dueDates } from '@quincena/domain/loans/frequency'
import type { LoanPosition } from '@quincena/domain/loans/position'
import { PENDING_STATES, statesOfStatus, wireStatus } from '@quincena/domain/loans/rules'
import type { LoanListItem } from '@quincena/domain/loans/schema'
import type { LoanRow } from './commands/move-loan.ts'

/** A loan row with the borrower's names, the company and the number of payments that were not reversed. */
export type LoanOfList = LoanRow & {
  first_name: string
  last_name: string
  company_name: string | null
  company_commission: number | null
  payments_count: number
  in_clarification: boolean
  is_deletable: boolean
  /** Null or missing for readers who are no staff, and for a loan that needs no documents. */
  documents_open?: number | null
}

/** Dates of a loan: computed from today until it is accepted, fixed from then on; none once it ended unpaid. */
function datesOf(loan: LoanRow, today: Day) {
  const { term, payment_deadline, next_payment_date } = loan
  if (statesOfStatus('REJ').includes(loan.state))
    return { term, payment_deadline: null, next_payment_date: null }
  if (loan.state !== 'requested' && loan.state !== 'approved')
    return { term, payment_deadline, next_payment_date }
  if (loan.type === 'advance') {
    const pay_date = nextPayDate(today)
    return { term: daysToPayDate(today), payment_deadline: pay_date, next_payment_date: pay_date }
  }
  const due = dueDates({ ...loan, start: today })
  return { term, payment_deadline: due.at(-1) ?? today, next_payment_date: due[0] ?? today }
}

/** The figures of a loan's position on a day. In clarification nothing is to be paid by any day. */
function amountsOf(
  figures: LoanFigures | undefined,
  in_clarification: boolean,
): Pick<LoanListItem, 'suggested_payment' | 'to_pay' | 'overdue'> {
  if (figures === undefined) return { suggested_payment: 0, to_pay: null, overdue: 0 }
  const due = in_clarification ? { to_pay: null, overdue: 0 } : figures
  return { suggested_payment: suggestedAmount(figures), to_pay: due.to_pay, overdue: due.overdue }
}

/** What is known of a loan on a day; a loan without a payout has no position. */
type Situation = { today: Day; position: LoanPosition | undefined }

/** What the employer deducts per pay date: of the schedule in force, or of the one that an acceptance would fix. */
function deductionOf(loan: LoanOfList, { today, position }: Situation): LoanListItem['deduction'] {
  if (loan.in_clarification) return null
  if (position !== undefined) return nextDeduction(position, today, loan)
  if (!PENDING_STATES.some((state) => state === loan.state)) return null
  const payment = loan.type === 'credit' ? loan.monthly_payment_cents : loan.total_debt_cents
  return deductionPerPayDate(payment, loan)
}

/** Builds the list item of a loan as of `today`. Amounts in centavos. */
export function presentLoan(loan: LoanOfList, situation: Situation): LoanListItem {
  const { today, position } = situation
  const { id, folio, type, state, interest_rate, created_at, approved_at, payments_count } = loan
  const { first_name, last_name, company_name, company_commission, installments, frequency } = loan
  const { in_clarification } = loan
  const { term, payment_deadline, next_payment_date } = datesOf(loan, today)
  const days_late = daysLate(loan, today)
  return {
    ...{
      id,
      folio,
      type,
      state,
      interest_rate,
      created_at,
      payments_count,
      installments,
      frequency,
      approved_at,
    },
    ...{ payment_deadline, next_payment_date: in_clarification ? null : next_payment_date, days_late },
    offer_expires_on: state === 'approved' ? loan.offer_expires_on : null,
    ...{ ...wireStatus(state), in_clarification },
    ...(loan.former_id !== null && { former_id: loan.former_id }),
    ...(loan.is_deletable && { deletable: true as const }),
    ...(loan.documents_open && { documents_open: loan.documents_open }),
    user: { id: loan.user_id, first_name, last_name, company_name, company_commission },
    amount: loan.amount_cents,
    total_debt: loan.total_debt_cents,
    final_value: loan.total_debt_cents,
    amount_due: loan.amount_due_cents,
    monthly_payment: type === 'credit' ? loan.monthly_payment_cents : null,
    commission: loan.commission_cents,
    period: formatPeriod(type, term),
    deduction: deductionOf(loan, situation),
    ...amountsOf(position && figuresOn(position, today), in_clarification),
  }
}
