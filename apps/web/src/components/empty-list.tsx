import { Button } from '@mantine/core'
import { EmptyState } from './message-state.tsx'

interface EmptyListProps {
  /** The list is narrowed, so there may be rows that are not shown. */
  isFiltered: boolean
  onForget: () => void
}

/** A list without rows; where it is narrowed it says so, and offers the whole one. */
export function EmptyList({ isFiltered, onForget }: EmptyListProps) {
  const title = 'Aún no hay registros para mostrar'
  if (!isFiltered) return <EmptyState title={title} />
  return (
    <EmptyState
      title={title}
      text="Nada coincide con los filtros y la búsqueda."
      action={
        <Button variant="light" onClick={onForget}>
          Quitar filtros
        </Button>
      }
    />
  )
}
