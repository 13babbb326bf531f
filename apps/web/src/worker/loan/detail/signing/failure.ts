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

const nextSteps: Record<string, Failure['next']> = {
  contract_changed: 'read',
  'account.verifying': 'wait',
  consents_missing: 'retry',
  'loan.awaits_release': 'retry',
}
/** After these the same signature is sent later; its text says that it is kept. */
const keptAfter = ['consents_missing', 'loan.awaits_release']

const isOfCode = ({ code, errors }: ApiError) =>
  code.startsWith('signing_code.') || errors.signing_code !== undefined

const isOfForm = ({ code }: ApiError) =>
  code.startsWith('signature.') || code === 'location.required' || code === 'request.invalid'

/** A server that could not answer: busy, or the outcome is unknown. */
function passingFailure({ status, code, detail }: ApiError): Failure | null {
  if (status === 503 || status === 429) return { next: 'retry', text: detail }
  if (status === 0 || status >= 500 || code === 'unreadable') return { next: 'retry', text: unknownOutcome }
  return null
}

/** Maps an error of the acceptance to its text and the next step. */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof ApiError)) return { next: 'retry', text: errorText(error) }
  const { code, detail, errors } = error
  const next = nextSteps[code]
  if (next !== undefined)
    return { next, text: keptAfter.includes(code) ? `${detail} Tu firma se conserva.` : detail }
  if (isOfCode(error)) return { next: 'code', text: errors.signing_code?.[0] ?? detail }
  const passing = passingFailure(error)
  if (passing !== null) return passing
  if (!isOfForm(error)) return { next: 'leave', text: detail }
  const reason = Object.values(errors).flat()[0] ?? detail
  return { next: 'retry', text: `${failedTexts.signedContract}. ${reason}` }
}
