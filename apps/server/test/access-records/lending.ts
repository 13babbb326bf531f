import { randomUUID } from 'node:crypto'
import { signedVoucher } from '../../src/lending/vouchers/rules/voucher-links.ts'
import type { Caller, People } from '../access-people.ts'
import type { TestContext } from '../context.ts'
import { makeCompany, makeWorker } from '../factories.ts'
import type { LoanBook } from '../loan-book.ts'
import { sendLoanBook } from '../loan-imports.ts'
import {
  findLoan,
  makeActiveLoan,
  makeLoan,
  makeReviewedOrder as makeOrderInReview,
  sendState,
  showContract,
} from '../loans.ts'
import { smallPdf } from '../small-pdf.ts'
import { uploadVoucher } from '../statements.ts'

/** An offer of `own`. */
export const makeOwnOffer = async ({ ctx, own }: People) =>
  (await makeLoan(ctx, { worker: own, state: 'approved' })).loan

/** The SHA-256 of the contract of an offer of `own` that was shown; its file exists. */
export async function showOwnContract({ ctx, own }: People, loan: { id: number }) {
  const storage_key = await showContract(ctx, { loan, worker: own })
  await ctx.deps.storage.put(storage_key, smallPdf(), 'application/pdf')
  return storage_key
}

/** An active advance of `own`, with its order. */
export async function makeOwnActiveLoan({ ctx, own }: People) {
  const { loan, order } = await makeActiveLoan(ctx, {
    worker: own,
    type: 'advance',
    amount_cents: 300_000,
    term: 10,
  })
  const { amount_due_cents } = await findLoan(ctx, loan.id)
  return { ...loan, order, debt: amount_due_cents / 100 }
}

/** Lets STP say that the money of the loan is in its worker's account. */
export async function letArrive<Loan extends { order: Parameters<typeof sendState>[1] }>(
  { ctx }: People,
  loan: Loan,
) {
  await sendState(ctx, loan.order, { estado: 'LQ' })
  return loan
}

/** An order that staff must resolve, of a worker of its own. */
export const makeReviewedOrder = ({ ctx }: People) => makeOrderInReview(ctx)

/** A voucher that a manager or an admin uploaded. */
export const makeVoucher = ({ ctx, staffHeaders }: People, caller: Caller = 'manager') =>
  uploadVoucher(ctx, staffHeaders(caller))

/** A payment of `own` of 11 pesos that the manager registered, which reached the default bank account. */
export async function makePayment(people: People, loan: { id: number; debt: number }) {
  const { ctx, send } = people
  const account = await ctx.deps.db
    .selectFrom('bank_account')
    .select('id')
    .where('is_default', '=', true)
    .executeTakeFirstOrThrow()
  const reference = `R${randomUUID().slice(0, 8)}`
  const answer = await send('manager', 'POST /loan/payment', {
    ...{ loan_request: loan.id, amount_paid: 11, previous_amount_due: loan.debt, channel: 'deposit' },
    ...{ value_date: '2026-11-20', reference, bank_account: account.id, voucher: await makeVoucher(people) },
  })
  if (answer.statusCode !== 201) throw new Error(answer.body)
  return { id: Number(answer.json().id), bank_account: account.id, reference }
}

/** The path below the API of a voucher's file, signed. */
export const voucherLink = (ctx: TestContext, id: string) =>
  signedVoucher(ctx.deps, '', id).replace(/^.*\/api/, '')

/** A workbook with an advance of a worker of its own, whose balance is what it owes. */
export async function makeLoanBook({ ctx }: People): Promise<LoanBook> {
  const company = await makeCompany(ctx)
  const worker = await makeWorker(ctx, { company_id: company.id })
  const former_id = { 'Folio anterior': `ACC-${worker.id}` }
  const terms = { Tipo: 'Anticipo', Monto: 1000, Comisión: 100 }
  const days = { 'Fecha de entrega': '16/11/2026', 'Primer vencimiento': '30/11/2026' }
  const who = { 'Clave de la empresa': company.key, 'Número de empleado': worker.key }
  return {
    loans: [{ ...former_id, ...who, ...terms, ...days }],
    balances: [{ ...former_id, Saldo: 1100 }],
  }
}

/** An import of loans that waits for a second person. */
export async function askLoanImport(people: People): Promise<{ id: number }> {
  const book = await makeLoanBook(people)
  const headers = people.staffHeaders('admin')
  const answer = await sendLoanBook(people.ctx, '/loan-imports', { book, headers })
  if (answer.statusCode !== 202) throw new Error(answer.body)
  return { id: Number(answer.json().import.id) }
}
