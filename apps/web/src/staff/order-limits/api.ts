import { approvalRequested } from '@quincena/domain/approvals/schema'
import { type OrderLimitsBody, orderLimits, orderLimitsBody } from '@quincena/domain/transfers/limits'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../../lib/api.ts'
import { isAsked } from '../../lib/approvals.ts'
import { keys } from '../../lib/keys.ts'
import { readQuery } from '../../lib/read-query.ts'
import { useRefresh } from '../../lib/refresher.ts'
import { withErrorText } from '../../lib/with-error-text.ts'

const path = '/stp/limits'

/** Loads the limits per day of outgoing orders, with what was sent today and what waits. */
export const orderLimitsQuery = readQuery(keys.transfers.limits, orderLimits, { path })

/**
 * Saves the limits, or asks another admin: they apply from the next order on, and orders that waited are tried again.
 */
export function useSaveOrderLimits() {
  const client = useQueryClient()
  const refresh = useRefresh('order_limits', 'approval')
  return useMutation({
    mutationFn: (limits: OrderLimitsBody) =>
      withErrorText(
        api.put(z.union([approvalRequested, orderLimits]), path, { body: z.encode(orderLimitsBody, limits) }),
        'No se pudieron guardar los límites.',
      ),
    onSuccess: (stored) => isAsked(stored) || client.setQueryData(orderLimitsQuery.queryKey, stored),
    onSettled: refresh,
  })
}
