import { type LegalDocumentName, legalDocument } from '@quincena/domain/legal/schema'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** A legal text in its present version. */
export const legalQuery = (document: LegalDocumentName) =>
  queryOptions({
    queryKey: ['legal', document],
    queryFn: ({ signal }) => api.get(legalDocument, `/legal/${document}`, { signal }),
    staleTime: 60 * 60_000,
  })

/** Drops the texts that were loaded: the server has newer versions. What is on the screen loads again. */
export const resetLegalTexts = (client: QueryClient) => client.resetQueries({ queryKey: ['legal'] })
