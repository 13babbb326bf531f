import { pageOf } from '@quincena/domain/page'
import {
  type ResolveBody,
  resolveBody,
  transferLookupBody,
  transferOrder,
} from '@quincena/domain/transfers/schema'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../../lib/api.ts'
import { explained } from '../../lib/explained.ts'
import type { TransferListSearch } from './search.ts'

export const pageSize = 10

/** A page of STP orders; the old page stays in sight while the next one comes. */
export function transfersQuery({ order: _, page = 1, ...filters }: TransferListSearch) {
  const query = { ordering: '-created_at', ...given(filters), page, page_size: pageSize }
  return queryOptions({
    queryKey: ['transfers', 'list', query],
    queryFn: ({ signal }) => api.get(pageOf(transferOrder), '/stp', { query, signal }),
    placeholderData: keepPreviousData,
  })
}

function given(filters: object) {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined))
}

export const transferQueryOf = (id: number) =>
  queryOptions({
    queryKey: ['transfers', 'detail', id],
    queryFn: ({ signal }) => api.get(transferOrder, `/stp/${id}`, { signal }),
  })

/** Asks STP what became of an order and stores its answer. */
export function useAskStp() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (tracking_key: string) =>
      explained(
        api.post(transferOrder, '/stp/consulta-orden', {
          body: z.encode(transferLookupBody, { tracking_key }),
        }),
        'Error al cargar órdenes STP.',
      ),
    onSuccess: (order) => {
      client.setQueryData(transferQueryOf(order.id).queryKey, order)
      return client.invalidateQueries({ queryKey: ['transfers', 'list'] })
    },
  })
}

/** Settles an order in manual review: says what really happened to the money. */
export function useResolveTransfer(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: ResolveBody) =>
      explained(
        api.post(transferOrder, `/stp/${id}/resolve`, { body: z.encode(resolveBody, body) }),
        'No se pudo resolver la orden.',
      ),
    onSettled: async () => {
      for (const root of ['loans', 'dashboard']) void client.invalidateQueries({ queryKey: [root] })
      await client.invalidateQueries({ queryKey: ['transfers'] })
    },
  })
}
