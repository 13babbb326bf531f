import type { LoanType } from '@quincena/domain/loans/rules'
import { LegalLink } from '../legal/legal-link.tsx'

/** Opens the terms of credits or of advances. */
export function TermsLink({ type }: { type: LoanType }) {
  if (type === 'credit') return <LegalLink document="terms">términos y condiciones</LegalLink>
  return <LegalLink document="advance_terms">términos del anticipo de nómina</LegalLink>
}
