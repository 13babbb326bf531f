import type { LoanType } from '@quincena/domain/loans/rules'
import type { LoanDetail } from '@quincena/domain/loans/schema'
import { Navigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { detailPath } from './words.ts'

interface RightPlaceProps {
  loan: LoanDetail
  /** Whether this screen tells of such a loan. */
  isHere: boolean
  children: ReactNode
}

/** A loan whose address says something else of it (an old link, the other type) is shown where it belongs. */
export function RightPlace({ loan: { id, type, rejected }, isHere, children }: RightPlaceProps) {
  if (isHere) return children
  const to = rejected ? '/app/rejected-detail/$id' : detailPath[type]
  return <Navigate to={to} params={{ id }} replace />
}

export const isOfType = (loan: LoanDetail, type: LoanType) => loan.type === type
