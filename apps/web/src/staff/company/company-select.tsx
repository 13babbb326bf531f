import { Select } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { buildCompanySelectProps, useCompanySearch } from './api.ts'

interface Option {
  value: string
  label: string
}

interface CompanySelectProps {
  /** Id of the company as text; empty for no company. */
  value: string
  /** Name of the company that the user already has. */
  name: string | null
  /** What the choice of no company is called; without it `Sin Empresa`. */
  noneLabel?: string
  error?: ReactNode
  label?: string
  description?: string
  onChange: (company: string) => void
  onBlur?: () => void
  /** Marks the field for the form's focus. */
  'data-path'?: string
}

/** Selects a company by its id, or none. The server searches the typed text. */
export function CompanySelect(props: CompanySelectProps) {
  const { value, name, noneLabel = 'Sin Empresa', error, onChange, ...rest } = props
  const none = { value: '', label: noneLabel }
  const [chosen, setChosen] = useState<Option>(value === '' ? none : { value, label: name ?? value })
  const [text, setText] = useState(chosen.label)
  const isChosen = text === chosen.label
  const { search, companies, isError, isFetching } = useCompanySearch(isChosen ? '' : text)
  const foundOptions = companies.map((one) => ({ value: String(one.id), label: one.name }))
  const others = foundOptions.filter((option) => option.value !== chosen.value)
  const fixedOptions = chosen.value === '' ? [none] : search === '' || isChosen ? [none, chosen] : [chosen]
  const choose = (_: string | null, option: Option | null) => {
    const next = option ?? none
    setChosen(next)
    setText(next.label)
    onChange(next.value)
  }
  return (
    <Select
      // First, because a form's props include an `onFocus`.
      {...rest}
      {...buildCompanySelectProps(isFetching)}
      data={[...fixedOptions, ...others]}
      value={chosen.value}
      onChange={choose}
      searchValue={text}
      onSearchChange={setText}
      onFocus={(event) => event.currentTarget.select()}
      allowDeselect={false}
      error={isError ? 'Error al obtener las empresas' : error}
    />
  )
}
