import { type ClientLogBody, clientLogBody } from '@quincena/domain/sessions/schema'
import { useEffect } from 'react'
import { z } from 'zod'
import { api, noContent } from './api.ts'
import { ApiError } from './api-error.ts'
import { sessionToken } from './session.ts'

const longest = 500

const waiting: { token: string | null; line: ClientLogBody }[] = []
/** On a bad network the last acts are what one wants to know about. */
const mostWaiting = 20

async function send(line: ClientLogBody): Promise<void> {
  const token = sessionToken()
  try {
    await api.post(noContent, '/auth/logs', { body: z.encode(clientLogBody, line) })
  } catch (error) {
    const wasLost = error instanceof ApiError && error.status === 0
    if (!wasLost) return
    if (waiting.length === 0) addEventListener('online', sendWaiting, { once: true })
    waiting.push({ token, line })
    waiting.splice(0, waiting.length - mostWaiting)
  }
}

function sendWaiting(): void {
  // Whoever is signed in by then must not have the acts of the last person.
  const own = waiting.splice(0).filter(({ token }) => token === sessionToken())
  for (const { line } of own) void send(line)
}

/** What is said of a failure: its code and its text, never what was typed. */
function reasonOf(error: unknown): string {
  if (error instanceof ApiError) return `${error.status} ${error.code}: ${error.detail}`
  return error instanceof Error ? error.message : String(error)
}

/**
 * Leaves a line in the log of what people did in the app (spec: employee-app §4.6). It holds nobody up: a line that
 * cannot be sent now is sent when the network is back, and one that is refused is lost.
 */
export const clientLog = {
  info(action: string, message: string): void {
    void send({ action, log_level: 'INFO', message: message.slice(0, longest) })
  },
  error(action: string, message: string, error?: unknown): void {
    const text = error === undefined ? message : `${message} (${reasonOf(error)})`
    void send({ action, log_level: 'ERROR', message: text.slice(0, longest) })
  },
}

/** Logs a failure that a screen came upon, once. */
export function useFailureLog(action: string, message: string, error: Error | null): void {
  useEffect(() => {
    if (error !== null) clientLog.error(action, message, error)
  }, [action, message, error])
}
