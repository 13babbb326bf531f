import { Select } from '@mantine/core'
import { useDebouncedValue, useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { userQuery } from '../user/api.ts'
import { peopleQuery } from './api.ts'

const pause_ms = 500

interface PersonSelectProps {
  /** Id of the user. */
  value: number | undefined
  onChange: (user: number | undefined) => void
}

/** Filters by the user who did it. The server searches the typed text, and only after the field is opened. */
export function PersonSelect({ value, onChange }: PersonSelectProps) {
  const [isOpen, dropdown] = useDisclosure(false)
  const [text, setText] = useState<string>()
  const chosen = useQuery({ ...userQuery(value ?? 0), enabled: value !== undefined })
  const name = chosen.data && `${chosen.data.first_name} ${chosen.data.last_name}`
  const shown = text ?? name ?? (value === undefined ? '' : `Usuario ${value}`)
  const [search] = useDebouncedValue(shown === name ? '' : shown.trim(), pause_ms)
  const { data, isFetching } = useQuery({ ...peopleQuery(search), enabled: isOpen })
  const currentOption =
    value === undefined ? [] : [{ value: String(value), label: name ?? `Usuario ${value}` }]
  const others = (data?.results ?? [])
    .filter(({ id }) => id !== value)
    .map(({ id, first_name, last_name, email }) => ({
      value: String(id),
      label: `${first_name} ${last_name} · ${email}`,
    }))
  return (
    <Select
      label="Quién"
      placeholder="Todos"
      data={[...currentOption, ...others]}
      filter={({ options }) => options}
      value={value === undefined ? null : String(value)}
      onChange={(id) => onChange(id === null ? undefined : Number(id))}
      searchable
      searchValue={shown}
      onSearchChange={setText}
      onDropdownOpen={dropdown.open}
      clearable
      clearButtonProps={{ 'aria-label': 'Quitar filtro de quién' }}
      nothingFoundMessage={isFetching ? 'Buscando…' : 'Nadie coincide'}
    />
  )
}
