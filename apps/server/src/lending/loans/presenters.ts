import { type Day, daysToPayDate, monthlyDueDates, nextPayDate } from '@quincena/domain/dates'
import { formatPeriod } from '@quincena/domain/format'
import { suggestedPayment } from '@quincena/domain/loans/repayment'
import { wireStatus } from '@quincena/domain/loans/rules'
import type { LoanListItem } from '@quincena/domain/loans/schema'
import type { LoanRow } from './commands/move-loan.ts'

/** A loan row with the borrower's names, the company and the number of payments that were not reversed. */
export type LoanOfList = LoanRow & {
  first_name: string
  last_name: string
  company_name: string | null
  company_commission: number | null
  payments_count: number
}

/** Number of installments: the months of a credit, 1 for an advance. */
export const installmentsOf = (loan: Pick<LoanRow, 'type' | 'term'>) =>
  loan.type === 'credit' ? loan.term : 1

/** Dates of a loan: computed from today until it is accepted, fixed from then on. */
function datesOf(loan: LoanRow, today: Day) {
  const { term, payment_deadline, next_payment_date } = loan
  if (loan.state !== 'requested' && loan.state !== 'approved')
    return { term, payment_deadline, next_payment_date }
  if (loan.type === 'advance') {
    const pay_date = nextPayDate(today)
    return { term: daysToPayDate(today), payment_deadline: pay_date, next_payment_date: pay_date }
  }
  const due = monthlyDueDates(today, term)
  return { term, payment_deadline: due.at(-1) ?? today, next_payment_date: due[0] ?? today }
}

/** Builds the list item of a loan as of `today`. Amounts in centavos. */
export function presentLoan(loan: LoanOfList, today: Day): LoanListItem {
  const { id, folio, type, state, interest_rate, created_at, payments_count } = loan
  const { first_name, last_name, company_name, company_commission } = loan
  const { term, payment_deadline, next_payment_date } = datesOf(loan, today)
  const installments = installmentsOf(loan)
  return {
    id,
    folio,
    type,
    state,
    interest_rate,
    created_at,
    payments_count,
    payment_deadline,
    next_payment_date,
    ...wireStatus(state),
    user: { id: loan.user_id, first_name, last_name, company_name, company_commission },
    amount: loan.amount_cents,
    total_debt: loan.total_debt_cents,
    final_value: loan.total_debt_cents,
    amount_due: loan.amount_due_cents,
    monthly_payment: type === 'credit' ? loan.monthly_payment_cents : null,
    commission: loan.commission_cents,
    period: formatPeriod(type, term),
    installments,
    suggested_payment:
      loan.amount_due_cents === 0 ? 0 : suggestedPayment(loan.amount_due_cents, installments, payments_count),
  }
}
