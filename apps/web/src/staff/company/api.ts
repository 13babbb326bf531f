import { useDebouncedValue } from '@mantine/hooks'
import { company } from '@quincena/domain/companies/schema'
import { useQuery } from '@tanstack/react-query'
import { keys } from '../../lib/keys.ts'
import { pageQuery, readQuery } from '../../lib/read-query.ts'

export const companyQuery = (id: number) =>
  readQuery(keys.companies.detail(id), company, { path: `/company/${id}` })

const maxResults = 20
const pause_ms = 800

/** Loads companies whose name, key or e-mail contains the text, sorted by name. */
function companyOptionsQuery(search: string) {
  const query = { search, page_size: maxResults, ordering: 'name' }
  return pageQuery(keys.companies.list, company, { path: '/company', query })
}

/** Searches companies on the server for the typed text, after a pause in typing; nothing while it is not `enabled`. */
export function useCompanySearch(typed: string, enabled = true) {
  const [search] = useDebouncedValue(typed.trim(), pause_ms)
  const { data, isError, isFetching } = useQuery({ ...companyOptionsQuery(search), enabled })
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
