import type { BankPayment } from '@quincena/domain/bank-statements/schema'
import { AnchorLink } from '../../components/links.tsx'

interface LoanLinkProps {
  payment: Pick<BankPayment, 'folio' | 'loan_request'>
  /** Underlined, so that colour is not all that tells it from the text around it. */
  isInText?: boolean
}

/** The folio of a payment's loan as a link to the loan's payments. In a table it does not open its row. */
export function LoanLink({ payment: { folio, loan_request }, isInText = false }: LoanLinkProps) {
  return (
    <AnchorLink
      data-keeps-clicks
      to={folio.startsWith('C') ? '/detalle-credito/$id' : '/detalle-anticipo/$id'}
      params={{ id: loan_request }}
      search={{ tab: 'pagos' }}
      inherit
      underline={isInText ? 'always' : 'hover'}
    >
      {folio}
    </AnchorLink>
  )
}
