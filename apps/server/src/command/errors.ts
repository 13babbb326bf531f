import { type MessageCode, messages } from '@quincena/domain/messages'

interface Details {
  /** Field -> code; its text is shown at the field. */
  fields?: Record<string, MessageCode>
  /** Field -> complete texts, for those that contain a length or a configured rule. */
  texts?: Record<string, string[]>
  /** Replaces the catalogue's text, for texts that contain an amount or a length. */
  detail?: string
  /** When the same request may succeed: the Retry-After header, in seconds. */
  retry_after_s?: number
}

/** The refusal of a command: a stable code, the HTTP status, and the fields concerned. */
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
