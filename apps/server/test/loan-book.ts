import { utils, write } from '@e965/xlsx'

type CellValue = string | number | boolean | null
type Rows = Record<string, CellValue>[]

/** The sheets of a workbook of loans, each row by its headers. */
export interface LoanBook {
  loans: Rows
  schedule?: Rows
  payments?: Rows
  balances: Rows
}

const names = { loans: 'Préstamos', schedule: 'Calendario', payments: 'Pagos', balances: 'Saldos' } as const

/** Writes a workbook of loans (.xlsx). */
export function loanBook(book: LoanBook): Buffer {
  const file = utils.book_new()
  for (const sheet of ['loans', 'schedule', 'payments', 'balances'] as const) {
    const rows = book[sheet]
    if (rows !== undefined) utils.book_append_sheet(file, utils.json_to_sheet(rows), names[sheet])
  }
  return Buffer.from(write(file, { type: 'buffer', bookType: 'xlsx' }))
}

/** The form beside a workbook: balances of today, no difference admitted. */
export const loanImportFields = {
  cut_off_day: '2026-11-20',
  balance_kind: 'amount_due',
  difference_limit: '0',
  accepts_differences: 'false',
}
