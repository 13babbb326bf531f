import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorState } from '../../../components/message-state.tsx'
import { MoreButton } from '../../../components/phone/more-button.tsx'
import stack from '../../../components/phone/stack.module.css'
import { CardsSkeleton } from '../../../components/skeletons.tsx'
import { downloadsQuery } from './api.ts'
import { DownloadItem } from './download-item.tsx'

interface DownloadListProps {
  filter: Parameters<typeof downloadsQuery>[0]
  /** Shown if there are no files. */
  empty: ReactNode
}

/** Files, newest first, with a button for the next page. */
export function DownloadList({ filter, empty }: DownloadListProps) {
  const query = useInfiniteQuery(downloadsQuery(filter))
  const { data, isPending, error, refetch } = query
  if (isPending) return <CardsSkeleton cards={4} height={88} />
  if (data === undefined)
    return <ErrorState title="Error al obtener tus descargas" error={error} onRetry={refetch} />
  const rows = data.pages.flatMap(({ results }) => results)
  if (rows.length === 0) return empty
  return (
    <div className={stack.stack}>
      <ul className={stack.list}>
        {rows.map((row) => (
          <li key={`${row.kind}-${row.id}`}>
            <DownloadItem row={row} />
          </li>
        ))}
      </ul>
      <MoreButton query={query} />
    </div>
  )
}
