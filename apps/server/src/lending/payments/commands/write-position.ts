import { businessDay } from '@quincena/domain/dates'
import { booksOn } from '@quincena/domain/loans/books'
import { lateFrom } from '@quincena/domain/loans/delinquency'
import { figuresOn } from '@quincena/domain/loans/figures'
import type { LoanPosition } from '@quincena/domain/loans/position'
import type { Division } from '@quincena/domain/loans/replay'
import { isoOf } from '../../../command/clock.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import {
  type Cause,
  type Move,
  moneyMoves,
  movesBetween,
  type PaidMoney,
  writePostings,
} from '../../../treasury/ledger/commands.ts'
import { changeLoan, type LoanRow, moveLoan } from '../../loans/commands/move-loan.ts'
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

/** Writes a loan's amount due, dates and state as its position gives them today. */
export async function writeState(
  deps: Deps,
  trx: Trx,
  { loan, position }: { loan: LoanRow; position: LoanPosition },
): Promise<LoanRow> {
  const today = businessDay(deps.clock())
  const { amount_due: amount_due_cents, next_payment_date } = figuresOn(position, today)
  const late_from = lateFrom(position, loan.grace_bank_days)
  const changes = { amount_due_cents, next_payment_date, late_from, booked_day: today }
  if (position.settled !== null && loan.state !== 'completed') {
    const now = isoOf(deps.clock())
    const ended = { ...changes, completed_at: now, closed_at: now }
    return moveLoan(deps, trx, { loan, event: 'complete', changes: ended })
  }
  const late = late_from !== null && late_from <= today
  if (loan.state === 'overdue' && !late) return moveLoan(deps, trx, { loan, event: 'catch_up', changes })
  if (loan.state === 'active' && late) return moveLoan(deps, trx, { loan, event: 'fall_overdue', changes })
  return changeLoan(deps, trx, { loan, changes })
}

interface PositionChange {
  loan: LoanRow
  before: Pick<LoadedLoan, 'position' | 'tax'>
  after: LoanPosition
  cause: Cause
  /** The money of the payment, negative for its reversal. */
  money: PaidMoney
  /** Moves beside those of the books. */
  beside?: readonly Move[]
}

/**
 * Posts the difference of a loan's two states with the money that caused it, and writes the loan's new state. The loan
 * is locked. Amounts in centavos.
 */
export async function writePosition(
  deps: Deps,
  trx: Trx,
  { loan, before, after, cause, money, beside = [] }: PositionChange,
): Promise<LoanRow> {
  const { position, tax } = before
  const today = businessDay(deps.clock())
  const moves = [
    ...moneyMoves(money),
    ...beside,
    ...movesBetween({
      from: booksOn(position, loan.booked_day ?? today, tax),
      to: booksOn(after, today, tax),
      tax_added: tax.tax_added,
      money: money.remainder - money.amount,
    }),
  ]
  await writePostings(deps, trx, [{ loan_id: loan.id, cause, moves }])
  return writeState(deps, trx, { loan, position: after })
}
