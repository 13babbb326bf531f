import type { Day } from '@quincena/domain/dates'
import type { loanDetail } from '@quincena/domain/loans/detail-schema'
import { type LoanState, wireStatus } from '@quincena/domain/loans/rules'
import type { installment, loanListItem } from '@quincena/domain/loans/schema'
import type { payment } from '@quincena/domain/payments/schema'
import type { z } from 'zod'
import { userOf } from './user.ts'

type LoanItem = z.input<typeof loanListItem>
type Loan = z.input<typeof loanDetail>
type Payment = z.input<typeof payment>

/** A loan of 12,000 pesos over 12 months as a list item of the API, amounts in pesos; `given` overrides its fields. */
export function loanItemOf(state: LoanState, given: Partial<LoanItem> = {}): LoanItem {
  return {
    id: 123,
    folio: 'C-000123',
    user: {
      id: 7,
      first_name: 'María',
      last_name: 'López',
      company_name: 'Textiles del Norte',
      company_commission: 150,
    },
    type: 'credit',
    state,
    ...{ ...wireStatus(state), in_clarification: state === 'payout_returned' },
    amount: 12_000,
    total_debt: 13_200,
    final_value: 13_200,
    amount_due: 0,
    monthly_payment: 1_100,
    interest_rate: 0.18,
    commission: 0,
    period: '12 meses',
    installments: 12,
    frequency: 'monthly',
    payments_count: 0,
    suggested_payment: 0,
    to_pay: null,
    overdue: 0,
    deduction: null,
    days_late: 0,
    payment_deadline: '2027-11-15',
    next_payment_date: '2026-12-15',
    offer_expires_on: null,
    created_at: '2026-11-14T18:05:00Z',
    approved_at: null,
    ...given,
  }
}

function scheduleOf(days: readonly Day[]): z.input<typeof installment>[] {
  return days.map((due_date, index) => ({
    number: index + 1,
    due_date,
    payment: 1_100,
    principal: 1_000,
    interest: 100,
    balance: 0,
    paid: false,
  }))
}

/** The loan of `loanItemOf` in the format of the detail. */
export function loanDetailOf(state: LoanState, given: Partial<Loan> = {}): Loan {
  const schedule = scheduleOf(['2026-12-15', '2027-01-15'])
  return {
    ...loanItemOf(state),
    user: { ...userOf({ id: 7, first_name: 'María', last_name: 'López' }), monthly_salary: 16_000 },
    company_name: 'Textiles del Norte',
    payments: [],
    schedule: schedule.map((row) => ({ ...row, version: 1 })),
    schedules: [{ version: 1, from: '2026-11-15', schedule }],
    payoff: 0,
    tax_added: false,
    cat: 19.6,
    tax_rate: 0,
    rejection_reason: null,
    receiving_account: null,
    rejected_at: null,
    accepted_at: null,
    sent_at: null,
    settled_at: null,
    completed_at: null,
    ...given,
  }
}

/** An active loan without payments. */
export const activeLoan = (given: Partial<Loan> = {}): Loan =>
  loanDetailOf('active', {
    ...{ amount_due: 13_200, suggested_payment: 1_100, payoff: 12_000 },
    to_pay: { by: '2026-12-15', amount: 1_100 },
    ...given,
  })

/** A payment of 1,100 pesos that covered the first installment of `activeLoan` on its due date. */
export function paymentOf(given: Partial<Payment> = {}): Payment {
  return {
    ...{ id: 45, loan_request: 123, user: 7, amount_paid: 1_100, discount: 0 },
    ...{ previous_amount_due: 13_200, new_amount_due: 12_100 },
    ...{ value_date: '2026-12-15', channel: 'deduction', reference: null, excess: 'lower_payment' },
    applied: {
      ...{ due: 1_100, on_account: 0, prepaid: 0, settles: false },
      ...{ principal: 1_000, interest: 100, tax: 0 },
    },
    remainder: 0,
    created_at: '2026-12-18T18:05:00Z',
    ...{ division_changed_at: null, reversed_at: null, reversal_reason: null, owed_by_worker: false },
    ...given,
  }
}
