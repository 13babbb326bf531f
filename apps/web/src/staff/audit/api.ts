import { auditRow, chainCheck } from '@quincena/domain/audit/schema'
import { userListItem } from '@quincena/domain/users/schema'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'
import { listParams } from '../../lib/list-search.ts'
import { pageQuery, readQuery } from '../../lib/read-query.ts'
import { withErrorText } from '../../lib/with-error-text.ts'
import type { AuditSearch } from './search.ts'

/** Query parameters of the audit list, with page and order. The export sends the same parameters. */
export const auditParams = ({ acto: _, ...filters }: AuditSearch) => listParams(filters)

/** Loads a page of the audit trail. The previous page stays visible while the next one loads. */
export const auditQuery = (search: AuditSearch) =>
  pageQuery(keys.audit.list, auditRow, { path: '/audit', query: auditParams(search) })

const checkAgain_ms = 1500

/** Loads the result of the last check of the audit hash chain; polls every 1.5 s while a check runs. */
export const chainQuery = queryOptions({
  ...readQuery(keys.audit.chain, chainCheck, { path: '/audit/chain' }),
  refetchInterval: ({ state: { data } }) =>
    data !== undefined && data.asked_at !== null && data.finished_at === null ? checkAgain_ms : false,
})

/** Starts a check of the whole audit hash chain. */
export function useCheckChain() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => withErrorText(api.post(chainCheck, '/audit/chain'), 'No se pudo verificar la cadena.'),
    onSuccess: (check) => client.setQueryData(chainQuery.queryKey, check),
  })
}

const peopleShown = 20

/** Loads up to 20 users whose name, key or e-mail contains the text, as choices of the person filter. */
export const peopleQuery = (search: string) =>
  pageQuery(keys.users.list, userListItem, { path: '/auth/users', query: { search, page_size: peopleShown } })
