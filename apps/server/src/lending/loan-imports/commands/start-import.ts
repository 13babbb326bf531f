import type { ReadBook } from '@quincena/domain/loan-imports/read-book'
import { isoOf } from '../../../command/clock.ts'
import type { CommandContext } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import { runCommand } from '../../../command/run-command.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { requestApproval } from '../../../platform/approvals/commands/request-approval.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { executeImport } from '../handlers.ts'
import { type BookPlan, type ImportTerms, planBook } from '../queries/plan-book.ts'
import { differenceProblems, sumUp } from '../queries/reconcile-book.ts'

export interface NewLoanImport {
  file_name: string
  file_sha256: Buffer
  terms: ImportTerms
  book: ReadBook
}

/** Throws `loan_import.problems` (422) if anything in the workbook is wrong: all of it is imported, or nothing. */
async function refuseProblems(plan: BookPlan, terms: ImportTerms) {
  const problems = [...plan.problems, ...(await differenceProblems(plan.loans, terms))]
  if (problems.length > 0)
    throw new AppError('loan_import.problems', 422, { fields: { file: 'loan_import.problems' } })
  if (plan.loans.every(({ outcome }) => outcome === 'unchanged'))
    throw new AppError('loan_import.nothing_new', 422, { fields: { file: 'loan_import.nothing_new' } })
}

const ROWS_PER_STATEMENT = 200

async function insertRows(trx: Trx, loan_import_id: number, { loans }: BookPlan) {
  for (let at = 0; at < loans.length; at += ROWS_PER_STATEMENT) {
    const part = loans.slice(at, at + ROWS_PER_STATEMENT)
    const rows = part.map(({ planned, worker, company, outcome, loan_id }) => ({
      ...{ loan_import_id, number: planned.loan.row, former_id: planned.loan.facts.former_id },
      ...{ user_id: worker.id, company_id: company.id, facts: JSON.stringify(planned.loan.facts), outcome },
      ...{ claimed_cents: planned.loan.facts.claimed, calculated_cents: planned.calculated, loan_id },
      payment_rows: JSON.stringify(planned.loan.payment_rows),
      balance_row: planned.loan.balance_row,
    }))
    await trx.insertInto('loan_import_row').values(rows).execute()
  }
}

/**
 * Stores the loans of a workbook without a problem and asks a second person to import them: nothing is owed yet. Throws
 * `loan_import.problems` and `loan_import.nothing_new` (422).
 */
export function startLoanImport(deps: Deps, context: CommandContext, start: NewLoanImport) {
  const { file_name, file_sha256, terms, book } = start
  return runCommand(deps, context, async (trx) => {
    const plan = await planBook(trx, book, terms)
    await refuseProblems(plan, terms)
    const { loans_total, created, unchanged, calculated, above_limit } = sumUp(plan.loans, terms)
    const { id } = await trx
      .insertInto('loan_import')
      .values({
        ...{ file_name, file_sha256, uploaded_by: context.user.id, created_at: isoOf(deps.clock()) },
        ...{ cut_off_day: terms.cut_off_day, balance_kind: terms.balance_kind },
        difference_limit_cents: terms.difference_limit,
        accepts_differences: terms.accepts_differences,
        ...{ loans_total, created_count: created, unchanged_count: unchanged },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await insertRows(trx, id, plan)
    const payload = { loan_import_id: id }
    const approval = await requestApproval(deps, trx, { context, action: executeImport, payload })
    await trx.updateTable('loan_import').set({ approval_id: approval.id }).where('id', '=', id).execute()
    await writeAudit(deps, trx, {
      ...{ context, action: 'loan_import.uploaded', subject: ['loan_import', id] },
      after: {
        file_name,
        loans_total,
        created,
        unchanged,
        calculated_cents: calculated,
        above_limit,
        ...terms,
      },
    })
    return { loan_import_id: id, approval_id: approval.id }
  })
}
