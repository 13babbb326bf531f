import { type ReadBook, readLoanBook } from '@quincena/domain/loan-imports/read-book'
import { LOAN_IMPORT_LIMIT, LOAN_ROWS_LIMIT } from '@quincena/domain/loan-imports/schema'
import { spanish } from '@quincena/domain/spanish'
import { z } from 'zod'
import { answerReading } from '../../../spreadsheets/answer-reading.ts'
import { readSheets } from '../../../spreadsheets/spreadsheet-read.ts'
import type { Reading } from '../../../workers/reading-thread.ts'

const limits = { rows_limit: LOAN_ROWS_LIMIT, columns_limit: 60, sheets_limit: 12 }

function readFile(bytes: Uint8Array): Reading<ReadBook> {
  const { is_cut, ...workbook } = readSheets(bytes, limits)
  if (is_cut) return { ok: false, code: 'loan_import.too_many_rows' }
  const book = readLoanBook(workbook)
  if (book.loans.length > LOAN_IMPORT_LIMIT) return { ok: false, code: 'loan_import.too_many_rows' }
  return { ok: true, content: book }
}

z.config(spanish)
answerReading(readFile)
