import { pageOf } from '@quincena/domain/page'
import {
  type PayoutSwitchBody,
  payoutSwitch,
  payoutSwitchBody,
  stpMessage,
  stpRecordAnswer,
  transferDetail,
} from '@quincena/domain/transfers/detail'
import { type ResolveBody, resolveBody, transferOrder } from '@quincena/domain/transfers/schema'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../../lib/api.ts'
import { explained } from '../../lib/explained.ts'
import { given } from '../../lib/given.ts'
import type { TransferListSearch } from './search.ts'

export const pageSize = 10

/** What the list of orders asks for, page and all; its export asks for the same. */
export function transfersAsked({ order: _, page = 1, ...filters }: TransferListSearch) {
  return { ordering: '-created_at', ...given(filters), page, page_size: pageSize }
}

/** A page of STP orders; the old page stays in sight while the next one comes. */
export function transfersQuery(search: TransferListSearch) {
  const query = transfersAsked(search)
  return queryOptions({
    queryKey: ['transfers', 'list', query],
    queryFn: ({ signal }) => api.get(pageOf(transferOrder), '/stp', { query, signal }),
    placeholderData: keepPreviousData,
  })
}

/** Every attempt to pay one loan out, the newest first. */
export const loanTransfersQuery = (loanId: number) =>
  queryOptions({
    queryKey: ['transfers', 'of-loan', loanId],
    queryFn: ({ signal }) =>
      api.get(pageOf(transferOrder), '/stp', {
        query: { loan: loanId, ordering: '-created_at', page_size: 50 },
        signal,
      }),
  })

export const transferQueryOf = (id: number) =>
  queryOptions({
    queryKey: ['transfers', 'detail', id],
    queryFn: ({ signal }) => api.get(transferDetail, `/stp/${id}`, { signal }),
  })

export const messagePageSize = 5

/** What STP told of an order, newest first. */
export const messagesQuery = (id: number, page: number) =>
  queryOptions({
    queryKey: ['transfers', 'messages', id, page],
    queryFn: ({ signal }) =>
      api.get(pageOf(stpMessage), `/stp/${id}/messages`, {
        query: { page, page_size: messagePageSize },
        signal,
      }),
    placeholderData: keepPreviousData,
  })

/** The switch of all payouts, and how many orders wait for staff. */
export const payoutsQuery = queryOptions({
  queryKey: ['transfers', 'payouts'],
  queryFn: ({ signal }) => api.get(payoutSwitch, '/stp/payouts', { signal }),
})

/** Stops every payout, or lets them go on. */
export function useTurnPayouts() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: PayoutSwitchBody) =>
      explained(
        api.put(payoutSwitch, '/stp/payouts', { body: z.encode(payoutSwitchBody, body) }),
        'No se pudo cambiar la pausa de los envíos.',
      ),
    onSuccess: (state) => client.setQueryData(payoutsQuery.queryKey, state),
    onSettled: () => client.invalidateQueries({ queryKey: ['transfers'] }),
  })
}

/** Asks STP what became of an order; its answer is booked and shown. */
export function useAskStp(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => explained(api.post(stpRecordAnswer, `/stp/${id}/ask`), 'No pudimos consultar a STP.'),
    onSuccess: ({ order }) => {
      client.setQueryData(transferQueryOf(id).queryKey, order)
      for (const root of ['loans', 'dashboard']) void client.invalidateQueries({ queryKey: [root] })
      for (const part of ['list', 'messages', 'payouts', 'of-loan'])
        void client.invalidateQueries({ queryKey: ['transfers', part] })
    },
  })
}

/** Settles an order in manual review: says what really happened to the money. */
export function useResolveTransfer(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: ResolveBody) =>
      explained(
        api.post(transferDetail, `/stp/${id}/resolve`, { body: z.encode(resolveBody, body) }),
        'No se pudo resolver la orden.',
      ),
    onSettled: async () => {
      for (const root of ['loans', 'dashboard']) void client.invalidateQueries({ queryKey: [root] })
      await client.invalidateQueries({ queryKey: ['transfers'] })
    },
  })
}
