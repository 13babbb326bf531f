import { useDebouncedValue } from '@mantine/hooks'
import { company } from '@quincena/domain/companies/schema'
import { useQuery } from '@tanstack/react-query'
import { keys } from '../../lib/keys.ts'
import { pageQuery } from '../../lib/read-query.ts'

const maxResults = 20
const pause_ms = 800

/** Loads companies whose name, key or e-mail contains the text, sorted by name. */
function companyOptionsQuery(search: string) {
  const query = { search, page_size: maxResults, ordering: 'name' }
  return pageQuery(keys.companies.list, company, { path: '/company', query })
}

/** Searches companies on the server for the typed text, after a pause in typing. */
export function useCompanySearch(typed: string) {
  const [search] = useDebouncedValue(typed.trim(), pause_ms)
  const { data, isError, isFetching } = useQuery(companyOptionsQuery(search))
  return { search, companies: data?.results ?? [], isError, isFetching }
}

/** Common props of the company selects: the server filters, so every option is shown. */
export function buildCompanySelectProps(isFetching: boolean) {
  return {
    label: 'Empresa',
    searchable: true,
    filter: <Option>({ options }: { options: Option[] }) => options,
    nothingFoundMessage: isFetching ? 'Buscando…' : 'Ninguna empresa coincide',
  }
}
