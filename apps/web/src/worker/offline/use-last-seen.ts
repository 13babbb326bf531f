import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { keys } from '../../lib/keys.ts'
import { useOnline } from '../../lib/online.ts'
import { openLoansQuery } from '../loan/api.ts'
import { rememberLoans } from './last-seen.ts'

/** When the oldest data about loans on the screen was loaded, in milliseconds; 0 without any. */
function seenAt(client: QueryClient): number {
  const shown = client.getQueryCache().findAll({ queryKey: keys.loans.all, type: 'active' })
  const times = shown.map(({ state }) => state.dataUpdatedAt).filter((time) => time > 0)
  return times.length === 0 ? 0 : Math.min(...times)
}

/**
 * Stores the open loans for offline use; refetches everything when online again. `at` is when the open loans, or on a
 * screen without them the loan itself, were loaded.
 */
export function useLastSeen(): { isOnline: boolean; at: string | null } {
  const { data, dataUpdatedAt } = useQuery({ ...openLoansQuery, enabled: false })
  const client = useQueryClient()
  const isOnline = useOnline()
  const wasOnline = useRef(isOnline)
  useEffect(() => {
    if (data !== undefined) rememberLoans(data, dataUpdatedAt)
  }, [data, dataUpdatedAt])
  useEffect(() => {
    if (isOnline && !wasOnline.current) void client.invalidateQueries()
    wasOnline.current = isOnline
  }, [isOnline, client])
  const seen_ms = dataUpdatedAt || seenAt(client)
  return { isOnline, at: seen_ms === 0 ? null : new Date(seen_ms).toISOString() }
}
