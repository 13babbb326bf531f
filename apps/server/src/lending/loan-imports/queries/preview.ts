import type { ReadBook } from '@quincena/domain/loan-imports/read-book'
import type { LoanImportPreview } from '@quincena/domain/loan-imports/schema'
import type { Db } from '../../../db/types.ts'
import { nextTurn } from '../../../workers/turns.ts'
import { type BookLoan, type ImportTerms, planBook } from './plan-book.ts'
import { differenceProblems, reconcile, sumUp } from './reconcile-book.ts'

const SHOWN_LOANS = 100
const SHOWN_PROBLEMS = 200

/** The sums of each company's loans, in the order of their names. */
function sumCompanies(loans: readonly BookLoan[], terms: ImportTerms): LoanImportPreview['companies'] {
  const groups = Map.groupBy(loans, ({ company }) => company.name)
  return [...groups]
    .map(([company, group]) => {
      const { loans_total, claimed, calculated, difference } = sumUp(group, terms)
      const amount = group.reduce((sum, { planned }) => sum + planned.loan.facts.amount, 0)
      return { company, loans: loans_total, amount, claimed, calculated, difference }
    })
    .toSorted((one, other) => one.company.localeCompare(other.company, 'es-MX'))
}

const differenceOf = ({ planned }: BookLoan) => Math.abs(planned.calculated - planned.loan.facts.claimed)

/** The loans with the largest differences, so many as are shown. */
function largestDifferences(loans: readonly BookLoan[]): BookLoan[] {
  const order = (one: BookLoan, other: BookLoan) =>
    differenceOf(other) - differenceOf(one) || one.planned.loan.row - other.planned.loan.row
  return loans.toSorted(order).slice(0, SHOWN_LOANS)
}

/** Shows what a workbook would do: counts, sums of each company, balances and problems. Nothing is written. */
export async function previewBook(db: Db, book: ReadBook, terms: ImportTerms): Promise<LoanImportPreview> {
  const plan = await planBook(db, book, terms)
  const problems = [...plan.problems, ...(await differenceProblems(plan.loans, terms))]
  const largest = largestDifferences(plan.loans)
  await nextTurn()
  const sums = sumUp(plan.loans, terms)
  await nextTurn()
  return {
    ...sums,
    companies: sumCompanies(plan.loans, terms),
    loans: largest.map((one) => reconcile(one, terms)),
    problems_count: problems.length,
    problems: problems.slice(0, SHOWN_PROBLEMS),
  }
}
