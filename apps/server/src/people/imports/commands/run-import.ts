import { setTimeout as sleep } from 'node:timers/promises'
import type { RowProblem } from '@quincena/domain/imports/schema'
import { messageOf } from '@quincena/domain/messages'
import { conflictFromConstraint } from '../../../command/constraints.ts'
import { AppError } from '../../../command/errors.ts'
import type { Deps } from '../../../deps.ts'
import { importRows, rejectNextRow } from './import-rows.ts'

const BATCH_ROWS = 100
/**
 * Pause before the next batch, as a multiple of the time of the last one, so that other requests get the database and
 * the process.
 */
const PAUSE_SHARE = 1.5

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

/** Imports rows one by one after a batch failed: the bad row is rejected, the others are imported. */
async function importOneByOne(deps: Deps, import_id: number): Promise<boolean> {
  for (let left = BATCH_ROWS; left > 0; left -= 1) {
    try {
      if (!(await importRows(deps, import_id, 1))) return false
    } catch (error) {
      const problems = problemsOf(error)
      if (problems === null) throw error
      deps.log.warn({ err: error, import_id }, 'row of an upload refused')
      await rejectNextRow(deps, import_id, problems)
    }
  }
  return true
}

async function importBatch(deps: Deps, import_id: number): Promise<boolean> {
  try {
    return await importRows(deps, import_id, BATCH_ROWS)
  } catch (error) {
    if (problemsOf(error) === null) throw error
    return importOneByOne(deps, import_id)
  }
}

/** Imports all rows of an import in batches; after a crash it continues with the remaining rows. */
export async function runImport(deps: Deps, import_id: number): Promise<void> {
  for (;;) {
    const began = performance.now()
    if (!(await importBatch(deps, import_id))) return
    await sleep((performance.now() - began) * PAUSE_SHARE)
  }
}
