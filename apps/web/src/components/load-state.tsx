import { ErrorState } from './message-state.tsx'
import { LinesSkeleton } from './skeletons.tsx'

interface LoadStateProps {
  query: { error: unknown; refetch: () => unknown }
  /** States what failed; without it, the error's text is the title. */
  title?: string
  /** Lines of the skeleton. */
  lines?: number
}

/** Stands for the data of a query that has none yet: a skeleton, or the error with a retry. */
export function LoadState({ query: { error, refetch }, title, lines = 8 }: LoadStateProps) {
  if (error) return <ErrorState title={title} error={error} onRetry={refetch} />
  return <LinesSkeleton lines={lines} />
}
