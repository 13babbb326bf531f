import { company } from '@quincena/domain/companies/schema'
import { pageOf } from '@quincena/domain/page'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api, noContent } from '../../lib/api.ts'
import { useAttempt } from '../../lib/attempt.ts'
import { explained } from '../../lib/explained.ts'
import { given } from '../../lib/given.ts'
import type { CompanyListSearch } from './search.ts'

export const usualPageSize = 20

/** The list's call, as its URL asks for it. */
export function companiesAsked({ nueva: _new, ver: _seen, editar: _edited, ...search }: CompanyListSearch) {
  return { page: 1, page_size: usualPageSize, ordering: '-created_at', ...given(search) }
}

/** A page of companies; the old page stays in sight while the next one comes. */
export function companiesQuery(search: CompanyListSearch) {
  const query = companiesAsked(search)
  return queryOptions({
    queryKey: ['companies', 'list', query],
    queryFn: ({ signal }) => api.get(pageOf(company), '/company/', { query, signal }),
    placeholderData: keepPreviousData,
  })
}

export const companyQueryOf = (id: number) =>
  queryOptions({
    queryKey: ['companies', 'detail', id],
    queryFn: ({ signal }) => api.get(company, `/company/${id}`, { signal }),
  })

/** Adds a company from the form's wire shape; sent twice, it is added once. */
export function useCreateCompany() {
  const client = useQueryClient()
  const attempt = useAttempt()
  return useMutation({
    mutationFn: (body: object) =>
      explained(api.post(company, '/company/', { body, attempt }), 'Error al agregar la empresa.'),
    onSuccess: () => client.invalidateQueries({ queryKey: ['companies', 'list'] }),
  })
}

/** Writes a company's data anew from the form's wire shape. */
export function useUpdateCompany(id: number) {
  const client = useQueryClient()
  const attempt = useAttempt()
  return useMutation({
    mutationFn: (body: object) =>
      explained(api.put(company, `/company/${id}`, { body, attempt }), 'Error al editar la empresa.'),
    onSuccess: (saved) => {
      client.setQueryData(companyQueryOf(id).queryKey, saved)
      return client.invalidateQueries({ queryKey: ['companies', 'list'] })
    },
  })
}

/** Takes a company out of the list; the server refuses while it has active users. */
export function useDeleteCompany() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) =>
      explained(api.delete(noContent, `/company/${id}`), 'No se pudo eliminar la empresa.'),
    onSuccess: (_, id) => {
      client.removeQueries({ queryKey: ['companies', 'detail', id] })
      return client.invalidateQueries({ queryKey: ['companies', 'list'] })
    },
  })
}
