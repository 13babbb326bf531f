import {
  type DifferenceNoteBody,
  differenceNoteBody,
  reconciliationDay,
  reconciliationDetail,
  reconciliationDifference,
} from '@quincena/domain/reconciliation/schema'
import { keepPreviousData, queryOptions, useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { api } from '../../lib/api.ts'
import { keys } from '../../lib/keys.ts'
import { pageQuery, readQuery } from '../../lib/read-query.ts'
import { useRefresh } from '../../lib/refresher.ts'
import { saveFile } from '../../lib/save-file.ts'
import { withErrorText } from '../../lib/with-error-text.ts'
import type { ReconciliationDaySearch, ReconciliationSearch } from './search.ts'

export const pageSize = 10
/** Pause between polls while a run is in progress (ms). An event reports its end; polling covers a lost event. */
const runningPause_ms = 3000

/** Loads a page of reconciled days, newest first. */
export function daysQuery({ page = 1, ...filters }: ReconciliationSearch) {
  const query = { ...filters, page, page_size: pageSize }
  return queryOptions({
    ...pageQuery(keys.reconciliation.list, reconciliationDay, { path: '/stp/reconciliation', query }),
    refetchInterval: ({ state }) =>
      state.data?.results.some(({ status }) => status === 'running') ? runningPause_ms : false,
  })
}

/** Loads a reconciled day with a page of its differences. */
export function dayQuery(day: string, { page = 1, open }: ReconciliationDaySearch) {
  const query = { open, page, page_size: pageSize }
  return queryOptions({
    ...readQuery(keys.reconciliation.day(day, query), reconciliationDetail, {
      path: `/stp/reconciliation/${day}`,
      query,
    }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.status === 'running' ? runningPause_ms : false),
  })
}

/** Starts the reconciliation of a day; it runs in the background. */
export function useRunDay() {
  return useMutation({
    mutationFn: (day: string) =>
      withErrorText(
        api.post(reconciliationDay, `/stp/reconciliation/${day}/run`),
        'No se pudo iniciar la conciliación.',
      ),
    onSuccess: useRefresh('reconciliation'),
  })
}

/** Adds a note to a difference, or closes it. */
export function useNoteDifference(id: number) {
  return useMutation({
    mutationFn: (body: DifferenceNoteBody) =>
      withErrorText(
        api.post(reconciliationDifference, `/stp/reconciliation/differences/${id}/note`, {
          body: z.encode(differenceNoteBody, body),
        }),
        'No se pudo guardar la nota.',
      ),
    onSettled: useRefresh('reconciliation'),
  })
}

/** Downloads the spreadsheet of a day. */
export function useDownloadDay() {
  return useMutation({
    mutationFn: async (day: string) => {
      const { blob } = await withErrorText(
        api.file('GET', `/stp/reconciliation/${day}/export`),
        'No se pudo descargar el archivo.',
      )
      saveFile(blob, `Conciliacion_${day}.xlsx`)
    },
  })
}
