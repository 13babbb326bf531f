interface Failure {
  status: number
  code: string
  detail: string
  errors?: Record<string, string[]> | undefined
  requestId?: string | undefined
}

/** What to say where nobody can say more: the text of `server.error`, without the whole list of texts. */
export const unexplainedText = 'Algo salió mal. Intenta de nuevo.'

/** A call that did not succeed; `detail` is Spanish and fit to show, `errors` maps a field to its messages. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly detail: string
  readonly errors: Record<string, string[]>
  readonly requestId: string | undefined

  constructor({ status, code, detail, errors, requestId }: Failure) {
    super(`${status} ${code}: ${detail}`)
    this.name = 'ApiError'
    this.status = status
    this.code = code
    this.detail = detail
    this.errors = errors ?? {}
    this.requestId = requestId
  }
}

/** The server could not be reached, so what became of the call is unknown. */
export function networkError(): ApiError {
  return new ApiError({
    status: 0,
    code: 'network',
    detail: 'No hay conexión. Revisa tu internet e intenta de nuevo.',
  })
}

/** What to tell people about any failure. */
export function errorText(error: unknown): string {
  return error instanceof ApiError ? error.detail : unexplainedText
}

/** A refusal's field messages in the shape forms take (`form.setErrors`). */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {}
  return Object.fromEntries(Object.entries(error.errors).map(([field, texts]) => [field, texts.join(' ')]))
}
