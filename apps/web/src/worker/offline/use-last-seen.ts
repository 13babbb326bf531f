import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useOnline } from '../../lib/online.ts'
import { openLoansQuery } from '../loan/api.ts'
import { rememberLoans } from './last-seen.ts'

/** Stores the open loans for offline use; refetches everything when online again. `at` is their load time. */
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
  return { isOnline, at: dataUpdatedAt === 0 ? null : new Date(dataUpdatedAt).toISOString() }
}
