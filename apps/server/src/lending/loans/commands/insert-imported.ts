import { businessDay, type Day } from '@quincena/domain/dates'
import type { PlannedLoan } from '@quincena/domain/loan-imports/plan-loan'
import { lateFrom } from '@quincena/domain/loans/delinquency'
import { figuresOn } from '@quincena/domain/loans/figures'
import { isoOf } from '../../../command/clock.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'

/** A planned loan of a former system with its borrower. */
export interface ImportedLoan {
  planned: PlannedLoan
  user_id: number
  company: { id: number; grace_bank_days: number }
  beside_another: boolean
}

/** Noon of a day in Mexico City: the former system states no time. */
const noonOf = (day: Day) =>
  Temporal.PlainDate.from(day)
    .toZonedDateTime({ timeZone: 'America/Mexico_City', plainTime: '12:00' })
    .toInstant()
    .toString()

function loanColumns({ planned, ...of }: ImportedLoan, { now, today }: { now: string; today: Day }) {
  const { loan, terms, rows, position } = planned
  const { former_id, type, amount, granted_on } = loan.facts
  const { amount_due, next_payment_date } = figuresOn(position, today)
  const late_from = lateFrom(position, of.company.grace_bank_days)
  const isLate = late_from !== null && late_from <= today
  const granted_at = noonOf(granted_on)
  return {
    ...{ user_id: of.user_id, company_id: of.company.id, type, former_id, beside_another: of.beside_another },
    ...{ state: isLate ? ('overdue' as const) : ('active' as const), late_from, next_payment_date },
    ...{ amount_cents: amount, commission_cents: terms.commission, interest_rate: terms.annual_rate },
    ...{ tax_rate: terms.tax_rate, tax_added: terms.tax_added, cat: terms.cat, term: terms.term },
    ...{ frequency: terms.frequency, installments: terms.installments },
    ...{ monthly_payment_cents: terms.monthly_payment, total_debt_cents: terms.total_debt },
    ...{ amount_due_cents: amount_due, payment_deadline: rows.at(-1)?.due_date ?? granted_on },
    ...{ requested_day: granted_on, start_day: granted_on },
    ...{ accepted_at: granted_at, sent_at: granted_at, settled_at: granted_at },
    ...{ booked_day: today, grace_bank_days: of.company.grace_bank_days },
    ...{ first_period_days: terms.first_period_days, created_at: now, updated_at: now },
  }
}

/**
 * Inserts loans of a former system in force, with the contract's schedules. Nothing is sent and nobody is notified; the
 * caller posts them. The workers are locked. Returns their ids, in the order of the loans.
 */
export async function insertImportedLoans(
  deps: Pick<Deps, 'clock'>,
  trx: Trx,
  { loan_import_id, loans }: { loan_import_id: number; loans: readonly ImportedLoan[] },
): Promise<number[]> {
  const now = isoOf(deps.clock())
  const times = { now, today: businessDay(now) }
  const inserted = await trx
    .insertInto('loan')
    .values(loans.map((loan) => ({ ...loanColumns(loan, times), loan_import_id })))
    .returning(['id', 'former_id'])
    .execute()
  const ids = new Map(inserted.map(({ id, former_id }) => [former_id, id]))
  const idOf = ({ planned }: ImportedLoan) => {
    const id = ids.get(planned.loan.facts.former_id)
    if (id === undefined) throw new Error(`Loan ${planned.loan.facts.former_id} was not inserted`)
    return id
  }
  const rows = loans.flatMap((loan) =>
    loan.planned.rows.map(({ number, due_date, payment, principal, interest, tax, balance }) => ({
      ...{ loan_id: idOf(loan), number, due_date, payment_cents: payment, principal_cents: principal },
      ...{ interest_cents: interest, tax_cents: tax, balance_cents: balance },
    })),
  )
  const most = 600
  for (let at = 0; at < rows.length; at += most)
    await trx
      .insertInto('installment')
      .values(rows.slice(at, at + most))
      .execute()
  return loans.map(idOf)
}
