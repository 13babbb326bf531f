import type { DocumentKind } from '@quincena/domain/documents/rules'
import { type DocumentRow, documentRow } from '@quincena/domain/documents/schema'
import { pageOf } from '@quincena/domain/page'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { keys } from '../../../lib/keys.ts'
import { type UploadOptions, uploadForm } from '../../../lib/upload.ts'

/** File links expire after 5 minutes, so the list is fetched again every 4 minutes while the screen is open. */
const renewal_ms = 4 * 60_000

/** A worker's documents with their review and valid links to their files. */
export const documentsQuery = (user_id: number) =>
  queryOptions({
    queryKey: keys.documents.ofUser(user_id),
    queryFn: async ({ signal }): Promise<DocumentRow[]> => {
      const query = { user__id: user_id, page_size: 20 }
      return (await api.get(pageOf(documentRow), '/documents/', { query, signal })).results
    },
    refetchInterval: renewal_ms,
  })

/** Sends one document; it replaces the user's document of the same kind. */
export function uploadDocument(
  { user_id, kind, file }: { user_id: number; kind: DocumentKind; file: File },
  options: UploadOptions,
) {
  const form = new FormData()
  form.append('filename', kind)
  form.append('user', String(user_id))
  form.append('file', file, `${kind}.pdf`)
  return uploadForm(documentRow, '/documents/', { form, ...options })
}
