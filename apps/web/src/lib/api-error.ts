interface Failure {
  status: number
  code: string
  detail: string
  errors?: Record<string, string[]> | undefined
  requestId?: string | undefined
}

/** Default text: equals the message of `server.error`, copied here so that the message catalogue is not loaded. */
export const unexplainedText = 'Algo salió mal. Intenta de nuevo.'

/** A failed call. `detail` is the Spanish text to show; `errors` maps a field to its messages. */
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

/** The error (status 0, code `network`) of a call without an answer; the outcome of the call is unknown. */
export function networkError(): ApiError {
  return new ApiError({
    status: 0,
    code: 'network',
    detail: 'No hay conexión. Revisa tu internet e intenta de nuevo.',
  })
}

/** The error of a read that was stopped because its session ended; it is neither retried nor logged. */
export function sessionEndedError(): ApiError {
  return new ApiError({
    status: 401,
    code: 'unauthenticated',
    detail: 'Tu sesión terminó. Inicia sesión de nuevo.',
  })
}

/** The Spanish text to show for any error. */
export function errorText(error: unknown): string {
  return error instanceof ApiError ? error.detail : unexplainedText
}

/** The field messages of an API error in the shape of `form.setErrors`; empty for any other error. */
export function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof ApiError)) return {}
  return Object.fromEntries(Object.entries(error.errors).map(([field, texts]) => [field, texts.join(' ')]))
}

/** The error of a field that the app refuses itself, in the shape of the server's. */
export const fieldProblem = (field: string, text: string) =>
  new ApiError({ status: 422, code: 'field', detail: text, errors: { [field]: [text] } })
