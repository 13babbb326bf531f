import { businessDay } from '@quincena/domain/dates'
import { booksOn } from '@quincena/domain/loans/books'
import { lateFrom } from '@quincena/domain/loans/delinquency'
import { figuresOn } from '@quincena/domain/loans/figures'
import type { LoanPosition } from '@quincena/domain/loans/position'
import type { Division } from '@quincena/domain/loans/replay'
import { type LoanEvent, transition } from '@quincena/domain/loans/rules'
import type { Updateable } from 'kysely'
import { isoOf } from '../../../command/clock.ts'
import type { LoanTables } from '../../../db/loan-types.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import {
  type Cause,
  type MoneySource,
  type Parties,
  writePostings,
} from '../../../treasury/ledger/commands.ts'
import { type Move, movesBetween } from '../../../treasury/ledger/rules.ts'
import { changeLoanLater, type LoanRow } from '../../loans/commands/move-loan.ts'
import { hasClarification } from '../../loans/queries/clarification.ts'
import type { LoadedLoan } from '../../loans/queries/position.ts'

/** A division as the columns of a payment's row. */
export function divisionColumns(division: Division) {
  return {
    previous_amount_due_cents: division.previous_amount_due,
    new_amount_due_cents: division.amount_due,
    discount_cents: division.discount,
    due_cents: division.due,
    on_account_cents: division.on_account,
    prepaid_cents: division.prepaid,
    principal_cents: division.principal,
    interest_cents: division.interest,
    tax_cents: division.tax,
  }
}

type Divisions = LoadedLoan['divisions']

const differs = (one: Division | undefined, other: Division) =>
  one === undefined || JSON.stringify(divisionColumns(one)) !== JSON.stringify(divisionColumns(other))

/** Writes where later payments went after a correction; their receipts are reissued. */
export async function writeChangedDivisions(
  deps: Deps,
  trx: Trx,
  { before, after }: { before: Divisions; after: Divisions },
): Promise<void> {
  const division_changed_at = isoOf(deps.clock())
  for (const [id, division] of after) {
    if (!before.has(id) || !differs(before.get(id), division)) continue
    const changes = { ...divisionColumns(division), division_changed_at }
    await trx.updateTable('payment').set(changes).where('id', '=', id).execute()
  }
}

/** The event that a loan's position is on `today`; null if its state stays. */
function eventOf(
  { state }: LoanRow,
  { settled, late }: { settled: boolean; late: boolean },
): LoanEvent | null {
  if (settled) return state === 'completed' ? null : 'complete'
  if (state === 'overdue' && !late) return 'catch_up'
  return state === 'active' && late ? 'fall_overdue' : null
}

interface StateChanges {
  changes: Updateable<LoanTables['loan']> & Pick<LoanRow, 'amount_due_cents'>
  /** The transition among them; null if the state stays. */
  event: LoanEvent | null
}

/**
 * A loan's amount due, dates and state as its position gives them now. A loan in clarification does not become late.
 */
export async function stateChanges(
  deps: Pick<Deps, 'clock'>,
  trx: Trx,
  { loan, position }: { loan: LoanRow; position: LoanPosition },
): Promise<StateChanges> {
  const now = isoOf(deps.clock())
  const today = businessDay(now)
  const { amount_due: amount_due_cents, next_payment_date } = figuresOn(position, today)
  const late_from = lateFrom(position, loan.grace_bank_days, loan.clarified_on)
  const late = late_from !== null && late_from <= today
  const found = eventOf(loan, { settled: position.settled !== null, late })
  const waits = found === 'fall_overdue' && (await hasClarification(trx, loan.id))
  const event = waits ? null : found
  const changes = {
    ...{ amount_due_cents, next_payment_date, late_from, booked_day: today },
    ...(event !== null && { state: transition(loan.state, event) ?? loan.state }),
    ...(event === 'complete' && { completed_at: now, closed_at: now }),
  }
  return { changes, event }
}

/** How much moves change the receivable, in centavos. */
const receivableOf = (moves: readonly Move[]) =>
  moves.reduce((sum, { debit, credit, amount }) => {
    if (debit === 'loan_receivable') return sum + amount
    return credit === 'loan_receivable' ? sum - amount : sum
  }, 0)

/** The loan, its worker and the source of the money, as entries of a payment name them. */
export const partiesOf = (
  { id: loan_id, user_id }: LoanRow,
  { incoming_payment_id, bank_account_id }: MoneySource,
): Parties => ({ loan_id, user_id, incoming_payment_id, bank_account_id })

interface PositionChange {
  loan: LoanRow
  before: Pick<LoadedLoan, 'position' | 'tax'>
  after: LoanPosition
  cause: Cause
  /** The moves of the money that changed the position, and where that money came from. */
  money: readonly Move[]
  source: MoneySource
}

/**
 * Posts the difference of a loan's two states with the money that caused it, and writes the loan's new state, with the
 * next message. The loan is locked. Returns its new amount due.
 */
export async function writePosition(
  deps: Deps,
  trx: Trx,
  { loan, before, after, cause, money, source }: PositionChange,
): Promise<Pick<LoanRow, 'amount_due_cents'>> {
  const { position, tax } = before
  const today = businessDay(deps.clock())
  const change = {
    from: booksOn(position, loan.booked_day ?? today, tax),
    to: booksOn(after, today, tax),
    ...{ tax_added: tax.tax_added, money: receivableOf(money) },
  }
  const moves = [...money, ...movesBetween(change)]
  await writePostings(deps, trx, [{ ...partiesOf(loan, source), cause, moves }])
  const { changes, event } = await stateChanges(deps, trx, { loan, position: after })
  await changeLoanLater(deps, trx, { loan, changes, event })
  if (changes.state === 'completed') await deps.queue.send(trx, 'issue-no-debt-letter', { loan_id: loan.id })
  return { amount_due_cents: changes.amount_due_cents }
}
