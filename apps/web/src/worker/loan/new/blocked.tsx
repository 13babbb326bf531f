import { type LoanType, requestBlocker } from '@quincena/domain/loans/rules'
import { type MessageCode, messageOf } from '@quincena/domain/messages'
import type { User } from '@quincena/domain/users/schema'
import { GoButton } from '../../../components/links.tsx'
import { Panel } from '../../../components/phone/panel.tsx'
import stack from '../../../components/phone/stack.module.css'
import { loanWords } from '../words.ts'
import { BlockingLoan } from './blocking-loan.tsx'

/** Message code of why the worker cannot request a loan of this type now; null if they can. */
export function blockerOf(user: User, type: LoanType): MessageCode | null {
  return requestBlocker({
    type,
    has_all_documents: user.has_all_documents,
    has_loan_in_force: type === 'credit' ? user.has_credit : user.has_advance,
    has_pending_request: type === 'credit' ? user.has_request_credit : user.has_request_advance,
  })
}

/** Replaces «Solicitar» where a request is blocked: leads to the next step. */
export function WayOut({ blocker, type }: { blocker: MessageCode; type: LoanType }) {
  if (blocker === 'loan.documents_incomplete')
    return (
      <GoButton to={type === 'advance' ? '/app/documents-anticipation' : '/app/documentation'} size="lg">
        Para pedirlo, sube tus documentos
      </GoButton>
    )
  if (blocker.endsWith('_active'))
    return (
      <GoButton to="/app/products" size="lg">
        Ver mi {loanWords[type].name}
      </GoButton>
    )
  return (
    <GoButton to="/app/requests" search={{ filter: loanWords[type].filter }} size="lg">
      Ver mi solicitud
    </GoButton>
  )
}

/** Says why the worker cannot request a loan now and shows the loan that is in the way; the quote works all the same. */
export function BlockedNote({ blocker, type }: { blocker: MessageCode; type: LoanType }) {
  return (
    <Panel tone="quiet">
      <div className={stack.list}>
        <p className={stack.lead}>{messageOf(blocker)}</p>
        {blocker !== 'loan.documents_incomplete' && <BlockingLoan type={type} />}
        <p className={stack.note}>Mientras tanto, puedes calcular cuánto pagarías.</p>
      </div>
    </Panel>
  )
}
