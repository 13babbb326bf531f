import { UnstyledButton } from '@mantine/core'
import type { Suggestion } from '@quincena/domain/incoming-payments/schema'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Notice } from '../../components/notice.tsx'
import { SearchField } from '../../components/search-field.tsx'
import { LinesSkeleton } from '../../components/skeletons.tsx'
import { errorText } from '../../lib/api-error.ts'
import { workerChoicesQuery } from './api.ts'
import classes from './incoming-dialog.module.css'

interface ChoicesProps {
  search: string
  onChoose: (worker: Suggestion['worker']) => void
}

function Choices({ search, onChoose }: ChoicesProps) {
  const { data, error } = useQuery(workerChoicesQuery(search))
  if (search === '') return null
  if (error && data === undefined) return <Notice tone="problem">{errorText(error)}</Notice>
  if (data === undefined) return <LinesSkeleton lines={2} />
  if (data.results.length === 0)
    return <Notice tone="info">Ningún trabajador coincide con tu búsqueda.</Notice>
  return (
    <ul className={classes.choices} aria-label="Trabajadores que coinciden">
      {data.results.map(({ id, first_name, last_name, company_name }) => (
        <li key={id}>
          <UnstyledButton
            className={classes.choice}
            onClick={() => onChoose({ id, name: `${first_name} ${last_name}`, company_name })}
          >
            <span className={classes.person}>
              {first_name} {last_name}
              <span className={classes.second}>{company_name ?? 'Sin empresa'}</span>
            </span>
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}

/** Searches the worker to whose balance the money goes. */
export function WorkerChoice({ onChoose }: Pick<ChoicesProps, 'onChoose'>) {
  const [search, setSearch] = useState('')
  return (
    <>
      <SearchField
        value={search}
        onSearch={setSearch}
        label="Buscar trabajador"
        placeholder="Nombre o correo del trabajador"
        debounce_ms={300}
      />
      <Choices search={search} onChoose={onChoose} />
    </>
  )
}
