import { ApiError } from './api-error.ts'

/** What a refused sign-in says of its second step: that it begins, or what is wrong with the code that was given. */
export function secondStep(error: unknown, hasCode: boolean): { step: boolean; problem: string | null } {
  if (!(error instanceof ApiError)) return { step: false, problem: null }
  const isAsked = error.code === 'code_required'
  if (isAsked && !hasCode) return { step: true, problem: null }
  return { step: false, problem: isAsked || error.code === 'code_invalid' ? error.detail : null }
}
