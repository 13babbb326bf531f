import type { LoanType } from '@quincena/domain/loans/rules'
import { LegalLink } from '../legal/legal-link.tsx'
import classes from './terms-link.module.css'

/** Opens the terms of credits or of advances. It ends a sentence: the full stop stays on the link's line. */
export function TermsLink({ type }: { type: LoanType }) {
  return (
    <span className={classes.end}>
      {type === 'credit' ? (
        <LegalLink document="terms">términos y condiciones</LegalLink>
      ) : (
        <LegalLink document="advance_terms">términos del anticipo de nómina</LegalLink>
      )}
      .
    </span>
  )
}
