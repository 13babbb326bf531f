import { utils, write } from '@e965/xlsx'
import type { TestContext } from './context.ts'
import { makeStaff, signIn } from './factories.ts'
import { sendForm } from './statements.ts'

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

interface Sent {
  book: LoanBook
  headers: Record<string, string>
  fields?: Partial<typeof loanImportFields>
}

/** Sends a workbook to the preview, or asks for its import. */
export function sendLoanBook(ctx: TestContext, to: string, { book, headers, fields = {} }: Sent) {
  const file = { headers, bytes: loanBook(book), name: 'préstamos.xlsx' }
  return sendForm(ctx, to, { ...file, fields: { ...loanImportFields, ...fields } })
}

/** Asks for the import of a workbook, approves it as another admin and runs its job; returns the import. */
export async function importLoanBook(ctx: TestContext, { headers, ...sent }: Sent) {
  const asked = await sendLoanBook(ctx, '/loan-imports', { headers, ...sent })
  if (asked.statusCode !== 202) throw new Error(asked.body)
  const { import: started, approval } = asked.json()
  const second = await signIn(ctx, await makeStaff(ctx, 'U0'))
  const url = `${ctx.api}/approvals/${approval.id}/approve`
  const approved = await ctx.app.inject({ method: 'POST', url, headers: second })
  if (approved.statusCode !== 200) throw new Error(approved.body)
  await ctx.drain(['import-loans'])
  return (await ctx.app.inject({ url: `${ctx.api}/loan-imports/${started.id}`, headers })).json()
}
