import { maxAdvanceAnswer, maxAdvanceBody } from '@quincena/domain/loans/bodies'
import type { Cents } from '@quincena/domain/money'
import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../../../../lib/api.ts'
import { keys } from '../../../../lib/keys.ts'

/** Maximum advance of this worker, which the server computes from salary, share and cap. */
export const maxAdvanceQuery = (biweekly_salary: Cents | null) =>
  queryOptions({
    queryKey: keys.loans.maxAdvance(biweekly_salary),
    queryFn: async ({ signal }) => {
      const body = z.encode(maxAdvanceBody, { loan: biweekly_salary })
      return (await api.post(maxAdvanceAnswer, '/loan/get-max-advance-loan-amount/', { body, signal })).data
    },
  })
