import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import { CallLender } from '../../assistance/call-lender.tsx'
import { LoanHead } from '../loan-head.tsx'

/** Head of a loan of which nobody is sure yet that its worker has the money. */
export function ClarifiedHead({ loan }: { loan: LoanDetail }) {
  return (
    <LoanHead
      loan={loan}
      cents={loan.amount}
      label="Estamos aclarando con el banco si este dinero te llegó. Mientras tanto no tienes que pagar nada, no se vence ningún pago y no te enviamos recordatorios. Te avisamos en cuanto quede claro."
    >
      <CallLender />
    </LoanHead>
  )
}
