import { Select } from '@mantine/core'
import { useDebouncedValue, useDisclosure } from '@mantine/hooks'
import type { UserListItem } from '@quincena/domain/users/schema'
import { useQuery } from '@tanstack/react-query'
import { type FocusEvent, type ReactNode, useState } from 'react'
import { userQuery } from '../../user/api.ts'
import { workersQuery } from './api.ts'

const pause_ms = 500

interface WorkerSelectProps {
  /** Id of the worker as text; empty for none. */
  value: string
  error?: ReactNode
  onChange: (worker: string) => void
  onFocus?: (event: FocusEvent<HTMLInputElement>) => void
  onBlur?: (event: FocusEvent<HTMLInputElement>) => void
  /** Marks the field for the form's focus. */
  'data-path'?: string
}

const optionOf = ({ id, first_name, last_name, email, company_name }: UserListItem) => ({
  value: String(id),
  label: [`${first_name} ${last_name}`, email, company_name ?? 'Sin empresa'].join(' · '),
})

/** Selects an active worker. The server searches the typed text, and only after the field is opened. */
export function WorkerSelect({ value, error, onChange, ...field }: WorkerSelectProps) {
  const [isOpen, dropdown] = useDisclosure(false)
  const [text, setText] = useState<string>()
  const chosen = useQuery({ ...userQuery(Number(value)), enabled: value !== '' })
  const name = chosen.data && `${chosen.data.first_name} ${chosen.data.last_name}`
  const shown = text ?? name ?? ''
  const [search] = useDebouncedValue(shown === name ? '' : shown.trim(), pause_ms)
  const { data, isFetching, isError } = useQuery({ ...workersQuery(search), enabled: isOpen })
  const others = (data?.results ?? []).map(optionOf).filter((option) => option.value !== value)
  return (
    <Select
      // First, because a form's props include an `onFocus`.
      {...field}
      label="Persona"
      placeholder="Nombre, teléfono o correo"
      data={[...(value === '' ? [] : [{ value, label: name ?? 'Cargando…' }]), ...others]}
      filter={({ options }) => options}
      value={value === '' ? null : value}
      onChange={(id) => onChange(id ?? '')}
      searchable
      searchValue={shown}
      onSearchChange={setText}
      onFocus={(event) => event.currentTarget.select()}
      onDropdownOpen={dropdown.open}
      allowDeselect={false}
      nothingFoundMessage={isFetching ? 'Buscando…' : 'Nadie coincide'}
      error={isError ? 'Error al obtener los usuarios.' : error}
      data-autofocus
    />
  )
}
