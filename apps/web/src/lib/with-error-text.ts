import { ApiError } from './api-error.ts'

const isDefinite = ({ status, code }: ApiError) =>
  (status >= 400 && status < 500) || (status === 503 && code !== 'unexpected')

/**
 * Awaits a call and gives unclear errors the text `text` (code `unexplained`). A 4xx and a 503 with an API code keep
 * their own text.
 */
export async function withErrorText<T>(call: Promise<T>, text: string): Promise<T> {
  try {
    return await call
  } catch (error) {
    if (error instanceof ApiError && isDefinite(error)) throw error
    throw new ApiError({ status: 0, code: 'unexplained', detail: text })
  }
}
