import {
  type DocumentReviewBody,
  type DocumentRow,
  documentReviewBody,
  documentRow,
} from '@quincena/domain/documents/schema'
import { pageOf } from '@quincena/domain/page'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'
import { ownAddress } from '../../lib/own-address.ts'
import { readQuery } from '../../lib/read-query.ts'
import { useRefresh } from '../../lib/refresher.ts'
import { readRefusal } from '../../lib/refusal.ts'
import { withErrorText } from '../../lib/with-error-text.ts'

/** File links expire after 5 minutes; shown lists load new ones every 4 minutes (ms). */
const linksRenewal_ms = 4 * 60_000

function documentsQuery(query: { user__id: number } | { loan__id: number }) {
  return queryOptions({
    ...readQuery(keys.documents.list(query), pageOf(documentRow), {
      path: '/documents/',
      query: {
        ...query,
        ordering: '-created_at',
        page_size: 20,
      },
    }),
    refetchInterval: linksRenewal_ms,
  })
}

export const userDocumentsQuery = (userId: number) => documentsQuery({ user__id: userId })
export const loanDocumentsQuery = (loanId: number) => documentsQuery({ loan__id: loanId })

/** Loads the bytes of a document once: its link changes every few minutes, its file never does. */
export const documentFileQuery = ({ id, file }: Pick<DocumentRow, 'id' | 'file'>) =>
  queryOptions({
    queryKey: keys.documents.file(id),
    queryFn: async ({ signal }) => {
      const response = await fetch(new Request(new URL(ownAddress(file), document.baseURI), { signal }))
      if (!response.ok) throw await readRefusal(response)
      return response.blob()
    },
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Accepts or refuses one document of the applicant. */
export function useReviewDocument() {
  return useMutation({
    mutationFn: ({ id, ...review }: DocumentReviewBody & { id: number }) =>
      withErrorText(
        api.patch(documentRow, `/documents/${id}`, { body: z.encode(documentReviewBody, review) }),
        'Ocurrió un error al intentar cambiar el estatus de la solicitud',
      ),
    onSettled: useRefresh('document'),
  })
}
