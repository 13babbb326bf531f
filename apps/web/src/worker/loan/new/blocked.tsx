import { type LoanType, requestBlocker } from '@quincena/domain/loans/rules'
import { type MessageCode, messageOf } from '@quincena/domain/messages'
import type { User } from '@quincena/domain/users/schema'
import { GoButton } from '../../../components/links.tsx'
import { EmptyState } from '../../../components/message-state.tsx'
import { loanWords } from '../words.ts'

/** Message code of why the worker cannot request a loan of this type now; null if they can. */
export function blockerOf(user: User, type: LoanType): MessageCode | null {
  return requestBlocker({
    type,
    has_all_documents: user.has_all_documents,
    has_loan_in_force: type === 'credit' ? user.has_credit : user.has_advance,
    has_pending_request: type === 'credit' ? user.has_request_credit : user.has_request_advance,
  })
}

function WayOut({ blocker, type }: { blocker: MessageCode; type: LoanType }) {
  if (blocker === 'loan.documents_incomplete')
    return (
      <GoButton to={type === 'advance' ? '/app/documents-anticipation' : '/app/documentation'} size="lg">
        Subir documentos
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

/** Replaces the request form: says why the worker cannot request a loan, and leads to the next step. */
export function Blocked({ blocker, type }: { blocker: MessageCode; type: LoanType }) {
  return <EmptyState title={messageOf(blocker)} action={<WayOut blocker={blocker} type={type} />} />
}
