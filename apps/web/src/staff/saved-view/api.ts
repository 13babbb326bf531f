import {
  type SavedViewBody,
  type SavedViewList,
  type SavedViewPatch,
  savedView,
  savedViews,
} from '@quincena/domain/saved-views/schema'
import { useMutation } from '@tanstack/react-query'
import { api, noContent } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'
import { readQuery } from '../../lib/read-query.ts'
import { useRefresh } from '../../lib/refresher.ts'

/** The views of a list that the user saved, by name. */
export const savedViewsQuery = (list: SavedViewList) =>
  readQuery(keys.savedViews.list({ list }), savedViews, { path: '/saved-views', query: { list } })

export const useSaveView = () =>
  useMutation({
    mutationFn: (body: SavedViewBody) => api.post(savedView, '/saved-views', { body }),
    onSuccess: useRefresh('saved_view'),
  })

export const useChangeView = () =>
  useMutation({
    mutationFn: ({ id, ...body }: SavedViewPatch & { id: number }) =>
      api.patch(savedView, `/saved-views/${id}`, { body }),
    onSuccess: useRefresh('saved_view'),
  })

export const useDeleteView = () =>
  useMutation({
    mutationFn: (id: number) => api.delete(noContent, `/saved-views/${id}`),
    onSuccess: useRefresh('saved_view'),
  })
