import { approvalRequested } from '@quincena/domain/approvals/schema'
import {
  type PayoutSwitchBody,
  payoutSwitch,
  payoutSwitchBody,
  stpMessage,
  stpRecordAnswer,
  transferDetail,
} from '@quincena/domain/transfers/detail'
import { type ResolveBody, resolveBody, transferPage } from '@quincena/domain/transfers/schema'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'
import { listParams } from '../../lib/list-search.ts'
import { pageQuery, readQuery } from '../../lib/read-query.ts'
import { useRefresh } from '../../lib/refresher.ts'
import { withErrorText } from '../../lib/with-error-text.ts'
import { payoutsQuery } from '../transfer/api.ts'
import type { TransferListSearch } from './search.ts'

export const pageSize = 10

/** Query parameters of the order list. The export sends the same parameters. */
export const transferListParams = ({ order: _, envios: __, ...filters }: TransferListSearch) =>
  listParams({ page_size: pageSize, ...filters })

/** Loads a page of STP orders. The previous page stays visible while the next one loads. */
export function transfersQuery(search: TransferListSearch) {
  const query = transferListParams(search)
  return queryOptions({
    ...readQuery(keys.transfers.list(query), transferPage, { path: '/stp', query }),
    placeholderData: keepPreviousData,
  })
}

export const transferQuery = (id: number) =>
  readQuery(keys.transfers.detail(id), transferDetail, { path: `/stp/${id}` })

export const messagePageSize = 5

/** Loads a page of STP's messages about an order, newest first. */
export const messagesQuery = (id: number, page: number) =>
  pageQuery(() => keys.transfers.messages(id, page), stpMessage, {
    path: `/stp/${id}/messages`,
    query: { page, page_size: messagePageSize },
  })

/** Pauses all payouts, or resumes them. */
export function useTurnPayouts() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: PayoutSwitchBody) =>
      withErrorText(
        api.put(payoutSwitch, '/stp/payouts', { body: z.encode(payoutSwitchBody, body) }),
        'No se pudo cambiar la pausa de los envíos.',
      ),
    onSuccess: (state) => client.setQueryData(payoutsQuery.queryKey, state),
    onSettled: useRefresh('transfer'),
  })
}

/** Queries STP for the order. The server books the answer, and the shown order is replaced. */
export function useAskStp(id: number) {
  const client = useQueryClient()
  const refresh = useRefresh('transfer', 'loan')
  return useMutation({
    mutationFn: () =>
      withErrorText(api.post(stpRecordAnswer, `/stp/${id}/ask`), 'No pudimos consultar a STP.'),
    onSuccess: ({ order }) => {
      client.setQueryData(transferQuery(id).queryKey, order)
      void refresh()
    },
  })
}

/** Resolves an order in review: an admin states what happened to the money. */
export function useResolveTransfer(id: number) {
  return useMutation({
    mutationFn: (body: ResolveBody) =>
      withErrorText(
        api.post(z.union([approvalRequested, transferDetail]), `/stp/${id}/resolve`, {
          body: z.encode(resolveBody, body),
        }),
        'No se pudo resolver la orden.',
      ),
    onSettled: useRefresh('transfer', 'loan'),
  })
}
