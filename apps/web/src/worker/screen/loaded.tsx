import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ErrorState } from '../../components/message-state.tsx'

interface LoadedProps<Data> {
  query: UseQueryResult<Data>
  /** In the shape of what comes. */
  skeleton: ReactNode
  /** What could not be done; without it the failure's own text. */
  errorTitle?: string
  children: (data: Data) => ReactNode
}

/** What a query found; until then its skeleton or, with a way to try again, its failure. Old data outlives a failed refresh. */
export function Loaded<Data>({ query, skeleton, errorTitle, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (query.isPending) return skeleton
  return (
    <ErrorState
      {...(errorTitle !== undefined && { title: errorTitle })}
      error={query.error}
      onRetry={query.refetch}
    />
  )
}
