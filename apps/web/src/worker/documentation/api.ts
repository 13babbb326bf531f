import { type DocumentRow, documentRow } from '@quincena/domain/documents/schema'
import { pageOf } from '@quincena/domain/page'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** Links to the files are good for 5 minutes: they are renewed while the screen is open. */
const renewal_ms = 4 * 60_000

/** A worker's documents as they stand, with fresh links to their files. */
export const documentsQuery = (user_id: number) =>
  queryOptions({
    queryKey: ['documents', 'user', user_id],
    queryFn: async ({ signal }): Promise<DocumentRow[]> => {
      const query = { user__id: user_id, page_size: 20 }
      return (await api.get(pageOf(documentRow), '/documents/', { query, signal })).results
    },
    refetchInterval: renewal_ms,
  })
