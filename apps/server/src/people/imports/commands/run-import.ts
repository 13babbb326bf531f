import type { RowProblem } from '@quincena/domain/imports/schema'
import { messageOf } from '@quincena/domain/messages'
import { conflictFromConstraint } from '../../../command/constraints.ts'
import { AppError } from '../../../command/errors.ts'
import type { Deps } from '../../../deps.ts'
import { importRows, rejectNextRow } from './import-rows.ts'

/**
 * Rows of one transaction. More would be little faster, and each batch is prepared in one go on the event loop, where
 * other requests wait.
 */
const BATCH_ROWS = 500

/** True for PostgreSQL's error classes 22 (invalid value) and 23 (constraint violation). */
function isRefusedValue(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return false
  return typeof error.code === 'string' && /^2[23]/.test(error.code)
}

/** The problems of the row that caused the error; null if the row is not the cause. */
function problemsOf(error: unknown): RowProblem[] | null {
  const known = error instanceof AppError ? error : conflictFromConstraint(error)
  if (known !== undefined) {
    const fields = Object.entries(known.errors ?? {})
    if (fields.length === 0) return [{ field: '', message: known.detail }]
    return fields.map(([field, texts]) => ({ field, message: texts[0] ?? known.detail }))
  }
  return isRefusedValue(error) ? [{ field: '', message: messageOf('import.row_refused') }] : null
}

/** Imports the next rows. Of a batch that the database refuses, a smaller part is tried next, at last the bad row alone. */
async function importBatch(
  deps: Deps,
  import_id: number,
  limit: number,
): Promise<{ is_left: boolean; next: number }> {
  try {
    const is_left = await importRows(deps, import_id, limit)
    return { is_left, next: Math.min(2 * limit, BATCH_ROWS) }
  } catch (error) {
    const problems = problemsOf(error)
    if (problems === null) throw error
    if (limit > 1) return { is_left: true, next: Math.ceil(limit / 2) }
    // Without a row left, it was the end of the upload that the database refused.
    if (!(await rejectNextRow(deps, import_id, problems))) throw error
    deps.log.warn({ err: error, import_id }, 'row of an upload refused')
    return { is_left: true, next: 1 }
  }
}

/** Imports all rows of an import in batches; after a crash it continues with the remaining rows. */
export async function runImport(deps: Deps, import_id: number): Promise<void> {
  for (let limit = BATCH_ROWS; ; ) {
    const { is_left, next } = await importBatch(deps, import_id, limit)
    if (!is_left) return
    limit = next
  }
}
