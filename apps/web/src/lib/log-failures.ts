import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { clientLog } from './client-log.ts'

/** An expired session (401) and invalid fields (422) are not failures; an unreadable answer is one. */
function isFailure(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true
  return error.code === 'unreadable' || (error.status !== 401 && error.status !== 422)
}

/** Status and code only: the text of an error and the query may contain names of people. */
const describeError = (error: unknown) =>
  error instanceof ApiError
    ? `${error.status} ${error.code}`
    : error instanceof Error
      ? error.name
      : 'unknown'

/** Logs a failed call with its code; `action` names the call, `text` is the start of the line. */
export function logFailure(action: string, text: string, error: unknown): void {
  if (isFailure(error)) clientLog.error(action, `${text} (${describeError(error)})`)
}

/** The text of a failed mutation: `meta.log`, else the Spanish text of an `unexplained` error, else a default. */
function describeFailure(meta: Record<string, unknown> | undefined, error: unknown): string {
  if (typeof meta?.log === 'string') return meta.log
  return error instanceof ApiError && error.code === 'unexplained' ? error.detail : 'Error al guardar'
}

/**
 * Logs failed queries and mutations (spec: backoffice §8) and returns a function that stops it. A query is logged once
 * until it succeeds again; `meta.log` names a mutation.
 */
export function logFailures(client: QueryClient): () => void {
  const failing = new Set<string>()
  const stops = [
    client.getQueryCache().subscribe((event) => {
      if (event.type !== 'updated') return
      const { queryHash, queryKey } = event.query
      if (event.action.type === 'success') failing.delete(queryHash)
      if (event.action.type !== 'error' || failing.has(queryHash)) return
      failing.add(queryHash)
      logFailure(String(queryKey[0]), 'Error al cargar', event.action.error)
    }),
    client.getMutationCache().subscribe((event) => {
      if (event.type !== 'updated' || event.action.type !== 'error') return
      const { error } = event.action
      logFailure(window.location.pathname, describeFailure(event.mutation.meta, error), error)
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
