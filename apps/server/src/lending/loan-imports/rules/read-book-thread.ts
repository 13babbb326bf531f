import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { type ReadBook, readLoanBook } from '@quincena/domain/loan-imports/read-book'
import { LOAN_IMPORT_LIMIT, LOAN_ROWS_LIMIT } from '@quincena/domain/loan-imports/schema'
import type { MessageCode } from '@quincena/domain/messages'
import { spanish } from '@quincena/domain/spanish'
import { z } from 'zod'
import { ProtectedError, readSheets } from '../../../spreadsheets/spreadsheet-read.ts'

export type ReadAnswer = { ok: true; book: ReadBook } | { ok: false; code: MessageCode }

const limits = { rows_limit: LOAN_ROWS_LIMIT, columns_limit: 60, sheets_limit: 12 }

function answer(bytes: Uint8Array): ReadAnswer {
  try {
    const { is_cut, ...workbook } = readSheets(bytes, limits)
    if (is_cut) return { ok: false, code: 'loan_import.too_many_rows' }
    const book = readLoanBook(workbook)
    if (book.loans.length > LOAN_IMPORT_LIMIT) return { ok: false, code: 'loan_import.too_many_rows' }
    return { ok: true, book }
  } catch (error) {
    return { ok: false, code: error instanceof ProtectedError ? 'import.encrypted' : 'import.unreadable' }
  }
}

// On Linux a thread has its own priority: requests go first.
if (process.platform === 'linux') setPriority(10)
z.config(spanish)
const bytes: Uint8Array = workerData
parentPort?.postMessage(answer(bytes))
