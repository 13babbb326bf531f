import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { EmptyState } from '../../components/empty-state.tsx'
import { ErrorState } from '../../components/message-state.tsx'
import { PersonCell } from '../../components/person-cell.tsx'
import { LinesSkeleton } from '../../components/skeletons.tsx'
import { workersPageSize, workersWithoutDocumentsQuery } from './api.ts'
import classes from './documents-chart.module.css'

interface PagesProps {
  page: number
  count: number
  onPage: (page: number) => void
}

function Pages({ page, count, onPage }: PagesProps) {
  const last = Math.max(1, Math.ceil(count / workersPageSize))
  return (
    <div className={classes.pages}>
      <Button variant="default" size="compact-sm" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        Anterior
      </Button>
      <span aria-live="polite">
        {page} de {last}
      </span>
      <Button variant="default" size="compact-sm" disabled={page >= last} onClick={() => onPage(page + 1)}>
        Siguiente
      </Button>
    </div>
  )
}

/** Lists the workers whose documents are incomplete. */
export function WorkersWithoutDocuments() {
  const [page, setPage] = useState(1)
  const { data, error, isPlaceholderData, refetch } = useQuery(workersWithoutDocumentsQuery(page))
  if (error && data === undefined) {
    return <ErrorState title="Error al obtener los usuarios." error={error} onRetry={refetch} />
  }
  if (data === undefined) return <LinesSkeleton lines={6} />
  if (data.count === 0) return <EmptyState title="Todos tienen sus documentos completos" />
  return (
    <>
      <ul className={classes.workers} data-stale={isPlaceholderData}>
        {data.results.map(({ id, first_name, last_name, company_name }) => (
          <li key={id} className={classes.worker}>
            <PersonCell name={`${first_name} ${last_name}`} detail={company_name ?? 'Sin empresa'} />
          </li>
        ))}
      </ul>
      <Pages page={page} count={data.count} onPage={setPage} />
    </>
  )
}
