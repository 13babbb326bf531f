import type { LoanListItem } from '@quincena/domain/loans/schema'
import { AutoCarousel } from '../../components/phone/auto-carousel.tsx'
import { LoanCard } from './loan-card.tsx'

/** Carousel of the loans in force; moves every 5 s if there are several. */
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
