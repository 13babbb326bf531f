import { approvalRequested } from '@quincena/domain/approvals/schema'
import {
  type BrandDraftBody,
  type BrandPublication,
  brandDetail,
  brandDraft,
  brandDraftBody,
  brandLogo,
  brandPublication,
} from '@quincena/domain/brand/schema'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { api, noContent } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'
import { readQuery } from '../../lib/read-query.ts'
import { useRefresh } from '../../lib/refresher.ts'
import { withErrorText } from '../../lib/with-error-text.ts'

/** Loads all versions of the brand, its draft and the publication that waits. */
export const brandQuery = readQuery(keys.brand.versions, brandDetail, { path: '/brand/versions' })

/** Saves the draft, and stores it in the query: a failed refetch shows no older draft. */
export function useSaveBrandDraft() {
  const client = useQueryClient()
  const { queryKey } = brandQuery
  return useMutation({
    mutationFn: (body: BrandDraftBody) =>
      withErrorText(
        api.put(brandDraft, '/brand/draft', { body: z.encode(brandDraftBody, body) }),
        'No se pudo guardar el borrador. Lo que escribiste sigue aquí.',
      ),
    onSuccess: async (draft) => {
      // A load that began before the save would bring the older draft.
      await client.cancelQueries({ queryKey, exact: true })
      client.setQueryData(queryKey, (brand) => brand && { ...brand, draft })
    },
    onSettled: useRefresh('brand'),
  })
}

export function useDeleteBrandDraft() {
  return useMutation({
    mutationFn: () =>
      withErrorText(api.delete(noContent, '/brand/draft'), 'No se pudo eliminar el borrador. Nada cambió.'),
    onSettled: useRefresh('brand'),
  })
}

/** Publishes the draft, or asks another admin to. */
export function usePublishBrand() {
  return useMutation({
    mutationFn: (body: BrandPublication) =>
      withErrorText(
        api.post(z.union([approvalRequested, brandDetail]), '/brand/publish', {
          body: z.encode(brandPublication, body),
        }),
        'No se pudo publicar. El borrador sigue guardado.',
      ),
    onSettled: useRefresh('brand', 'approval'),
  })
}

/** Uploads the picture of a logo; the draft names it afterwards. */
export function uploadLogo(file: File) {
  const form = new FormData()
  form.append('file', file)
  return withErrorText(
    api.post(brandLogo, '/brand/logo', { body: form }),
    'No se pudo subir el logotipo. Intenta de nuevo.',
  )
}
