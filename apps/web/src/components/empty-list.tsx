import { Button } from '@mantine/core'
import { EmptyState } from './message-state.tsx'

interface EmptyListProps {
  /** A filter or search is active, so that rows may be hidden. */
  isFiltered: boolean
  onForget: () => void
}

/** A list without rows; with an active filter it offers to remove it. */
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
