import { problem } from '@quincena/domain/page'
import { ApiError, unexplainedText } from './api-error.ts'

/** Reads an error body (RFC 9457); any other body, such as a proxy's page, becomes code `unexpected`, default text. */
export async function readRefusal(response: Response): Promise<ApiError> {
  const { status } = response
  const body: unknown = await response.json().catch(() => null)
  const { data } = problem.safeParse(body)
  if (data === undefined) return new ApiError({ status, code: 'unexpected', detail: unexplainedText })
  return new ApiError({ ...data, status, requestId: data.request_id })
}
