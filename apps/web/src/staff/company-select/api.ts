import { useDebouncedValue } from '@mantine/hooks'
import { company } from '@quincena/domain/companies/schema'
import { pageOf } from '@quincena/domain/page'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

const shown = 20
const pause_ms = 800

/** The companies whose name, key or e-mail holds a text, by name. */
function companyOptionsQuery(search: string) {
  const query = { search, page_size: shown, ordering: 'name' }
  return queryOptions({
    queryKey: ['companies', 'options', query],
    queryFn: ({ signal }) => api.get(pageOf(company), '/company', { query, signal }),
    placeholderData: keepPreviousData,
  })
}

/** The companies to choose from for what is typed, once typing pauses: the server searches. */
export function useFoundCompanies(typed: string) {
  const [search] = useDebouncedValue(typed.trim(), pause_ms)
  const { data, isError, isFetching } = useQuery(companyOptionsQuery(search))
  return { search, companies: data?.results ?? [], isError, isFetching }
}

/** What every select of companies has: what the server found is what there is to choose from. */
export function searchedOnServer(isFetching: boolean) {
  return {
    label: 'Empresa',
    searchable: true,
    filter: <Option>({ options }: { options: Option[] }) => options,
    nothingFoundMessage: isFetching ? 'Buscando…' : 'Ninguna empresa coincide',
  }
}
