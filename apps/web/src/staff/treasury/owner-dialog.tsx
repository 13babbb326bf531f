import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '../../components/form-dialog.tsx'
import { useUser } from '../../lib/session.ts'
import { type Owned, staffQuery, useGiveOwner } from './api.ts'

const pause_ms = 300

/** Active staff users other than the signed-in one that match the text. */
function useColleagues(search: string) {
  const me = useUser()
  const admins = useQuery(staffQuery('U0', search))
  const managers = useQuery(staffQuery('U1', search))
  const people = [...(admins.data?.results ?? []), ...(managers.data?.results ?? [])]
  return {
    options: people
      .filter(({ id }) => id !== me.id)
      .map(({ id, first_name, last_name }) => ({ value: String(id), label: `${first_name} ${last_name}` })),
    isFetching: admins.isFetching || managers.isFetching,
  }
}

interface Choice {
  value: string | null
  error: string | null
  onChange: (value: string | null) => void
}

function ColleagueSelect({ value, error, onChange }: Choice) {
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(value === null ? text.trim() : '', pause_ms)
  const { options, isFetching } = useColleagues(search)
  return (
    <Select
      label="Responsable"
      placeholder="Nombre o correo"
      data={options}
      filter={({ options: shown }) => shown}
      value={value}
      onChange={onChange}
      searchable
      searchValue={text}
      onSearchChange={setText}
      nothingFoundMessage={isFetching ? 'Buscando…' : 'Nadie coincide'}
      error={error}
      data-autofocus
    />
  )
}

interface OwnerDialogProps {
  opened: boolean
  owned: Owned
  onClose: () => void
}

function OwnerForm({ owned, onClose }: Omit<OwnerDialogProps, 'opened'>) {
  const { mutateAsync } = useGiveOwner(owned)
  const [chosen, setChosen] = useState<string | null>(null)
  const [error, setError] = useState<string | null>(null)
  const submit = async () => {
    if (chosen === null) {
      setError('Elige a una persona')
      return false
    }
    return mutateAsync(Number(chosen))
  }
  return (
    <FormDialog
      opened
      title="Dar a otra persona"
      submitLabel="Dar"
      isDirty={chosen !== null}
      onSubmit={submit}
      onClose={onClose}
    >
      <ColleagueSelect
        value={chosen}
        error={error}
        onChange={(value) => {
          setChosen(value)
          setError(null)
        }}
      />
    </FormDialog>
  )
}

/** Gives a thing to another staff user, who is searched by name. */
export function OwnerDialog({ opened, ...form }: OwnerDialogProps) {
  return opened ? <OwnerForm {...form} /> : null
}
