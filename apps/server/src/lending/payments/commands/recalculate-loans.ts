import { amountDue } from '@quincena/domain/loans/figures'
import { isPayable, PAID_OUT_STATES } from '@quincena/domain/loans/rules'
import type { Cents } from '@quincena/domain/money'
import type { Db, Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import type { LoanRow, Publishing } from '../../loans/commands/move-loan.ts'
import { type LoadedLoan, loadLoans } from '../../loans/queries/position.ts'
import { recalculateLoan } from './recalculate-loan.ts'

const loansPerBatch = 500

type Recalculating = Publishing & Pick<Deps, 'db'>

/** What the first calculation by the model changes. Amounts in centavos. */
export interface Recalculation {
  loans: number
  /** Loans whose amount due falls, and by how much together. */
  lower: number
  lower_cents: Cents
  /** Loans that turn out to be paid off. */
  settled: number
  /** Loans whose payments exceed what settles them; the rest belongs to the worker. */
  overpaid: number
  overpaid_cents: Cents
  /** Completed loans whose payments leave interest open, which stays waived. */
  waived: number
  waived_cents: Cents
}

const NOTHING: Recalculation = {
  ...{ loans: 0, lower: 0, lower_cents: 0, settled: 0 },
  ...{ overpaid: 0, overpaid_cents: 0, waived: 0, waived_cents: 0 },
}

const sumOf = (loaded: LoadedLoan, part: 'remainder' | 'waived') =>
  loaded.payments.reduce((sum, payment) => sum + payment[part], 0)

/** The change of one loan. Throws if its amount due would rise, which the model cannot do. */
function changeOf(loan: LoanRow, loaded: LoadedLoan): Recalculation {
  const fall = loan.amount_due_cents - amountDue(loaded.position)
  if (fall < 0) throw new Error(`The amount due of loan ${loan.id} would rise by ${-fall} centavos`)
  const [overpaid_cents, waived_cents] = [sumOf(loaded, 'remainder'), sumOf(loaded, 'waived')]
  return {
    ...{ loans: 1, lower: fall > 0 ? 1 : 0, lower_cents: fall },
    settled: isPayable(loan.state) && loaded.position.settled !== null ? 1 : 0,
    ...{ overpaid: overpaid_cents > 0 ? 1 : 0, overpaid_cents },
    ...{ waived: waived_cents > 0 ? 1 : 0, waived_cents },
  }
}

function add(one: Recalculation, other: Recalculation): Recalculation {
  return {
    loans: one.loans + other.loans,
    lower: one.lower + other.lower,
    lower_cents: one.lower_cents + other.lower_cents,
    settled: one.settled + other.settled,
    overpaid: one.overpaid + other.overpaid,
    overpaid_cents: one.overpaid_cents + other.overpaid_cents,
    waived: one.waived + other.waived,
    waived_cents: one.waived_cents + other.waived_cents,
  }
}

/** The next loans that the model has not calculated yet, in order of id. */
function nextLoans(db: Db | Trx, after: number) {
  return db
    .selectFrom('loan')
    .selectAll()
    .where('state', 'in', PAID_OUT_STATES)
    .where('booked_day', 'is', null)
    .where('id', '>', after)
    .orderBy('id')
    .limit(loansPerBatch)
}

interface Batch {
  change: Recalculation
  last: number | null
}

async function foresee(db: Db, after: number): Promise<Batch> {
  const loans = await nextLoans(db, after).execute()
  const loaded = await loadLoans(db, loans)
  const change = loans.reduce((sum, loan) => {
    const one = loaded.get(loan.id)
    return one === undefined ? sum : add(sum, changeOf(loan, one))
  }, NOTHING)
  return { change, last: loans.at(-1)?.id ?? null }
}

function recalculateBatch(deps: Recalculating, after: number): Promise<Batch> {
  return deps.db.transaction().execute(async (trx) => {
    const loans = await nextLoans(trx, after).forNoKeyUpdate().execute()
    const loaded = await loadLoans(trx, loans)
    let change = NOTHING
    for (const loan of loans) {
      const one = loaded.get(loan.id)
      if (one !== undefined) change = add(change, changeOf(loan, one))
      await recalculateLoan(deps, trx, { loan })
    }
    return { change, last: loans.at(-1)?.id ?? null }
  })
}

/**
 * Calculates every paid-out loan of the earlier rules by the model (lending.md §7), 500 in each transaction, so that a
 * run that was cut goes on where it ended. With `dry_run` it only returns what would change.
 */
export async function recalculateLoans(
  deps: Recalculating,
  { dry_run }: { dry_run: boolean },
): Promise<Recalculation> {
  let total = NOTHING
  let after: number | null = 0
  while (after !== null) {
    const batch: Batch = dry_run ? await foresee(deps.db, after) : await recalculateBatch(deps, after)
    total = add(total, batch.change)
    after = batch.last
  }
  return total
}
