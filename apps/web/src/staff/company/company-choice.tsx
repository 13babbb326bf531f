import { Select } from '@mantine/core'
import { useState } from 'react'
import { buildCompanySelectProps, useCompanySearch } from './api.ts'

interface CompanyChoiceProps {
  /** Name of the chosen company. */
  value: string | null
  error: string | null
  onChange: (name: string | null) => void
}

/** Selects a company by its name. */
export function CompanyChoice({ value, error, onChange }: CompanyChoiceProps) {
  const [search, setSearch] = useState('')
  const { companies, isFetching, isError } = useCompanySearch(search === value ? '' : search)
  const names = new Set([...(value === null ? [] : [value]), ...companies.map(({ name }) => name)])
  return (
    <Select
      {...buildCompanySelectProps(isFetching)}
      placeholder="Busca por nombre"
      withAsterisk
      clearable
      clearButtonProps={{ 'aria-label': 'Quitar empresa' }}
      data={[...names]}
      value={value}
      onChange={onChange}
      searchValue={search}
      onSearchChange={setSearch}
      error={isError ? 'Búsqueda inválida' : error}
      maw={420}
    />
  )
}
