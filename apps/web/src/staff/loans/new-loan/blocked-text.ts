import { formatMoney } from '@quincena/domain/format'
import { minimumMessage } from '@quincena/domain/loans/limits'
import { type LoanType, requestBlocker } from '@quincena/domain/loans/rules'
import type { Borrower } from './borrower.ts'

/** What staff read in place of the server's sentences to the worker, by the code of the refusal. */
const texts: Record<string, string> = {
  'loan.documents_incomplete': 'Todavía no tiene sus cinco documentos: los necesita para solicitar.',
  'loan.credit_active': 'Ya tiene un crédito vigente: podrá pedir otro cuando termine de pagarlo.',
  'loan.credit_pending': 'Ya tiene una solicitud de crédito pendiente.',
  'loan.advance_active': 'Ya tiene un anticipo vigente: podrá pedir otro cuando termine de pagarlo.',
  'loan.advance_pending': 'Ya tiene una solicitud de anticipo pendiente.',
  'user.not_found': 'Esta persona ya no está activa. Elige a otra.',
}

/** The text of a refusal that is about the worker; undefined for any other code. */
export const blockedText = (code: string): string | undefined => texts[code]

/** Why nothing can be requested for this worker now; undefined if it can. */
export function blockedBy(type: LoanType, { user, min, max }: Borrower): string | undefined {
  const blocker = requestBlocker({
    type,
    has_all_documents: user.has_all_documents,
    has_loan_in_force: type === 'credit' ? user.has_credit : user.has_advance,
    has_pending_request: type === 'credit' ? user.has_request_credit : user.has_request_advance,
  })
  if (blocker !== null) return blockedText(blocker)
  if (max === 0) return 'No tiene sueldo registrado: de él depende el máximo. Regístralo en Usuarios.'
  return max < min ? `${minimumMessage(min)} Lo más que puede pedir es ${formatMoney(max)}.` : undefined
}
