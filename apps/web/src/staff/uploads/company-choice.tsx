import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { companyOptionsQuery } from '../users/api.ts'

const pause_ms = 800

interface CompanyChoiceProps {
  /** The chosen company's name. */
  value: string | null
  error: string | null
  onChange: (name: string | null) => void
}

/** A company found by its name. */
export function CompanyChoice({ value, error, onChange }: CompanyChoiceProps) {
  const [search, setSearch] = useState('')
  const [asked] = useDebouncedValue(search === value ? '' : search, pause_ms)
  const { data, isFetching, isError } = useQuery(companyOptionsQuery(asked))
  const names = new Set([
    ...(value === null ? [] : [value]),
    ...(data?.results.map(({ name }) => name) ?? []),
  ])
  return (
    <Select
      label="Empresa"
      placeholder="Busca por nombre"
      withAsterisk
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'Quitar empresa' }}
      data={[...names]}
      // The server searches: what it found is what there is to choose from.
      filter={({ options }) => options}
      value={value}
      onChange={onChange}
      searchValue={search}
      onSearchChange={setSearch}
      nothingFoundMessage={isFetching ? 'Buscando…' : 'Ninguna empresa coincide'}
      error={isError ? 'Búsqueda inválida' : error}
      maw={420}
    />
  )
}
