import { problem } from '@quincena/domain/page'
import { ApiError, unexplainedText } from './api-error.ts'

/** Reads a refusal (RFC 9457); anything else, such as a proxy's page, becomes the default message. */
export async function refusal(response: Response): Promise<ApiError> {
  const { status } = response
  const body: unknown = await response.json().catch(() => null)
  const { data } = problem.safeParse(body)
  if (data === undefined) return new ApiError({ status, code: 'unexpected', detail: unexplainedText })
  return new ApiError({ ...data, status, requestId: data.request_id })
}
