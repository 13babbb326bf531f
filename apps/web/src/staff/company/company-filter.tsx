import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { buildCompanySelectProps, companyQuery, useCompanySearch } from './api.ts'
import classes from './company-filter.module.css'

interface CompanyFilterProps {
  /** Id of the company; undefined for all. */
  company: number | undefined
  onChange: (company: number | undefined) => void
}

/** Filters a list by company. Companies are searched on the server once the field is used. */
export function CompanyFilter({ company, onChange }: CompanyFilterProps) {
  const [isUsed, setIsUsed] = useState(false)
  const [text, setText] = useState('')
  const chosen = useQuery({ ...companyQuery(company ?? 0), enabled: company !== undefined })
  const name = company === undefined ? undefined : chosen.data?.name
  const { companies, isFetching, isError } = useCompanySearch(text === name ? '' : text, isUsed)
  const options = new Map(companies.map((one) => [String(one.id), one.name]))
  if (company !== undefined) options.set(String(company), name ?? 'Empresa elegida')
  return (
    <Select
      {...buildCompanySelectProps(isFetching)}
      label={undefined}
      aria-label="Filtrar por empresa"
      placeholder="Todas las empresas"
      classNames={{ root: classes.company ?? '' }}
      data={[...options].map(([value, label]) => ({ value, label }))}
      value={company === undefined ? null : String(company)}
      onChange={(value) => onChange(value === null ? undefined : Number(value))}
      searchValue={text}
      onSearchChange={setText}
      onFocus={(event) => {
        setIsUsed(true)
        event.currentTarget.select()
      }}
      clearable
      clearButtonProps={{ 'aria-label': 'Quitar filtro de empresa' }}
      error={isError ? 'Error al obtener las empresas' : undefined}
    />
  )
}
