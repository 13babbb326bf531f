import type { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'
import { clientLog } from './client-log.ts'

/** A session that is over and fields that break a rule are no failures; an answer that nobody can read is one. */
function isFailure(error: unknown): boolean {
  if (!(error instanceof ApiError)) return true
  return error.code === 'unreadable' || (error.status !== 401 && error.status !== 422)
}

/** Of a failure its code alone: texts and what was asked for may name people. */
const codeOf = (error: unknown) =>
  error instanceof ApiError
    ? `${error.status} ${error.code}`
    : error instanceof Error
      ? error.name
      : 'unknown'

/** Leaves a line about a call that failed: `action` says what was tried, `text` how it is told. */
export function logFailure(action: string, text: string, error: unknown): void {
  if (isFailure(error)) clientLog.error(action, `${text} (${codeOf(error)})`)
}

/** What an act is called in the log: its own words, those it is told with, or that something failed. */
function actText(meta: Record<string, unknown> | undefined, error: unknown): string {
  if (typeof meta?.log === 'string') return meta.log
  return error instanceof ApiError && error.code === 'unexplained' ? error.detail : 'Error al guardar'
}

/**
 * Logs what screens fail to load or to do (spec: backoffice §8), until the answer is called: a load once, however often
 * it fails again, until it succeeds. An act is named by `meta.log`.
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
      logFailure(window.location.pathname, actText(event.mutation.meta, error), error)
    }),
  ]
  return () => {
    for (const stop of stops) stop()
  }
}
