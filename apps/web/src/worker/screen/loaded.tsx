import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { GoButton } from '../../components/links.tsx'
import { ErrorState } from '../../components/message-state.tsx'
import { ApiError } from '../../lib/api-error.ts'

interface LoadedProps<Data> {
  query: UseQueryResult<Data>
  /** In the shape of what comes. */
  skeleton: ReactNode
  /** What could not be done; without it the failure's own text. */
  errorTitle?: string
  children: (data: Data) => ReactNode
}

const wayHome = (
  <GoButton to="/app/home" variant="light" size="lg">
    Ir al inicio
  </GoButton>
)

const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404

/** What a query found; until then its skeleton or, with a way to try again, its failure. Old data outlives a failed refresh. */
export function Loaded<Data>({ query, skeleton, errorTitle, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (query.isPending) return skeleton
  return (
    <ErrorState
      {...(errorTitle !== undefined && { title: errorTitle })}
      error={query.error}
      onRetry={query.refetch}
      action={isMissing(query.error) ? wayHome : undefined}
    />
  )
}
