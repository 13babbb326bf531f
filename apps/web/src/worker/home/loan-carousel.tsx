import type { LoanListItem } from '@quincena/domain/loans/schema'
import { AutoCarousel } from './auto-carousel.tsx'
import { LoanCard } from './loan-card.tsx'

/** The loans in force; they pass by themselves when there are several. */
export function LoanCarousel({ loans }: { loans: readonly LoanListItem[] }) {
  if (loans.length === 0) return null
  return (
    <AutoCarousel label="Mis préstamos vigentes" every_ms={5000}>
      {loans.map((loan) => (
        <LoanCard key={loan.id} loan={loan} />
      ))}
    </AutoCarousel>
  )
}
