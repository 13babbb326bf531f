import type { TestContext } from './context.ts'
import { makeStaff, signIn } from './factories.ts'
import { type LoanBook, loanBook, loanImportFields } from './loan-book.ts'
import { sendForm } from './statements.ts'

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
