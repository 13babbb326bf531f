import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

function isWorthRetrying(failures: number, error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  return failures < 2 && (error.status === 0 || error.status >= 500)
}

/** The app's query client: retries a query twice without an answer or after a 5xx, and never retries a mutation. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, retry: isWorthRetrying, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
})
