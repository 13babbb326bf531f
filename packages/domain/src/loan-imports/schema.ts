import { z } from 'zod'
import { approval } from '../approvals/schema.ts'
import { day, flag, id, instant } from '../fields.ts'
import { LOAN_TYPES } from '../loans/rules.ts'
import { centsFromText, money } from '../money.ts'
import { listQuery, pageOf } from '../page.ts'
import { LOAN_SHEET_NAMES } from './columns.ts'

/** Largest number of loans and of rows of a sheet, and largest size of a workbook and of the files, in bytes. */
export const LOAN_IMPORT_LIMIT = 20_000
export const LOAN_ROWS_LIMIT = 400_000
export const LOAN_FILE_LIMIT_BYTES = 25 * 1024 * 1024
/** Most payments of one loan: so many are applied at once. */
export const LOAN_PAYMENTS_LIMIT = 1000
/** Most PDFs of one zip. */
export const LOAN_DOCUMENTS_LIMIT = 200

/** What the former system's balances state: all that is left to pay, or what settles the loan on the cut-off day. */
export const BALANCE_KINDS = ['amount_due', 'payoff'] as const
export type BalanceKind = (typeof BALANCE_KINDS)[number]

/** Spanish names of the kinds of balances. */
export const BALANCE_KIND_NAMES: Record<BalanceKind, string> = {
  amount_due: 'Lo que falta por pagar, con los intereses por vencer',
  payoff: 'Lo que liquida el préstamo ese día',
}

const count = z.int().nonnegative()

/** What is wrong with a cell of a workbook: the sheet and its row, the column, and what to do, in Spanish. */
const sheetProblem = z.object({
  sheet: z.enum(LOAN_SHEET_NAMES),
  /** The row as the spreadsheet shows it; 0 for the whole sheet. */
  row: count,
  column: z.string(),
  message: z.string(),
})
export type SheetProblem = z.infer<typeof sheetProblem>

const rowOutcome = z.enum(['created', 'unchanged'])

/** A loan of a workbook with the balance that the former system claims and the one that the payments give. */
export const reconciledLoan = z.object({
  row: z.int().positive(),
  former_id: z.string(),
  type: z.enum(LOAN_TYPES),
  worker: z.string(),
  company: z.string(),
  amount: money,
  payments_count: count,
  claimed: money,
  calculated: money,
  /** Calculated less claimed. */
  difference: money,
  /** True if the difference is above the limit. */
  is_above_limit: z.boolean(),
  outcome: rowOutcome,
  /** The imported loan; null until the import is done. */
  loan: id.nullable(),
})
export type ReconciledLoan = z.infer<typeof reconciledLoan>

/** The sums of a company's loans in a workbook. */
const companySums = z.object({
  company: z.string(),
  loans: count,
  amount: money,
  claimed: money,
  calculated: money,
  difference: money,
})

const reconciliation = {
  loans_total: count,
  created: count,
  unchanged: count,
  payments_total: count,
  claimed: money,
  calculated: money,
  difference: money,
  /** Loans whose difference is above the limit. */
  above_limit: count,
}

/** What a workbook would do; nothing is written. */
export const loanImportPreview = z.object({
  ...reconciliation,
  companies: z.array(companySums),
  /** The loans with the largest differences first, up to a limit. */
  loans: z.array(reconciledLoan),
  problems_count: count,
  /** The first problems. */
  problems: z.array(sheetProblem),
})
export type LoanImportPreview = z.infer<typeof loanImportPreview>

/** An import of loans and how far it is. */
export const loanImport = z.object({
  id,
  file_name: z.string(),
  uploaded_by: z.string(),
  approved_by: z.string().nullable(),
  /** `waiting` for the second person, `approved`: the job runs; `failed`: nothing was imported. */
  state: z.enum(['waiting', 'approved', 'finished', 'failed', 'refused', 'withdrawn']),
  cut_off_day: day,
  balance_kind: z.enum(BALANCE_KINDS),
  difference_limit: money,
  accepts_differences: z.boolean(),
  loans_done: count,
  ...reconciliation,
  problems: z.array(sheetProblem),
  approval: id.nullable(),
  created_at: instant,
  finished_at: instant.nullable(),
})
export type LoanImport = z.infer<typeof loanImport>

export const loanImportQuery = listQuery(['created_at'], 10).omit({ search: true })
export const loanImportPage = pageOf(loanImport)

/** Query of the loans of an import; `differs` selects those with a difference. */
export const reconciledQuery = listQuery(['difference', 'row'], 20)
  .omit({ search: true })
  .extend({
    differs: z.enum(['0', '1', 'true', 'false']).optional(),
  })
export const reconciledPage = pageOf(reconciledLoan)

/** Answer (202) of an upload: the import that waits for a second person. */
export const loanImportRequested = z.object({ import: loanImport, approval })

/** What a zip of documents did, or would do in a preview. */
export const loanDocumentsAnswer = z.object({
  files_total: count,
  created: count,
  unchanged: count,
  problems: z.array(z.object({ file: z.string(), message: z.string() })),
})
export type LoanDocumentsAnswer = z.infer<typeof loanDocumentsAnswer>

/** Query of the upload of documents; `preview` 1 or true only checks the files. */
export const loanDocumentsQuery = z.object({ preview: z.enum(['0', '1', 'true', 'false']).optional() })

/** The text fields of an upload of loans. */
export const loanImportForm = z.object({
  cut_off_day: day,
  balance_kind: z.enum(BALANCE_KINDS, 'Elige qué saldo reporta el sistema anterior'),
  difference_limit: z
    .string('Escribe la diferencia que se admite, 0 o más')
    .transform((text) => centsFromText(text))
    .pipe(z.int('Escribe la diferencia que se admite, 0 o más')),
  accepts_differences: flag.default(false),
})
export type LoanImportForm = z.output<typeof loanImportForm>
