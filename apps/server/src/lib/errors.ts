import { type MessageCode, messages } from '@quincena/domain/messages'

interface Details {
  /** Field -> code, its text shown at the field. */
  fields?: Record<string, MessageCode>
  /** Field -> ready texts, where they name a length or a rule of the configuration. */
  texts?: Record<string, string[]>
  /** A text in place of the catalogue's, where it names an amount or a length. */
  detail?: string
  /** When the same call may succeed: the answer's Retry-After, seconds. */
  retry_after_s?: number
}

/** What an act throws when it refuses: a stable code, the HTTP status, and the fields concerned. */
export class AppError extends Error {
  readonly code: MessageCode
  readonly status: number
  readonly detail: string
  readonly errors: Record<string, string[]> | undefined
  readonly retry_after_s: number | undefined

  constructor(code: MessageCode, status: number, details: Details = {}) {
    super(code)
    this.code = code
    this.status = status
    this.detail = details.detail ?? messages[code]
    this.retry_after_s = details.retry_after_s
    const fields = Object.entries(details.fields ?? {}).map(([field, text]) => [field, [messages[text]]])
    const errors = { ...Object.fromEntries(fields), ...details.texts }
    this.errors = Object.keys(errors).length > 0 ? errors : undefined
  }
}

export const notFound = () => new AppError('route.not_found', 404)
