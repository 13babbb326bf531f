import type { ImportPreview, RejectedCell, RowProblem } from '@quincena/domain/imports/schema'
import type { Actor } from '../../../command/context.ts'
import type { Db } from '../../../db/types.ts'
import type { ReadFile } from '../rules/read-spreadsheet.ts'
import { type FormRow, type Outcome, planRows } from './plan-rows.ts'

const SHOWN_ROWS = 10
const SHOWN_PROBLEMS = 100

/** A row in the JSON batches of the reading process. */
type ReadRow = [
  number: number,
  cells: (string | null)[],
  form: FormRow['form'] | null,
  problems: RowProblem[] | null,
]

async function planBatch(
  db: Db,
  batch: ReadRow[],
  { user, company_id }: { user: Actor; company_id: number | null },
): Promise<Map<number, Outcome>> {
  const rows = batch.flatMap(([number, , form]) => (form === null ? [] : [{ number, form }]))
  const planned = await planRows(db, { user, company_id, rows })
  const refused = batch.flatMap(([number, , , problems]): Outcome[] =>
    problems === null ? [] : [{ number, outcome: 'rejected', problems }],
  )
  return new Map([...planned, ...refused].map((outcome) => [outcome.number, outcome]))
}

/** Shows what a file would change, row by row, without writing; four queries per batch. */
export async function previewFile(
  db: Db,
  file: ReadFile,
  scope: { user: Actor; company_id: number | null },
): Promise<ImportPreview> {
  const counts = { created: 0, updated: 0, unchanged: 0, rejected: 0 }
  const rows: ImportPreview['rows'] = []
  const rejected: RejectedCell[] = []
  for await (const text of file.batches) {
    const batch: ReadRow[] = JSON.parse(text)
    const outcomes = await planBatch(db, batch, scope)
    for (const [row, cells] of batch) {
      const { outcome, problems } = outcomes.get(row) ?? { outcome: 'unchanged', problems: [] }
      counts[outcome] += 1
      if (rows.length < SHOWN_ROWS) rows.push({ row, cells, outcome, problems })
      if (rejected.length < SHOWN_PROBLEMS) rejected.push(...problems.map((problem) => ({ row, ...problem })))
    }
  }
  const { rejected: rejected_count, ...others } = counts
  const columns = file.headers.map((header, index) => ({ header, field: file.fields[index] ?? null }))
  return { rows_total: file.rows_total, ...others, rejected_count, columns, rows, rejected }
}
