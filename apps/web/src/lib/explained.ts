import { ApiError } from './api-error.ts'

const isDefinite = ({ status, code }: ApiError) =>
  (status >= 400 && status < 500) || (status === 503 && code !== 'unexpected')

/** Waits for an act: a definite refusal or a named pause (503) keeps its own words, what nobody can explain takes `text`. */
export async function explained<T>(act: Promise<T>, text: string): Promise<T> {
  try {
    return await act
  } catch (error) {
    if (error instanceof ApiError && isDefinite(error)) throw error
    throw new ApiError({ status: 0, code: 'unexplained', detail: text })
  }
}
