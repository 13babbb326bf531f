import { Button } from '@mantine/core'
import { isFiltered, type ListProps } from '../lib/list-search.ts'
import { EmptyState } from './empty-state.tsx'

interface EmptyListProps<Search> extends ListProps<Search> {
  /** The filters that may hide rows, each undefined. */
  none: Search
}

/** A list without rows; with an active filter it offers to remove it. */
export function EmptyList<Search extends object>({ search, onSearch, none }: EmptyListProps<Search>) {
  const title = 'Aún no hay registros para mostrar'
  if (!isFiltered(search, none)) return <EmptyState title={title} />
  return (
    <EmptyState
      title={title}
      text="Nada coincide con los filtros y la búsqueda."
      action={
        <Button variant="light" onClick={() => onSearch(none)}>
          Quitar filtros
        </Button>
      }
    />
  )
}
