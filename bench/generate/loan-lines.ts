import type { Day } from '@quincena/domain/dates'
import { lateFrom } from '@quincena/domain/loans/delinquency'
import { figuresOn } from '@quincena/domain/loans/figures'
import type { LoanState } from '@quincena/domain/loans/rules'
import { namedParties } from '../../apps/server/src/treasury/ledger/commands.ts'
import { dayNumber, dayText } from './days.ts'
import type { History, Payment, Posting } from './history.ts'
import { Lines, noonOf } from './lines.ts'
import type { Course, LoanPlan, Place } from './loan-plan.ts'
import { nameOf } from './people.ts'

const GRACE_BANK_DAYS = 5
const POSTINGS_PER_LOAN = 4096

/** The tables of loans and their money, each with the columns that are filled. */
export const createTables = () => ({
  loan: new Lines('loan', [
    ...['id', 'user_id', 'company_id', 'type', 'state', 'amount_cents', 'commission_cents', 'interest_rate'],
    ...[
      'tax_rate',
      'tax_added',
      'frequency',
      'term',
      'installments',
      'monthly_payment_cents',
      'total_debt_cents',
    ],
    ...[
      'amount_due_cents',
      'payment_deadline',
      'next_payment_date',
      'requested_day',
      'created_at',
      'approved_at',
    ],
    ...['accepted_at', 'sent_at', 'settled_at', 'completed_at', 'closed_at', 'updated_at', 'grace_bank_days'],
    ...['start_day', 'late_from', 'booked_day'],
  ]),
  installment: new Lines('installment', [
    ...['loan_id', 'number', 'due_date', 'payment_cents', 'principal_cents', 'interest_cents', 'tax_cents'],
    'balance_cents',
  ]),
  transfer: new Lines('transfer', [
    ...['id', 'loan_id', 'worker_id', 'company_id', 'attempt', 'status', 'state', 'tracking_key'],
    ...[
      'numeric_reference',
      'amount_cents',
      'operation_date',
      'payment_concept',
      'beneficiary_name',
      'beneficiary_account',
    ],
    ...[
      'account_type_beneficiary',
      'rfc_curp_beneficiary',
      'counterpart_institution',
      'operating_institution',
    ],
    ...['payer_name', 'paying_account', 'rfc_curp_payer', 'stp_id', 'sent_at', 'returned_at', 'created_at'],
    'updated_at',
  ]),
  payment: new Lines('payment', [
    ...['id', 'loan_id', 'user_id', 'amount_paid_cents', 'remainder_cents', 'previous_amount_due_cents'],
    ...['new_amount_due_cents', 'discount_cents', 'due_cents', 'on_account_cents', 'prepaid_cents'],
    ...['principal_cents', 'interest_cents', 'tax_cents', 'value_date', 'channel', 'excess', 'registered_by'],
    ...['reversed_at', 'reversal_reason', 'division_changed_at', 'created_at', 'bank_account_id', 'has_line'],
  ]),
  loan_correction: new Lines('loan_correction', [
    ...['id', 'loan_id', 'kind', 'payment_id', 'reason', 'corrected_by', 'created_at'],
  ]),
  ledger_entry: new Lines('ledger_entry', [
    ...['posting', 'kind', 'debit_account', 'credit_account', 'amount_cents', 'loan_id', 'transfer_id'],
    ...['user_id', 'bank_account_id', 'payment_id', 'accrual_day', 'correction_id', 'created_at'],
  ]),
})
export type Tables = ReturnType<typeof createTables>

const plainStates: Partial<Record<Course, LoanState>> = {
  ...{ requested: 'requested', approved: 'approved', rejected: 'rejected', declined: 'declined' },
  ...{ expired: 'expired', cancelled: 'cancelled', payout_returned: 'payout_returned' },
}

/** The figures of a loan today, as the commands write them. */
function figuresOf(history: History | null, { course, rows }: LoanPlan, today: Day) {
  const state = plainStates[course]
  if (history === null || state !== undefined) {
    const next = state === 'requested' || state === 'approved' ? (rows[0]?.due_date ?? null) : null
    return { state: state ?? 'cancelled', amount_due: 0, next, late_from: null, booked_day: null }
  }
  const { position, booked } = history
  const { amount_due, next_payment_date: next } = figuresOn(position, today)
  const late_from = lateFrom(position, GRACE_BANK_DAYS)
  const open = late_from !== null && late_from <= today ? 'overdue' : 'active'
  const life: LoanState = position.settled === null ? open : 'completed'
  return { state: life, amount_due, next, late_from, booked_day: dayText(booked) }
}

