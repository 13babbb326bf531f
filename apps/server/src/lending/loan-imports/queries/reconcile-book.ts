import { formatMoney } from '@quincena/domain/format'
import { headerOf } from '@quincena/domain/loan-imports/columns'
import type { ReconciledLoan, SheetProblem } from '@quincena/domain/loan-imports/schema'
import type { Cents } from '@quincena/domain/money'
import { inTurns } from '../../../workers/turns.ts'
import { type BookLoan, type ImportTerms, problemAt } from './plan-book.ts'

/** True if the difference of a new loan is above the limit. */
function isAboveLimit({ planned, outcome }: BookLoan, { difference_limit }: ImportTerms): boolean {
  return outcome === 'created' && Math.abs(planned.calculated - planned.loan.facts.claimed) > difference_limit
}

/** A planned loan as the reconciliation shows it. */
export function reconcile(one: BookLoan, terms: ImportTerms): ReconciledLoan {
  const { planned, worker, company, outcome, loan_id } = one
  const { row, facts } = planned.loan
  return {
    ...{ row, former_id: facts.former_id, type: facts.type, worker: worker.name, company: company.name },
    ...{ amount: facts.amount, payments_count: facts.payments.length, claimed: facts.claimed },
    ...{ calculated: planned.calculated, difference: planned.calculated - facts.claimed },
    ...{ is_above_limit: isAboveLimit(one, terms), outcome, loan: loan_id },
  }
}

/** The counts and sums of planned loans, in centavos. */
export function sumUp(loans: readonly BookLoan[], terms: ImportTerms) {
  const sum = (of: (one: BookLoan) => number) => loans.reduce((total, one) => total + of(one), 0)
  const claimed = sum(({ planned }) => planned.loan.facts.claimed)
  const calculated = sum(({ planned }) => planned.calculated)
  return {
    loans_total: loans.length,
    created: sum(({ outcome }) => (outcome === 'created' ? 1 : 0)),
    unchanged: sum(({ outcome }) => (outcome === 'unchanged' ? 1 : 0)),
    payments_total: sum(({ planned }) => planned.loan.facts.payments.length),
    ...{ claimed, calculated, difference: calculated - claimed },
    above_limit: sum((one) => (isAboveLimit(one, terms) ? 1 : 0)),
  }
}

function differenceText(calculated: Cents, claimed: Cents): string {
  const difference = formatMoney(Math.abs(calculated - claimed))
  const figures = `El sistema anterior reporta ${formatMoney(claimed)} y sus pagos dan ${formatMoney(calculated)}`
  return `${figures}: ${difference} de diferencia. Corrige el préstamo, sus pagos o el saldo, o pide que la segunda persona acepte el ajuste`
}

function differenceProblem({ planned: { loan, calculated } }: BookLoan): SheetProblem {
  const message = differenceText(calculated, loan.facts.claimed)
  const { balance_row: row } = loan
  if (row === null) return problemAt(loan, 'former_id', message)
  return { sheet: 'balances', row, column: headerOf('balances', 'claimed'), message }
}

/** The problem of each loan whose difference is above the limit, unless the second person is asked to accept them. */
export async function differenceProblems(
  loans: readonly BookLoan[],
  terms: ImportTerms,
): Promise<SheetProblem[]> {
  const problems: SheetProblem[] = []
  if (terms.accepts_differences) return problems
  await inTurns(loans, (one) => {
    if (isAboveLimit(one, terms)) problems.push(differenceProblem(one))
  })
  return problems
}

/** A loan as the second person saw it. */
interface SeenLoan {
  row: number
  user_id: number
  calculated_cents: Cents
}

/** The problem of each new loan that is another worker's, or has another balance, than the second person saw. */
export function changeProblems(seen: readonly SeenLoan[], loans: readonly BookLoan[]): SheetProblem[] {
  const rows = new Map(seen.map((one) => [one.row, one]))
  return loans.flatMap(({ planned: { loan, calculated }, worker, outcome }) => {
    const before = rows.get(loan.row)
    if (before === undefined || outcome === 'unchanged') return []
    if (before.user_id !== worker.id)
      return [problemAt(loan, 'curp', 'Ahora es de otro trabajador que al pedir la carga: pídela de nuevo')]
    if (before.calculated_cents === calculated) return []
    const figures = `su saldo era ${formatMoney(before.calculated_cents)} y ahora es ${formatMoney(calculated)}`
    return [problemAt(loan, 'amount', `Cambió desde que se pidió la carga: ${figures}. Pídela de nuevo`)]
  })
}
