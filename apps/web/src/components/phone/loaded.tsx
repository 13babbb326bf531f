import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ApiError } from '../../lib/api-error.ts'
import { GoButton } from '../links.tsx'
import { ErrorState } from '../message-state.tsx'

interface LoadedProps<Data> {
  query: UseQueryResult<Data>
  /** Placeholder with the shape of the content. */
  skeleton: ReactNode
  /** Title of the error state; by default the text of the error. */
  errorTitle?: string
  children: (data: Data) => ReactNode
}

/** Next step of a screen without content. */
export const homeLink = (
  <GoButton to="/app/home" variant="light" size="lg">
    Ir al inicio
  </GoButton>
)

const isMissing = (error: unknown) => error instanceof ApiError && error.status === 404

/** Shows a query's data, its skeleton, or its error with a retry. After a failed refetch the old data stays. */
export function Loaded<Data>({ query, skeleton, errorTitle, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (query.isPending) return skeleton
  return (
    <ErrorState
      title={errorTitle}
      error={query.error}
      onRetry={query.refetch}
      action={isMissing(query.error) ? homeLink : undefined}
    />
  )
}
