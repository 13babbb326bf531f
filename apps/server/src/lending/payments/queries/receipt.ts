import { splitPayment } from '@quincena/domain/loans/payoff'
import { containedTax } from '@quincena/domain/money'
import { receiptFolio } from '@quincena/domain/payments/rules'
import { sql } from 'kysely'
import { type Actor, isStaff } from '../../../command/context.ts'
import { AppError } from '../../../command/errors.ts'
import type { Db } from '../../../db/types.ts'
import type { Env } from '../../../env.ts'
import { renderPdf } from '../../../pdf/render.ts'
import { installmentsOf } from '../../loans/presenters.ts'
import { fixedSchedule } from '../../loans/queries/loan-detail.ts'
import type { Receipt } from '../pdf/receipt-document.ts'

/** Position of a payment among the loan's payments when it was registered; those reversed before do not count. */
const ordinal = sql<number>`(
  select count(*) from payment as earlier where earlier.loan_id = p.loan_id and earlier.id <= p.id
    and (earlier.id = p.id or earlier.reversed_at is null or earlier.reversed_at > p.created_at))`

async function findReceiptFacts(db: Db, user: Actor, id: number) {
  const row = await db
    .selectFrom('payment as p')
    .innerJoin('loan as l', 'l.id', 'p.loan_id')
    .innerJoin('app_user as u', 'u.id', 'p.user_id')
    .innerJoin('app_user as staff', 'staff.id', 'p.registered_by')
    .leftJoin('company as c', 'c.id', 'l.company_id')
    .select(['p.id', 'p.loan_id', 'p.user_id', 'p.created_at', 'p.reversed_at', 'p.reversal_reason'])
    .select(['p.amount_paid_cents as amount_paid', 'p.previous_amount_due_cents as previous_amount_due'])
    .select(['p.new_amount_due_cents as new_amount_due', 'p.discount_cents as discount'])
    .select(['l.folio', 'l.type', 'l.term', 'l.tax_rate', 'l.amount_cents', 'l.total_debt_cents'])
    .select(['u.first_name', 'u.last_name', 'u.curp', 'c.name as company_name'])
    .select(['staff.first_name as staff_first_name', 'staff.last_name as staff_last_name'])
    .select(ordinal.as('number'))
    .where('p.id', '=', id)
    .executeTakeFirst()
  if (row === undefined || (!isStaff(user) && row.user_id !== user.id))
    throw new AppError('payment.not_found', 404)
  return row
}

interface ReceiptRequest {
  /** The payment. */
  id: number
  lender: Env['lender']
}

/** Reads the data of a payment's receipt. Throws `payment.not_found` (404), also for another worker's payment. */
export async function readReceipt(db: Db, user: Actor, { id, lender }: ReceiptRequest): Promise<Receipt> {
  const facts = await findReceiptFacts(db, user, id)
  const schedule = await fixedSchedule(db, facts.loan_id)
  const { principal, charge } = splitPayment({ ...facts, schedule })
  const { amount_paid, previous_amount_due, new_amount_due, discount } = facts
  const { folio, type, created_at, reversed_at, reversal_reason } = facts
  return {
    receipt: receiptFolio(id),
    lender,
    ...{ folio, type, created_at, reversed_at, reversal_reason },
    ...{ amount_paid, previous_amount_due, new_amount_due, discount, principal, charge },
    tax: containedTax(charge, facts.tax_rate),
    loan_amount: facts.amount_cents,
    total_debt: facts.total_debt_cents,
    number: facts.number,
    installments: installmentsOf(facts),
    worker: `${facts.first_name} ${facts.last_name}`,
    curp: facts.curp,
    company_name: facts.company_name,
    registered_by: `${facts.staff_first_name} ${facts.staff_last_name}`,
  }
}

/**
 * Renders the receipt of a payment as a PDF, for its worker and for staff; the receipt of a reversed payment is marked.
 * It is rendered from the records at each call; the same records give the same bytes. Throws what `readReceipt` and
 * `renderPdf` throw.
 */
export async function getReceipt(
  db: Db,
  user: Actor,
  { signal, ...request }: ReceiptRequest & { signal: AbortSignal },
) {
  const receipt = await readReceipt(db, user, request)
  const bytes = await renderPdf({ kind: 'receipt', data: receipt }, { user_id: user.id, signal })
  return { bytes, filename: `comprobante-${receipt.receipt}.pdf` }
}
