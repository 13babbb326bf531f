import { QueryClientContext, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useContext } from 'react'
import { queryClient } from '../lib/query-client.ts'

/** What asks the server finds its cache here: the app's, or the one that surrounds it already. */
export function Queries({ children }: { children: ReactNode }) {
  const client = useContext(QueryClientContext) ?? queryClient
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}
