import { QueryClientContext, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useContext } from 'react'
import { queryClient } from '../lib/query-client.ts'

/** Provides a query client: that of a surrounding provider (tests), or else the app's. */
export function Queries({ children }: { children: ReactNode }) {
  const client = useContext(QueryClientContext) ?? queryClient
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
