import { businessDay } from '@quincena/domain/dates'
import { headerOf } from '@quincena/domain/loan-imports/columns'
import type { SheetProblem } from '@quincena/domain/loan-imports/schema'
import { booksOn } from '@quincena/domain/loans/books'
import { messageOf } from '@quincena/domain/messages'
import { type Selectable, sql } from 'kysely'
import { isoOf } from '../../../command/clock.ts'
import type { CommandContext } from '../../../command/context.ts'
import { takeLock } from '../../../db/locks.ts'
import type { Database, Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { writeAudit } from '../../../platform/audit/commands/write-audit.ts'
import { notify } from '../../../platform/notifications/commands/notify.ts'
import { postOpenings } from '../../../treasury/ledger/commands.ts'
import { insertImportedLoans } from '../../loans/commands/insert-imported.ts'
import { insertImportedPayments } from '../../payments/commands/insert-imported.ts'
import { readStoredLoans } from '../queries/imports.ts'
import { type BookLoan, planBook } from '../queries/plan-book.ts'
import { changeProblems, differenceProblems } from '../queries/reconcile-book.ts'

type StoredImport = Selectable<Database['loan_import']>

const LOANS_PER_BATCH = 50

/** The data changed since the second person approved: nothing is imported. */
class ImportRefused extends Error {
  readonly problems: readonly SheetProblem[]
  constructor(problems: readonly SheetProblem[]) {
    super(problems[0]?.message)
    this.problems = problems
  }
}

/** Locks the workers in one order, as every command that gives a worker a loan does. */
async function lockWorkers(trx: Trx, loans: readonly { user_id: number }[]) {
  const ids = [...new Set(loans.map(({ user_id }) => user_id))]
  await sql`select id from app_user where id = any(${ids}::bigint[]) order by id for no key update`.execute(
    trx,
  )
}

/** Inserts a batch of loans with their payments and opens their books; returns the id of each. */
async function importBatch(deps: Deps, trx: Trx, { row, loans }: { row: StoredImport; loans: BookLoan[] }) {
  const loan_import_id = row.id
  const ids = await insertImportedLoans(deps, trx, {
    loan_import_id,
    loans: loans.map(({ worker, ...loan }) => ({ ...loan, user_id: worker.id })),
  })
  const histories = loans.map(({ planned, worker }, index) => ({
    ...{ loan_id: ids[index] ?? 0, user_id: worker.id, planned },
  }))
  const paid = await insertImportedPayments(deps, trx, { registered_by: row.uploaded_by, histories })
  const today = businessDay(deps.clock())
  await postOpenings(deps, trx, {
    loan_import_id,
    loans: histories.map(({ loan_id, planned: { loan, position, terms } }) => ({
      ...{ loan_id, amount: loan.facts.amount, payments: paid.get(loan_id) ?? [] },
      ...{ to: booksOn(position, today, terms), tax_added: terms.tax_added },
    })),
  })
  const numbers = loans.map(({ planned }) => planned.loan.row)
  await sql`update loan_import_row as r set loan_id = made.id
    from unnest(${numbers}::integer[], ${ids}::bigint[]) as made (number, id)
    where r.loan_import_id = ${loan_import_id} and r.number = made.number`.execute(trx)
}

/** Shows how far the job is; on a connection of its own, because the import itself is one transaction. */
async function showProgress(deps: Deps, id: number, loans_done: number) {
  await deps.db
    .updateTable('loan_import')
    .set({ loans_done })
    .where('id', '=', id)
    .where('state', '=', 'approved')
    .execute()
}

/** The command context of the job: the admin who approved the import. */
async function contextOf(trx: Trx, { approved_by }: StoredImport): Promise<CommandContext> {
  const user = await trx
    .selectFrom('app_user')
    .select(['id', 'user_type', 'company_id'])
    .where('id', '=', approved_by ?? 0)
    .executeTakeFirstOrThrow()
  return { user, session_id: null, ip: null, user_agent: null }
}

const number = new Intl.NumberFormat('es-MX')

async function finish(deps: Deps, trx: Trx, row: StoredImport) {
  const { id, created_count, unchanged_count, loans_total } = row
  await trx
    .updateTable('loan_import')
    .set({ state: 'finished', loans_done: loans_total, finished_at: isoOf(deps.clock()) })
    .where('id', '=', id)
    .execute()
  await writeAudit(deps, trx, {
    context: await contextOf(trx, row),
    action: 'loan_import.finished',
    subject: ['loan_import', id],
    after: { created_count, unchanged_count },
  })
  await notify(deps, trx, {
    recipient_id: row.uploaded_by,
    title: 'Terminamos de importar los préstamos',
    message: `${row.file_name}: ${number.format(created_count)} préstamos nuevos, ${number.format(unchanged_count)} que ya estaban.`,
    reason_key: `loan-import:${id}`,
  })
  await deps.events.publish(trx, { topic: 'loan', id: 0, user_ids: [], staff: true })
}

/** What another import brought meanwhile is unchanged in this one. */
async function markUnchanged(trx: Trx, id: number, loans: readonly BookLoan[]) {
  const known = loans.filter(({ outcome }) => outcome === 'unchanged')
  const numbers = known.map(({ planned }) => planned.loan.row)
  const ids = known.map(({ loan_id }) => loan_id)
  await sql`update loan_import_row as r set outcome = 'unchanged', loan_id = known.id
    from unnest(${numbers}::integer[], ${ids}::bigint[]) as known (number, id)
    where r.loan_import_id = ${id} and r.number = known.number and r.outcome = 'created'`.execute(trx)
}

/** True for rows that the database refuses whenever they come: another run would end the same way. */
const isRefusedRow = (error: unknown) =>
  error instanceof Error && 'code' in error && /^2[23]/.test(String(error.code))

const REFUSED = 'tiene datos que no se pueden guardar. Pide a soporte que revise el libro'

/** What only the whole import violates. */
const REFUSED_BOOK: SheetProblem = {
  ...{ sheet: 'loans', row: 0, column: '' },
  message: `La carga completa ${REFUSED}`,
}

const refusedRow = ({ planned: { loan } }: BookLoan): SheetProblem => ({
  ...{ sheet: 'loans', row: loan.row, column: headerOf('loans', 'former_id') },
  message: `Este préstamo ${REFUSED}`,
})

/** Imports a batch; false, and nothing of it, if the database refuses one of its rows. */
async function tryBatch(deps: Deps, trx: Trx, batch: { row: StoredImport; loans: BookLoan[] }) {
  await sql`savepoint loan_batch`.execute(trx)
  try {
    await importBatch(deps, trx, batch)
    await sql`release savepoint loan_batch`.execute(trx)
    return true
  } catch (error) {
    if (!isRefusedRow(error)) throw error
    deps.log.error({ err: error, loan_import_id: batch.row.id }, 'the database refused a loan of an import')
    await sql`rollback to savepoint loan_batch`.execute(trx)
    return false
  }
}

/** Imports a batch, or refuses the import with the first of its loans that the database does not take. */
async function importOrRefuse(
  deps: Deps,
  trx: Trx,
  { row, loans }: { row: StoredImport; loans: BookLoan[] },
) {
  if (await tryBatch(deps, trx, { row, loans })) return
  for (const loan of loans)
    if (!(await tryBatch(deps, trx, { row, loans: [loan] }))) throw new ImportRefused([refusedRow(loan)])
}

/** Plans the stored loans again with the present data, and imports the new ones. */
async function importAll(deps: Deps, trx: Trx, row: StoredImport) {
  const terms = { ...row, difference_limit: row.difference_limit_cents }
  const stored = await readStoredLoans(trx, row.id)
  await lockWorkers(trx, stored)
  const { loans, problems } = await planBook(trx, { loans: stored, problems: [] }, terms)
  const all = [...problems, ...changeProblems(stored, loans), ...(await differenceProblems(loans, terms))]
  if (all.length > 0) throw new ImportRefused(all)
  const made = loans.filter(({ outcome }) => outcome === 'created')
  for (let at = 0; at < made.length; at += LOANS_PER_BATCH) {
    await importOrRefuse(deps, trx, { row, loans: made.slice(at, at + LOANS_PER_BATCH) })
    await showProgress(deps, row.id, Math.min(made.length, at + LOANS_PER_BATCH))
  }
  const created_count = made.length
  const unchanged_count = loans.length - created_count
  await markUnchanged(trx, row.id, loans)
  await trx
    .updateTable('loan_import')
    .set({ created_count, unchanged_count })
    .where('id', '=', row.id)
    .execute()
  await finish(deps, trx, { ...row, created_count, unchanged_count })
}

/** Keeps why an import failed and notifies who uploaded it; nothing of it was imported. */
async function fail(deps: Deps, id: number, problems: readonly SheetProblem[]) {
  await deps.db.transaction().execute(async (trx) => {
    const failed = await trx
      .updateTable('loan_import')
      .set({
        ...{ state: 'failed', loans_done: 0, finished_at: isoOf(deps.clock()) },
        problems: JSON.stringify(problems.slice(0, 200)),
      })
      .where('id', '=', id)
      .where('state', '=', 'approved')
      .returningAll()
      .executeTakeFirst()
    if (failed === undefined) return
    await writeAudit(deps, trx, {
      context: await contextOf(trx, failed),
      action: 'loan_import.failed',
      subject: ['loan_import', id],
      after: { problems: problems.length },
    })
    await notify(deps, trx, {
      recipient_id: failed.uploaded_by,
      title: 'No se importó ningún préstamo',
      message: `${failed.file_name}: ${problems[0]?.message ?? messageOf('loan_import.problems')}`,
      reason_key: `loan-import:${id}`,
    })
  })
}

/**
 * Imports the loans that a second person approved, all of them in one transaction or none. Each opens in the ledger with
 * the product's balance of today (lending.md). A loan that is there already is left as it is. If the data changed since,
 * the import fails with the problems and nothing is imported. A second run does nothing.
 */
export async function runLoanImport(deps: Deps, loan_import_id: number): Promise<void> {
  try {
    await deps.db.transaction().execute(async (trx) => {
      await takeLock(trx, 'loan_import')
      const row = await trx
        .selectFrom('loan_import')
        .selectAll()
        .where('id', '=', loan_import_id)
        .where('state', '=', 'approved')
        .executeTakeFirst()
      if (row !== undefined) await importAll(deps, trx, row)
    })
  } catch (error) {
    if (error instanceof ImportRefused) return fail(deps, loan_import_id, error.problems)
    if (!isRefusedRow(error)) throw error
    deps.log.error({ err: error, loan_import_id }, 'the database refused an import')
    await fail(deps, loan_import_id, [REFUSED_BOOK])
  }
}
