import type { LoanDetail } from '@quincena/domain/loans/detail-schema'
import { loanWords } from './words.ts'

interface Ending {
  title: string
  /** Reason of the decision. */
  observation: string
  /** What the worker can do now. */
  text: string
}

const noReason = 'Tu solicitud no cumple por ahora con los criterios de aprobación.'

/** Neutral texts for a request that ended without a loan: rejected, declined, expired or cancelled. */
export function endingOf({
  state,
  type,
  approved_at,
  rejection_reason,
}: Pick<LoanDetail, 'state' | 'type' | 'approved_at' | 'rejection_reason'>): Ending {
  const { name } = loanWords[type]
  const again = 'Puedes volver a solicitar cuando quieras.'
  if (state === 'declined' && approved_at === null)
    return {
      title: 'Retiraste tu solicitud',
      observation: 'Dejamos de analizarla porque tú lo pediste. No debes nada.',
      text: again,
    }
  if (state === 'declined')
    return {
      title: `Decidiste no tomar este ${name}`,
      observation: 'La oferta terminó por decisión tuya. No debes nada.',
      text: again,
    }
  if (state === 'expired')
    return { title: 'La oferta venció', observation: 'Pasó el último día para firmarla.', text: again }
  if (state === 'cancelled')
    return {
      title: `Tu ${name} se canceló`,
      observation: rejection_reason ?? 'No recibiste el dinero. No debes nada.',
      text: again,
    }
  return {
    title: 'Monto solicitado',
    observation: rejection_reason ?? noReason,
    text: 'Si tienes dudas sobre la respuesta, comunícate con nosotros. También puedes volver a solicitar.',
  }
}
