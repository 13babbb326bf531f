import { approvalRequested } from '@quincena/domain/approvals/schema'
import type { ContractTextName, TextContent, TextDocumentName } from '@quincena/domain/texts/content'
import {
  type PublishBody,
  publishBody,
  type TextDraftBody,
  type TextPdfBody,
  textDetail,
  textDraft,
  textDraftBody,
  textFields,
  textList,
  textPdfBody,
  textPreview,
  textVersionDetail,
} from '@quincena/domain/texts/schema'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { api, noContent } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'
import { readQuery } from '../../lib/read-query.ts'
import { useRefresh } from '../../lib/refresher.ts'
import { withErrorText } from '../../lib/with-error-text.ts'

/** Loads the documents with their version in force, the next one, the draft and what waits for another admin. */
export const textsQuery = readQuery(keys.texts.document(), textList, { path: '/texts' })

/** Loads a document with all its versions and its draft. */
export const textQuery = (document: TextDocumentName) =>
  readQuery(keys.texts.document(document), textDetail, { path: `/texts/${document}` })

/** Loads the content of a version; it never changes. */
export const textVersionQuery = (document: TextDocumentName, version: string) =>
  queryOptions({
    ...readQuery(keys.texts.fixed('version', document, version), textVersionDetail, {
      path: `/texts/${document}/versions/${version}`,
    }),
    staleTime: Number.POSITIVE_INFINITY,
  })

/** Loads what a text of the document may contain. */
export const textFieldsQuery = (document: TextDocumentName) =>
  queryOptions({
    ...readQuery(keys.texts.fixed('fields', document), textFields, { path: `/texts/${document}/fields` }),
    staleTime: Number.POSITIVE_INFINITY,
  })

interface Preview {
  content: TextContent
  /** The conditions that hold; undefined: those that hold for the lender. */
  conditions?: readonly string[]
  /** The contract that fills the text of one. */
  sample?: string
}

/** Fills a text with the lender's data, without saving it. The previous answer stays visible while the next one loads. */
export const textPreviewQuery = (document: TextDocumentName, typed: Preview) =>
  queryOptions({
    queryKey: keys.texts.fixed('preview', document, typed),
    queryFn: ({ signal }) => api.post(textPreview, `/texts/${document}/preview`, { body: typed, signal }),
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  })

/** Prints a text of contracts, without saving it. */
export const usePreviewPdf = (document: ContractTextName) =>
  useMutation({
    mutationFn: async (body: TextPdfBody) => {
      const call = api.file('POST', `/texts/${document}/pdf`, { body: z.encode(textPdfBody, body) })
      return (await withErrorText(call, 'No se pudo preparar el PDF.')).blob
    },
  })

/** Saves the draft of a document, and stores it in the document's query: a failed refetch shows no older draft. */
export function useSaveDraft(document: TextDocumentName) {
  const client = useQueryClient()
  const { queryKey } = textQuery(document)
  return useMutation({
    mutationFn: (body: TextDraftBody) =>
      withErrorText(
        api.put(textDraft, `/texts/${document}/draft`, { body: z.encode(textDraftBody, body) }),
        'No se pudo guardar el borrador. Lo que escribiste sigue aquí.',
      ),
    onSuccess: async (draft) => {
      // A load that began before the save would bring the older draft.
      await client.cancelQueries({ queryKey, exact: true })
      client.setQueryData(queryKey, (text) => text && { ...text, draft })
    },
    onSettled: useRefresh('text'),
  })
}

/** Removes the draft that was read; of another one the server answers 409 and keeps it. */
export function useDeleteDraft(document: TextDocumentName) {
  return useMutation({
    mutationFn: (version: number) =>
      withErrorText(
        api.delete(noContent, `/texts/${document}/draft`, { query: { version } }),
        'No se pudo descartar el borrador. Nada cambió.',
      ),
    onSettled: useRefresh('text'),
  })
}

/** Publishes the draft, or asks another admin to. */
export function usePublish(document: TextDocumentName) {
  return useMutation({
    mutationFn: (body: PublishBody) =>
      withErrorText(
        api.post(z.union([approvalRequested, textDetail]), `/texts/${document}/publish`, {
          body: z.encode(publishBody, body),
        }),
        'No se pudo publicar. El borrador sigue guardado.',
      ),
    onSettled: useRefresh('text', 'approval'),
  })
}
