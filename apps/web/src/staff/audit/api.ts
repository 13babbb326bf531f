import { auditRow, chainCheck } from '@quincena/domain/audit/schema'
import { pageOf } from '@quincena/domain/page'
import { userListItem } from '@quincena/domain/users/schema'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { explained } from '../../lib/explained.ts'
import { given } from '../../lib/given.ts'
import type { AuditSearch } from './search.ts'

export const usualPageSize = 20

/** What the list asks for, page and all; its export asks for the same. */
export function auditAsked({ acto: _, ...filters }: AuditSearch) {
  return { page: 1, page_size: usualPageSize, ordering: '-created_at', ...given(filters) }
}

/** A page of the audit trail; the old page stays in sight while the next one comes. */
export function auditListQuery(search: AuditSearch) {
  const query = auditAsked(search)
  return queryOptions({
    queryKey: ['audit', 'list', query],
    queryFn: ({ signal }) => api.get(pageOf(auditRow), '/audit', { query, signal }),
    placeholderData: keepPreviousData,
  })
}

const checkAgain_ms = 1500

/** How the last check of the chain ended; asked again while one is under way. */
export const chainQuery = queryOptions({
  queryKey: ['audit', 'chain'],
  queryFn: ({ signal }) => api.get(chainCheck, '/audit/chain', { signal }),
  refetchInterval: ({ state: { data } }) =>
    data !== undefined && data.asked_at !== null && data.finished_at === null ? checkAgain_ms : false,
})

/** Has the whole chain checked. */
export function useCheckChain() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => explained(api.post(chainCheck, '/audit/chain'), 'No se pudo verificar la cadena.'),
    onSuccess: (check) => client.setQueryData(chainQuery.queryKey, check),
  })
}

const peopleShown = 20

/** People whose name, key or e-mail holds a text: who may have acted. */
export function peopleQuery(search: string) {
  const query = { search, page_size: peopleShown }
  return queryOptions({
    queryKey: ['users', 'options', query],
    queryFn: ({ signal }) => api.get(pageOf(userListItem), '/auth/users', { query, signal }),
    placeholderData: keepPreviousData,
  })
}
