import { businessDay, type Day } from '@quincena/domain/dates'
import type { Background, OtherLoan } from '@quincena/domain/loans/background'
import {
  largestLoan,
  paymentInForce,
  paymentPerMonth,
  paymentPerQuincena,
  shareOfSalary,
} from '@quincena/domain/loans/capacity'
import { worstDelay } from '@quincena/domain/loans/delays'
import { daysLate } from '@quincena/domain/loans/delinquency'
import { DEFAULT_ADVANCE_SHARE } from '@quincena/domain/loans/limits'
import { OPEN_STATES } from '@quincena/domain/loans/rules'
import { isoOf } from '../../../command/clock.ts'
import type { Db } from '../../../db/types.ts'
import { listReviews } from '../../../people/documents/queries.ts'
import { listRecentChanges } from '../../../people/worker-changes/queries.ts'
import type { LoanRow } from '../commands/move-loan.ts'
import type { LoanOfList } from '../presenters.ts'
import { loanRows, ownTerms } from './loans.ts'
import { type LoadedLoan, loadLoans } from './position.ts'

/** The newest loans of a person that are read, and how many of the ended ones are shown. */
const readLoans = 100
const shownLoans = 20
const changeDays = 30

const isOpen = ({ state }: LoanOfList) => OPEN_STATES.some((open) => open === state)

function presentOther(loan: LoanOfList, today: Day): OtherLoan {
  const { id, folio, type, state, in_clarification, rejected_at, rejection_reason } = loan
  return {
    ...{ id, folio, type, state, in_clarification },
    amount: loan.amount_cents,
    amount_due: loan.amount_due_cents,
    days_late: daysLate(loan, today),
    ended_on: rejected_at === null ? null : businessDay(rejected_at),
    reason: rejection_reason,
  }
}

/** The payment of a period: of the schedule in force, or of the one that an acceptance would fix. */
function paymentOf(loan: LoanRow, loaded: LoadedLoan | undefined, today: Day) {
  if (loaded !== undefined) return paymentInForce(loaded.position, today)
  return loan.type === 'credit' ? loan.monthly_payment_cents : loan.total_debt_cents
}

type Loaded = ReadonlyMap<number, LoadedLoan>

async function capacityOf(
  db: Db,
  loan: LoanRow,
  { others, loaded, today }: { others: readonly LoanOfList[]; loaded: Loaded; today: Day },
): Promise<Background['capacity']> {
  const terms = await ownTerms(db, loan.user_id)
  const biweekly_salary = terms?.biweekly_salary ?? null
  const burden = { ...loan, payment: paymentOf(loan, undefined, today) }
  const per_quincena = paymentPerQuincena(burden)
  const open = others.filter(isOpen)
  const other_per_quincena = open
    .map((other) => paymentPerQuincena({ ...other, payment: paymentOf(other, loaded.get(other.id), today) }))
    .reduce((sum, payment) => sum + payment, 0)
  return {
    per_month: paymentPerMonth(burden),
    per_quincena,
    share: shareOfSalary(per_quincena, biweekly_salary),
    other_per_quincena,
    total_share: shareOfSalary(per_quincena + other_per_quincena, biweekly_salary),
    largest: largestLoan(loan.type, {
      biweekly_salary,
      advance_share: terms?.advance_share ?? DEFAULT_ADVANCE_SHARE,
      advance_cap: terms?.advance_cap ?? null,
    }),
  }
}

function worstOf(others: readonly LoanOfList[], loaded: Loaded, today: Day): Background['worst_delay'] {
  const delays = others.flatMap((loan) => {
    const paid = loan.in_clarification ? undefined : loaded.get(loan.id)
    if (paid === undefined) return []
    const { grace_bank_days, clarified_on, folio } = loan
    return [{ folio, days: worstDelay(paid, { today, grace_bank_days, clarified_on }) }]
  })
  const worst = delays.toSorted((one, other) => other.days - one.days)[0]
  return worst === undefined || worst.days === 0 ? null : worst
}

/** What staff weigh before they decide a loan. The number of queries is fixed, however many loans the person has. */
export async function findBackground(db: Db, loan: LoanRow, now: Temporal.Instant): Promise<Background> {
  const { user_id } = loan
  const today = businessDay(now)
  const ofPerson = loanRows(db).where('l.user_id', '=', user_id).where('l.id', '<>', loan.id)
  const others: LoanOfList[] = await ofPerson.orderBy('l.id', 'desc').limit(readLoans).execute()
  const open = others.filter(isOpen)
  const ended = others.filter((other) => !isOpen(other))
  const loaded = await loadLoans(db, others)
  const since = isoOf(now.subtract({ hours: 24 * changeDays }))
  return {
    capacity: await capacityOf(db, loan, { others, loaded, today }),
    other_loans: [...open, ...ended.slice(0, shownLoans)].map((other) => presentOther(other, today)),
    other_count: others.length,
    worst_delay: worstOf(others, loaded, today),
    changes: await listRecentChanges(db, { user_id, since }),
    documents: await listReviews(db, user_id),
  }
}
