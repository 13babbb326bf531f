import { type ConsentInput, consent, type LegalDocumentName } from '@quincena/domain/legal/consent'
import { type MarketingConsentBody, marketingConsent } from '@quincena/domain/legal/marketing'
import { legalDocument, ownConsents } from '@quincena/domain/legal/schema'
import { publicVersions, textChanges } from '@quincena/domain/texts/schema'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'
import { readQuery } from '../../lib/read-query.ts'

const hour_ms = 60 * 60_000

/** The version in force of a legal text. */
export const legalQuery = (document: LegalDocumentName) =>
  queryOptions({
    ...readQuery(keys.legal.text(document), legalDocument, { path: `/legal/${document}` }),
    staleTime: hour_ms,
  })

/** A version of a legal text that is or was in force; 404 for any other. */
export const legalVersionQuery = (document: LegalDocumentName, version: string) =>
  queryOptions({
    ...readQuery(keys.legal.text(document, 'version', version), legalDocument, {
      path: `/legal/${document}/versions/${encodeURIComponent(version)}`,
    }),
    staleTime: hour_ms,
  })

/** All versions of a legal text that are or were in force, newest first. */
export const legalVersionsQuery = (document: LegalDocumentName) =>
  queryOptions({
    ...readQuery(keys.legal.text(document, 'versions'), publicVersions, {
      path: `/legal/${document}/versions`,
    }),
    staleTime: hour_ms,
  })

/** What changed in a legal text from a version to the one in force; 404 if that version is not kept. */
export const legalChangesQuery = (document: LegalDocumentName, from: string, in_force: string) =>
  queryOptions({
    ...readQuery(keys.legal.text(document, 'changes', from, in_force), textChanges, {
      ...{ path: `/legal/${document}/changes`, query: { from } },
    }),
    staleTime: hour_ms,
  })

/** Clears the cached texts because the server has newer versions; texts on the screen load again. */
export const resetLegalTexts = (client: QueryClient) => client.resetQueries({ queryKey: keys.legal.all })

/** All consents that the worker gave, newest first. */
export const ownConsentsQuery = readQuery(keys.consents.own, ownConsents, { path: '/auth/consents' })

const givenConsents = z.object({ consents: z.array(consent) })

/** Stores the worker's consents to the versions that were shown. */
export const giveConsents = (consents: readonly ConsentInput[]) =>
  api.post(givenConsents, '/auth/consents', { body: { consents } })

/** Stores whether the worker accepts advertising, in the wording that was shown. */
export const decideMarketing = (body: MarketingConsentBody) =>
  api.put(marketingConsent, '/auth/marketing-consent', { body })
