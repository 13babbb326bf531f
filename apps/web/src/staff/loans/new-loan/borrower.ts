import { type AdvancePrice, advancePriceOf } from '@quincena/domain/loans/advance-price'
import { DEFAULT_ADVANCE_MINIMUM, DEFAULT_ADVANCE_SHARE, maxAdvance } from '@quincena/domain/loans/limits'
import { creditTerms } from '@quincena/domain/loans/new-request'
import type { LoanType } from '@quincena/domain/loans/rules'
import type { Cents } from '@quincena/domain/money'
import type { UserDetail } from '@quincena/domain/users/schema'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { companyQuery } from '../../company/api.ts'
import { userQuery } from '../../user/api.ts'

/** The worker for whom staff request, and the limits of the amount in centavos. */
export interface Borrower {
  user: UserDetail
  min: Cents
  max: Cents
  /** What the company charges for an advance. */
  price: AdvancePrice
}

/** Returns a function that finds a worker among what is loaded, by the id as text; undefined until all of it is. */
export function useFindBorrower(type: LoanType) {
  const client = useQueryClient()
  return (id: string): Borrower | undefined => {
    const user = client.getQueryData(userQuery(Number(id)).queryKey)
    if (user === undefined) return undefined
    if (type === 'credit')
      return { user, min: 0, max: creditTerms(user).max, price: advancePriceOf(user.company) }
    const company = user.company && client.getQueryData(companyQuery(user.company.id).queryKey)
    if (company === undefined) return undefined
    const max = maxAdvance({
      biweekly_salary: user.biweekly_salary,
      advance_share: company?.advance_share ?? DEFAULT_ADVANCE_SHARE,
      advance_cap: company?.advance_cap ?? null,
    })
    const min = company?.advance_minimum ?? DEFAULT_ADVANCE_MINIMUM
    return { user, min, max, price: advancePriceOf(company) }
  }
}

/** Loads what `useFindBorrower` reads; returns the query that is missing or failed. */
export function useLoadBorrower(type: LoanType, id: string) {
  const user = useQuery({ ...userQuery(Number(id)), enabled: id !== '' })
  const companyId = user.data?.company?.id
  const company = useQuery({
    ...companyQuery(companyId ?? 0),
    enabled: type === 'advance' && companyId !== undefined,
  })
  return user.data === undefined ? user : company
}
