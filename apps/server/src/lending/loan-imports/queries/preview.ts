import type { ReadBook } from '@quincena/domain/loan-imports/read-book'
import type { LoanImportPreview } from '@quincena/domain/loan-imports/schema'
import type { Db } from '../../../db/types.ts'
import {
  type BookLoan,
  differenceProblems,
  type ImportTerms,
  planBook,
  reconcile,
  sumUp,
} from './plan-book.ts'

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

/** Shows what a workbook would do: counts, sums of each company, balances and problems. Nothing is written. */
export async function previewBook(db: Db, book: ReadBook, terms: ImportTerms): Promise<LoanImportPreview> {
  const plan = await planBook(db, book, terms)
  const problems = [...plan.problems, ...differenceProblems(plan.loans, terms)]
  const rows = plan.loans.map((one) => reconcile(one, terms))
  const largest = rows.toSorted(
    (one, other) => Math.abs(other.difference) - Math.abs(one.difference) || one.row - other.row,
  )
  return {
    ...sumUp(plan.loans, terms),
    companies: sumCompanies(plan.loans, terms),
    loans: largest.slice(0, SHOWN_LOANS),
    problems_count: problems.length,
    problems: problems.slice(0, SHOWN_PROBLEMS),
  }
}
