import {
  type ConsentInput,
  consent,
  type LegalDocumentName,
  legalDocument,
} from '@quincena/domain/legal/schema'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'
import { readQuery } from '../../lib/read-query.ts'

/** The version in force of a legal text. */
export const legalQuery = (document: LegalDocumentName) =>
  queryOptions({
    ...readQuery(keys.legal.text(document), legalDocument, { path: `/legal/${document}` }),
    staleTime: 60 * 60_000,
  })

/** Clears the cached texts because the server has newer versions; texts on the screen load again. */
export const resetLegalTexts = (client: QueryClient) => client.resetQueries({ queryKey: keys.legal.all })

const givenConsents = z.object({ consents: z.array(consent) })

/** Stores the worker's consents to the versions that were shown. */
export const giveConsents = (consents: readonly ConsentInput[]) =>
  api.post(givenConsents, '/auth/consents', { body: { consents } })
