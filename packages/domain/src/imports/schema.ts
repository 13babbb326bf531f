import { z } from 'zod'
import { id, instant } from '../fields.ts'
import { listQuery } from '../page.ts'

/** At most so many rows in a file. */
export const IMPORT_ROWS_LIMIT = 20_000
export const IMPORT_FILE_LIMIT_BYTES = 25 * 1024 * 1024

const importKind = z.enum(['users', 'companies'])
export type ImportKind = z.infer<typeof importKind>

/** What is wrong with one cell of a row. */
const rowProblem = z.object({ field: z.string(), message: z.string() })
export type RowProblem = z.infer<typeof rowProblem>

/** The row's number is the spreadsheet's own. */
const rejectedCell = rowProblem.extend({ row: z.int().positive() })
export type RejectedCell = z.infer<typeof rejectedCell>

export const rowOutcome = z.enum(['created', 'updated', 'unchanged', 'rejected'])
export type RowOutcome = z.infer<typeof rowOutcome>

const count = z.int().nonnegative()

/** How many rows came out how. */
const outcomeCounts = { created: count, updated: count, unchanged: count, rejected_count: count }

/** What a file would do, checked without writing. */
const importPreview = z.object({
  rows_total: count,
  ...outcomeCounts,
  /** The file's columns in their order; `field` null: not used. */
  columns: z.array(z.object({ header: z.string(), field: z.string().nullable() })),
  /** The first rows of the file. */
  rows: z.array(
    z.object({
      row: z.int().positive(),
      cells: z.array(z.string().nullable()),
      outcome: rowOutcome,
      problems: z.array(rowProblem),
    }),
  ),
  /** What is wrong in the whole file, up to a limit. */
  rejected: z.array(rejectedCell),
})
export type ImportPreview = z.infer<typeof importPreview>

/** The answer to an upload; `job` null: it was only a preview. */
export const uploadAnswer = z.discriminatedUnion('ok', [
  z.object({
    ok: z.literal(true),
    message: z.string(),
    job: id.nullable(),
    preview: importPreview.optional(),
  }),
  z.object({ ok: z.literal(false), error: z.string() }),
])
export type UploadAnswer = z.infer<typeof uploadAnswer>

/** An upload in the list of one's own. */
export const importListItem = z.object({
  id,
  kind: importKind,
  file_name: z.string(),
  company_name: z.string().nullable(),
  state: z.enum(['waiting', 'running', 'finished']),
  rows_total: count,
  rows_done: count,
  ...outcomeCounts,
  created_at: instant,
  finished_at: instant.nullable(),
})
export type ImportListItem = z.infer<typeof importListItem>

/** `GET /imports/{job}`; `rejected` holds the first 500 cells, the spreadsheet has all. */
export const importJob = importListItem.extend({ rejected: z.array(rejectedCell) })
export type ImportJob = z.infer<typeof importJob>

export const importQuery = listQuery(['created_at']).extend({ kind: importKind.optional() })

export const uploadQuery = z.object({ preview: z.enum(['0', '1', 'true', 'false']).optional() })
