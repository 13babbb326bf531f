import { ApiError } from './api-error.ts'

/**
 * Reads a refused sign-in: `step` is true when the server asks for a two-factor code for the first time; `problem` is
 * the text about a missing or wrong code.
 */
export function secondStep(error: unknown, hasCode: boolean): { step: boolean; problem: string | null } {
  if (!(error instanceof ApiError)) return { step: false, problem: null }
  const isAsked = error.code === 'code_required'
  if (isAsked && !hasCode) return { step: true, problem: null }
  return { step: false, problem: isAsked || error.code === 'code_invalid' ? error.detail : null }
}
