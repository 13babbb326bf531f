import { ApiError } from './api-error.ts'

/** Waits for an act: a definite refusal keeps its own words, a failure nobody can explain takes `text`. */
export async function explained<T>(act: Promise<T>, text: string): Promise<T> {
  try {
    return await act
  } catch (error) {
    if (error instanceof ApiError && error.status >= 400 && error.status < 500) throw error
    throw new ApiError({ status: 0, code: 'unexplained', detail: text })
  }
}
