import type { Lender } from '@quincena/domain/lender/schema'
import { bankName } from '@quincena/domain/mexico/banks'
import { AppError } from '../../../command/errors.ts'
import type { Db } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { renderKeptPdf } from '../../../platform/papers/commands.ts'
import { getLoan, type LoanReader } from '../../loans/queries/loan-detail.ts'
import type { PayoutReceipt } from '../pdf/payout-receipt-document.ts'

interface PayoutReceiptRequest extends LoanReader {
  loan_id: number
  lender: Lender
}

/** The settled order that paid the loan; undefined if there is none, or if it is doubtful. */
const findSettledOrder = (db: Db, loan_id: number) =>
  db
    .selectFrom('transfer')
    .select(['amount_cents', 'counterpart_institution', 'beneficiary_account', 'tracking_key', 'url_cep'])
    .where('loan_id', '=', loan_id)
    .where('status', '=', 'sent')
    .where('state', '=', 'LQ')
    .where('contested_at', 'is', null)
    .orderBy('attempt', 'desc')
    .limit(1)
    .executeTakeFirst()

/**
 * Reads the data of the receipt of a loan's payout. Throws `loan.not_found` (404, also for another worker's loan),
 * `payout_receipt.not_yet` (409) unless the money is in the account beyond doubt.
 */
async function readPayoutReceipt(db: Db, request: PayoutReceiptRequest): Promise<PayoutReceipt> {
  const { loan_id, lender } = request
  const { user, folio, type, settled_at, in_clarification } = await getLoan(db, request, loan_id)
  const order = await findSettledOrder(db, loan_id)
  if (order === undefined || settled_at === null || in_clarification)
    throw new AppError('payout_receipt.not_yet', 409)
  return {
    ...{ lender, settled_at, loan: { folio, type } },
    worker: `${user.first_name} ${user.last_name}`,
    amount: order.amount_cents,
    bank_name: bankName(order.counterpart_institution),
    account_last4: order.beneficiary_account.slice(-4),
    tracking_key: order.tracking_key,
    url_cep: order.url_cep,
  }
}

/**
 * Renders the receipt of a loan's payout as a PDF, for its worker and for staff. Throws what `readPayoutReceipt` and
 * `renderPdf` throw.
 */
export async function getPayoutReceipt(
  deps: Deps,
  { signal, ...request }: PayoutReceiptRequest & { signal: AbortSignal },
) {
  const data = await readPayoutReceipt(deps.db, request)
  const paper = { job: { kind: 'payout_receipt' as const, data }, same: data, lender: data.lender }
  const bytes = await renderKeptPdf(deps, paper, { user_id: request.user.id, signal })
  return { bytes, filename: `comprobante-deposito-${data.loan.folio}.pdf` }
}
