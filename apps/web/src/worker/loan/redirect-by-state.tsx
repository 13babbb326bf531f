import type { LoanType } from '@quincena/domain/loans/rules'
import type { LoanDetail } from '@quincena/domain/loans/schema'
import { Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { detailPath } from './words.ts'

interface RightPlaceProps {
  loan: LoanDetail
  /** True if this screen is for such a loan. */
  isHere: boolean
  children: ReactNode
}

/** Redirects to the right detail screen if the URL does not fit the loan, such as an old link or the other type. */
export function RightPlace({ loan: { id, type, rejected }, isHere, children }: RightPlaceProps) {
  if (isHere) return children
  const to = rejected ? '/app/rejected-detail/$id' : detailPath[type]
  return <Navigate to={to} params={{ id }} replace />
}

export const isOfType = (loan: LoanDetail, type: LoanType) => loan.type === type
