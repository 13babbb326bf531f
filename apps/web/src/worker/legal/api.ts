import { type LegalDocumentName, legalDocument } from '@quincena/domain/legal/schema'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** A legal text in the version in force. */
export const legalQuery = (document: LegalDocumentName) =>
  queryOptions({
    queryKey: ['legal', document],
    queryFn: ({ signal }) => api.get(legalDocument, `/legal/${document}`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
