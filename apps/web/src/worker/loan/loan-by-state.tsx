import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import type { LoanType } from '@quincena/domain/loans/rules'
import { useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Loaded } from '../../components/phone/loaded.tsx'
import { AmountSkeleton, CardsSkeleton } from '../../components/skeletons.tsx'
import { failedTexts } from './failed-texts.ts'
import { loanQuery } from './loan-query.ts'
import { detailPath } from './words.ts'

interface LoanByStateProps {
  id: number
  type: LoanType
  /** True if this screen is for such a loan. */
  isRightScreen: (loan: LoanDetail) => boolean
  /** Height of a card of the skeleton. */
  cardHeight: number
  children: (loan: LoanDetail) => ReactNode
}

/** Loads a loan. If the URL does not fit it (an old link, the other type), redirects to its right detail screen. */
export function LoanByState({ id, type, isRightScreen, cardHeight, children }: LoanByStateProps) {
  const query = useQuery(loanQuery(id))
  const skeleton = (
    <>
      <AmountSkeleton />
      <CardsSkeleton cards={2} height={cardHeight} />
    </>
  )
  return (
    <Loaded query={query} skeleton={skeleton} errorTitle={failedTexts.detail[type]}>
      {(loan) => {
        if (isRightScreen(loan)) return children(loan)
        const to = loan.rejected ? '/app/rejected-detail/$id' : detailPath[loan.type]
        return <Navigate to={to} params={{ id: loan.id }} replace />
      }}
    </Loaded>
  )
}
