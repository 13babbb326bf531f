import type { Lender } from '@quincena/domain/lender/schema'
import { maskedEnd } from '@quincena/domain/masking'
import { type Actor, isStaff } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import type { Db } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { renderKeptPdf } from '../../../platform/papers/commands.ts'
import type { Receipt } from '../pdf/receipt-document.ts'
import { readDividedPayments } from './divided-payments.ts'

/** The people of a payment: its worker, the company and who registered it. */
async function findPeople(db: Db, user: Actor, id: number) {
  const row = await db
    .selectFrom('payment as p')
    .innerJoin('loan as l', 'l.id', 'p.loan_id')
    .innerJoin('app_user as u', 'u.id', 'p.user_id')
    .innerJoin('app_user as staff', 'staff.id', 'p.registered_by')
    .leftJoin('company as c', 'c.id', 'l.company_id')
    .select(['p.loan_id', 'p.user_id'])
    .select(['u.first_name', 'u.last_name', 'u.curp', 'c.name as company_name'])
    .select(['staff.first_name as staff_first_name', 'staff.last_name as staff_last_name'])
    .where('p.id', '=', id)
    .executeTakeFirst()
  if (row === undefined || (!isStaff(user) && row.user_id !== user.id))
    throw new AppError('payment.not_found', 404)
  return row
}

interface ReceiptRequest {
  /** The payment. */
  id: number
  lender: Lender
  /** A program reads it, which gets no more of the worker's CURP than its end. */
  masks_curp?: boolean
}

/** Reads the data of a payment's receipt. Throws `payment.not_found` (404), also for another worker's payment. */
export async function readReceipt(
  db: Db,
  user: Actor,
  { id, lender, masks_curp = false }: ReceiptRequest,
): Promise<Receipt> {
  const people = await findPeople(db, user, id)
  const { loan_id, first_name, last_name, company_name } = people
  const curp = masks_curp && people.curp ? maskedEnd(people.curp) : people.curp
  const loan = await db.selectFrom('loan').selectAll().where('id', '=', loan_id).executeTakeFirstOrThrow()
  const { payments } = await readDividedPayments(db, loan)
  const payment = payments.find((one) => one.id === id)
  if (payment === undefined) throw new AppError('payment.not_found', 404)
  return {
    ...{ lender, payment, curp, company_name },
    worker: `${first_name} ${last_name}`,
    registered_by: `${people.staff_first_name} ${people.staff_last_name}`,
    loan: {
      folio: loan.folio,
      type: loan.type,
      amount: loan.amount_cents,
      total_debt: loan.total_debt_cents,
    },
  }
}

/**
 * Renders the receipt of a payment as a PDF, for its worker and for staff; the receipt of a reversed payment is marked,
 * and one whose division changed names the receipt that it replaces. The
 * same records give the same bytes, which are kept for a while. Throws what `readReceipt` and `renderPdf` throw.
 */
export async function getReceipt(
  deps: Deps,
  user: Actor,
  { signal, ...request }: ReceiptRequest & { signal: AbortSignal },
) {
  const receipt = await readReceipt(deps.db, user, request)
  const paper = { job: { kind: 'receipt' as const, data: receipt }, same: receipt, lender: receipt.lender }
  const bytes = await renderKeptPdf(deps, paper, { user_id: user.id, signal })
  return { bytes, filename: `comprobante-${receipt.payment.receipt}.pdf` }
}
