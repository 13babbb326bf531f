import { createHash } from 'node:crypto'
import { type ReadBook, type ReadLoan, readLoanBook } from '@quincena/domain/loan-imports/read-book'
import { LOAN_IMPORT_LIMIT, LOAN_ROWS_LIMIT } from '@quincena/domain/loan-imports/schema'
import { spanish } from '@quincena/domain/spanish'
import { z } from 'zod'
import { answerReading } from '../../../spreadsheets/answer-reading.ts'
import { readSheets } from '../../../spreadsheets/spreadsheet-read.ts'
import type { Reading } from '../../../workers/reading-thread.ts'

/** A book without its loans, and its SHA-256 in hexadecimal digits. */
export type BookHead = Omit<ReadBook, 'loans'> & { sha256: string }

const limits = { rows_limit: LOAN_ROWS_LIMIT, columns_limit: 60, sheets_limit: 12 }

function readFile(bytes: Uint8Array): Reading<BookHead, ReadLoan> {
  const { is_cut, ...workbook } = readSheets(bytes, limits)
  if (is_cut) return { ok: false, code: 'loan_import.too_many_rows' }
  const { loans, ...head } = readLoanBook(workbook)
  if (loans.length > LOAN_IMPORT_LIMIT) return { ok: false, code: 'loan_import.too_many_rows' }
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  return { ok: true, content: { ...head, sha256 }, items: loans }
}

z.config(spanish)
await answerReading(readFile)
