import { type ClientLogBody, clientLogBody } from '@quincena/domain/sessions/schema'
import { useEffect } from 'react'
import { z } from 'zod'
import { api, noContent } from './api.ts'
import { ApiError } from './api-error.ts'
import { sessionNumber } from './session.ts'

const maxLength = 500

const unsentLines: { session: string | null; line: ClientLogBody }[] = []
/** Number of unsent lines to keep without a network; the oldest are dropped. */
const maxWaiting = 20

async function send(line: ClientLogBody): Promise<void> {
  const session = sessionNumber()
  try {
    await api.post(noContent, '/auth/logs', { body: z.encode(clientLogBody, line) })
  } catch (error) {
    const wasLost = error instanceof ApiError && error.status === 0
    if (!wasLost) return
    if (unsentLines.length === 0) addEventListener('online', sendWaiting, { once: true })
    unsentLines.push({ session, line })
    unsentLines.splice(0, unsentLines.length - maxWaiting)
  }
}

function sendWaiting(): void {
  // Drop lines of an earlier session: they must not be logged under the next user.
  const own = unsentLines.splice(0).filter(({ session }) => session === sessionNumber())
  for (const { line } of own) void send(line)
}

/** Status, code and text of an error, never what the user typed. */
function reasonOf(error: unknown): string {
  if (error instanceof ApiError) return `${error.status} ${error.code}: ${error.detail}`
  return error instanceof Error ? error.message : String(error)
}

/**
 * Sends a line to the server's log of user actions (spec: employee-app §4.6) without delaying the caller. A line that
 * the network loses is sent when the browser is online again; a line that the server refuses is dropped.
 */
export const clientLog = {
  info(action: string, message: string): void {
    void send({ action, log_level: 'INFO', message: message.slice(0, maxLength) })
  },
  error(action: string, message: string, error?: unknown): void {
    const text = error === undefined ? message : `${message} (${reasonOf(error)})`
    void send({ action, log_level: 'ERROR', message: text.slice(0, maxLength) })
  },
}

/** Logs the error of a screen, once for each error. */
export function useFailureLog(action: string, message: string, error: Error | null): void {
  useEffect(() => {
    if (error !== null) clientLog.error(action, message, error)
  }, [action, message, error])
}
