import { ApiError, errorText } from '../../../../lib/api-error.ts'
import { failedTexts } from '../../failed-texts.ts'

/** Next step and text after a failed acceptance. */
export interface Failure {
  /**
   * `read`: read and sign the new contract; `leave`: show the loan again; `retry`: send the same signature again;
   * `wait`: send it again by itself once the bank confirms the account; `code`: type the code, or another one.
   */
  next: 'read' | 'leave' | 'retry' | 'wait' | 'code'
  text: string
}

const unknownOutcome =
  'No sabemos si tu firma llegó. Intenta de nuevo: aunque lo hagas dos veces, el dinero se envía una sola vez.'

/** Maps an error of the acceptance to its text and the next step. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof ApiError)) return { next: 'retry', text: errorText(error) }
  const { code, status, detail } = error
  if (code === 'contract_changed') return { next: 'read', text: detail }
  if (code === 'account.verifying') return { next: 'wait', text: detail }
  if (code.startsWith('signing_code.') || error.errors.signing_code !== undefined)
    return { next: 'code', text: error.errors.signing_code?.[0] ?? detail }
  if (code === 'consents_missing') return { next: 'retry', text: `${detail} Tu firma se conserva.` }
  if (code === 'loan.awaits_release') return { next: 'retry', text: `${detail} Tu firma se conserva.` }
  if (status === 503 || status === 429) return { next: 'retry', text: detail }
  if (status === 0 || status >= 500 || code === 'unreadable') return { next: 'retry', text: unknownOutcome }
  if (code.startsWith('signature.') || code === 'location.required' || code === 'request.invalid')
    return {
      next: 'retry',
      text: `${failedTexts.signedContract}. ${Object.values(error.errors).flat()[0] ?? detail}`,
    }
  return { next: 'leave', text: detail }
}
