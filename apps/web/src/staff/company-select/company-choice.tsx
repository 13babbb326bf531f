import { Select } from '@mantine/core'
import { useState } from 'react'
import { searchedOnServer, useFoundCompanies } from './api.ts'

interface CompanyChoiceProps {
  /** The chosen company's name. */
  value: string | null
  error: string | null
  onChange: (name: string | null) => void
}

/** A company found by its name. */
export function CompanyChoice({ value, error, onChange }: CompanyChoiceProps) {
  const [search, setSearch] = useState('')
  const { companies, isFetching, isError } = useFoundCompanies(search === value ? '' : search)
  const names = new Set([...(value === null ? [] : [value]), ...companies.map(({ name }) => name)])
  return (
    <Select
      {...searchedOnServer(isFetching)}
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