function addLoan(
  tables: Tables,
  plan: LoanPlan,
  { history, place }: { history: History | null; place: Place },
) {
  const { start, rows } = plan
  const { state, amount_due, next, late_from, booked_day } = figuresOf(history, plan, place.today)
  const created = noonOf(dayNumber(start))
  const sent = history === null ? null : created
  const ended = state === 'completed' ? noonOf(history?.booked ?? 0) : null
  const isClosed = history === null && state !== 'requested' && state !== 'approved'
  tables.loan.add([
    ...[plan.id, plan.user_id, plan.company_id, plan.type, state, plan.amount, plan.commission],
    ...[plan.annual_rate, plan.tax_rate, plan.tax_added, plan.frequency, plan.term, rows.length, plan.level],
    ...[plan.total, amount_due, rows.at(-1)?.due_date ?? start, next, start, created],
    ...[state === 'requested' ? null : created, sent, sent, sent, ended, isClosed ? created : ended],
    ...[ended ?? created, GRACE_BANK_DAYS, sent === null ? null : start, late_from, booked_day],
  ])
  if (sent === null) return
  for (const row of rows) {
    const { number, due_date, payment, principal, interest, tax, balance } = row
    tables.installment.add([plan.id, number, due_date, payment, principal, interest, tax, balance])
  }
}

function addTransfer({ transfer }: Tables, plan: LoanPlan, id: number) {
  const { amount, start, course } = plan
  const { first_name, last_name } = nameOf(plan.user)
  const sent = noonOf(dayNumber(start))
  const isReturned = course === 'payout_returned'
  const key = `${String(plan.random.below(10_000)).padStart(4, '0')}${id.toString(16).toUpperCase().padStart(6, '0')}01`
  transfer.add([
    ...[id, plan.id, plan.user_id, plan.company_id, 1, 'sent', isReturned ? 'D' : 'LQ', key],
    ...[1 + (plan.id % 9_999_999), amount, start],
    ...[
      'Envio de credito',
      `${first_name} ${last_name}`,
      String(plan.id).padStart(18, '0'),
      40,
      'ND',
      '40012',
    ],
    ...['90646', 'Quincena', '646180000000000001', 'ND', plan.id, sent],
    ...[isReturned ? noonOf(dayNumber(start) + 1) : null, sent, sent],
  ])
}

/** A bank statement shows all payments but one of a hundred. */
const isInStatement = (payment_id: number) => payment_id % 100 !== 0

function addPayment(
  { payment: lines }: Tables,
  { plan, payment }: { plan: LoanPlan; payment: Payment },
  { manager, bank_account }: Place,
) {
  const { id, amount, remainder, division, reversed_on, division_changed_on } = payment
  const isReversed = reversed_on !== null
  lines.add([
    ...[id, plan.id, plan.user_id, amount + remainder, remainder, division.previous_amount_due],
    ...[division.amount_due, division.discount, division.due, division.on_account, division.prepaid],
    ...[division.principal, division.interest, division.tax, payment.value_date, payment.channel],
    ...[
      payment.excess,
      manager,
      isReversed ? noonOf(reversed_on) : null,
      isReversed ? 'Se registró dos veces' : null,
    ],
    ...[
      division_changed_on === null ? null : noonOf(division_changed_on),
      noonOf(payment.registered_on),
      bank_account,
      !isReversed && isInStatement(id) ? 't' : 'f',
    ],
  ])
}

const hexOf = (number: number, digits: number) => number.toString(16).padStart(digits, '0')

function addPosting(
  { ledger_entry }: Tables,
  { cause, day, moves }: Posting,
  { plan: { id: loan_id, user_id }, place, index }: { plan: LoanPlan; place: Place; index: number },
) {
  const posting = `00000000-0000-4000-8000-${hexOf(loan_id * POSTINGS_PER_LOAN + index, 12)}`
  const transfer_id = 'transfer_id' in cause ? cause.transfer_id : null
  const payment_id = 'payment_id' in cause ? cause.payment_id : null
  const accrual_day = 'accrual_day' in cause ? cause.accrual_day : null
  const correction_id = 'correction_id' in cause ? cause.correction_id : null
  const created = noonOf(day)
  for (const move of moves) {
    const { kind, debit, credit, amount } = move
    if (amount === 0) continue
    const named = namedParties(move, { user_id, bank_account_id: place.bank_account })
    ledger_entry.add([
      ...[posting, kind, debit, credit, amount, loan_id, transfer_id, named.user_id, named.bank_account_id],
      ...[payment_id, accrual_day, correction_id, created],
    ])
  }
}

/** Adds the rows of a loan, of its order and of everything that happened to it. */
export function addLoanLines(
  tables: Tables,
  plan: LoanPlan,
  { history, place }: { history: History | null; place: Place },
): void {
  addLoan(tables, plan, { history, place })
  if (history === null) return
  addTransfer(tables, plan, place.transfer + 1 + plan.n)
  for (const payment of history.payments) addPayment(tables, { plan, payment }, place)
  for (const { id, payment_id, day } of history.corrections)
    tables.loan_correction.add([
      ...[id, plan.id, 'reversal', payment_id, 'Se registró dos veces', place.manager, noonOf(day)],
    ])
  for (const [index, posting] of history.postings.entries())
    addPosting(tables, posting, { plan, place, index })
}
