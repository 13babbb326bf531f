import { z } from 'zod'
import { id, instant } from '../fields.ts'
import { listQuery } from '../page.ts'

/** Largest number of rows in a file. */
export const IMPORT_ROWS_LIMIT = 50_000
/** Largest size of a file, in bytes. */
export const IMPORT_FILE_LIMIT_BYTES = 25 * 1024 * 1024

const importKind = z.enum(['users', 'companies'])
export type ImportKind = z.infer<typeof importKind>

/** A problem of one cell: its field and the Spanish text. */
const rowProblem = z.object({ field: z.string(), message: z.string() })
export type RowProblem = z.infer<typeof rowProblem>

/** A problem of one cell, with its row number as the spreadsheet shows it. */
const rejectedCell = rowProblem.extend({ row: z.int().positive() })
export type RejectedCell = z.infer<typeof rejectedCell>

/** Outcome of a row: what the import did, or would do in a preview. */
export const rowOutcome = z.enum(['created', 'updated', 'unchanged', 'rejected'])
export type RowOutcome = z.infer<typeof rowOutcome>

const count = z.int().nonnegative()

/** Number of rows for each outcome. */
const outcomeCounts = { created: count, updated: count, unchanged: count, rejected_count: count }

/** Preview of an import: its outcome, calculated without writing. */
const importPreview = z.object({
  rows_total: count,
  ...outcomeCounts,
  /** The columns of the file, in order; `field` is null for an unused column. */
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
  /** The problems of the whole file, up to a limit. */
  rejected: z.array(rejectedCell),
})
export type ImportPreview = z.infer<typeof importPreview>

/** Answer of `POST /auth/upload-users` and `POST /company/upload-company`. `job` is null for a preview. */
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

/** An import in the caller's list of imports. */
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

/** Answer of `GET /imports/{id}`. `rejected` holds the first 500 problems; `rejected.xlsx` holds all. */
export const importJob = importListItem.extend({ rejected: z.array(rejectedCell) })
export type ImportJob = z.infer<typeof importJob>

/** Query of `GET /imports`. */
export const importQuery = listQuery(['created_at']).extend({ kind: importKind.optional() })

/** Query of the two upload routes; `preview` 1 or true only checks the file. */
export const uploadQuery = z.object({ preview: z.enum(['0', '1', 'true', 'false']).optional() })
