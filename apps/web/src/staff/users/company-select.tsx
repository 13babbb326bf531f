import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { companyOptionsQuery } from './api.ts'

const pause_ms = 800
const none = { value: '', label: 'Sin Empresa' }
type Option = typeof none

interface CompanySelectProps {
  /** The company's number as text; empty for none. */
  value: string
  /** Of the company that a known person has. */
  name: string | null
  error?: ReactNode
  onChange: (company: string) => void
  onBlur?: () => void
}

/** A company out of all there are: what is typed is searched on the server. */
export function CompanySelect({ value, name, error, onChange, onBlur }: CompanySelectProps) {
  const [chosen, setChosen] = useState<Option>(value === '' ? none : { value, label: name ?? value })
  const [text, setText] = useState(chosen.label)
  const isChosen = text === chosen.label
  const [search] = useDebouncedValue(isChosen ? '' : text.trim(), pause_ms)
  const { data, isError, isFetching } = useQuery(companyOptionsQuery(search))
  const found = (data?.results ?? []).map((one) => ({ value: String(one.id), label: one.name }))
  const others = found.filter((option) => option.value !== chosen.value)
  const known = chosen.value === '' ? [none] : search === '' || isChosen ? [none, chosen] : [chosen]
  const choose = (_: string | null, option: Option | null) => {
    const next = option ?? none
    setChosen(next)
    setText(next.label)
    onChange(next.value)
  }
  return (
    <Select
      label="Empresa"
      data={[...known, ...others]}
      filter={({ options }) => options}
      value={chosen.value}
      onChange={choose}
      searchable
      searchValue={text}
      onSearchChange={setText}
      onFocus={(event) => event.currentTarget.select()}
      allowDeselect={false}
      nothingFoundMessage={isFetching ? 'Buscando…' : 'Ninguna empresa coincide'}
      error={isError ? 'Error al obtener las empresas' : error}
      {...(onBlur && { onBlur })}
      data-path="company"
    />
  )
}
