import { company } from '@quincena/domain/companies/schema'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api, noContent } from '../../lib/api.ts'
import { useAttempt } from '../../lib/idempotency.ts'
import { keys } from '../../lib/keys.ts'
import { listParams } from '../../lib/list-search.ts'
import { pageQuery } from '../../lib/read-query.ts'
import { useRefresh } from '../../lib/refresher.ts'
import { withErrorText } from '../../lib/with-error-text.ts'
import { companyQuery } from '../company/api.ts'
import type { CompanyListSearch } from './search.ts'

/** Query parameters of the company list. The export sends the same parameters. */
export const companyListParams = ({ nueva: _new, ver: _seen, editar: _edited, ...rest }: CompanyListSearch) =>
  listParams(rest)

/** Loads a page of companies. The previous page stays visible while the next one loads. */
export const companiesQuery = (search: CompanyListSearch) =>
  pageQuery(keys.companies.list, company, { path: '/company/', query: companyListParams(search) })

/** Adds a company; the body is the form's wire shape. An idempotency key makes a repeated request add it once. */
export function useCreateCompany() {
  const attempt = useAttempt()
  return useMutation({
    mutationFn: (body: object) =>
      withErrorText(api.post(company, '/company/', { body, attempt }), 'Error al agregar la empresa.'),
    onSuccess: useRefresh('company'),
  })
}

/** Replaces the data of a company; the body is the form's wire shape. */
export function useUpdateCompany(id: number) {
  const client = useQueryClient()
  const refresh = useRefresh('company')
  const attempt = useAttempt()
  return useMutation({
    mutationFn: (body: object) =>
      withErrorText(api.put(company, `/company/${id}`, { body, attempt }), 'Error al editar la empresa.'),
    onSuccess: (saved) => {
      client.setQueryData(companyQuery(id).queryKey, saved)
      return refresh()
    },
  })
}

/** Deletes a company from the list. The server refuses while the company has active users. */
export function useDeleteCompany() {
  const client = useQueryClient()
  const refresh = useRefresh('company')
  return useMutation({
    mutationFn: (id: number) =>
      withErrorText(api.delete(noContent, `/company/${id}`), 'No se pudo eliminar la empresa.'),
    onSuccess: (_, id) => {
      client.removeQueries({ queryKey: keys.companies.detail(id) })
      return refresh()
    },
  })
}
