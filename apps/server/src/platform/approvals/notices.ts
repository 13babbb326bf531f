import type { ApprovalState } from '@quincena/domain/approvals/rules'
import { formatMoney } from '@quincena/domain/format'
import type { Cents } from '@quincena/domain/money'

interface NoticeOf {
  id: number
  title: string
  amount_cents: Cents | null
  person: string | null
}

const detailOf = ({ amount_cents, person }: NoticeOf) =>
  [amount_cents === null ? null : formatMoney(amount_cents), person]
    .filter((part) => part !== null)
    .join(' · ')

/** Notifies the users who may decide that a request waits for them. */
export function waitingNotice(request: NoticeOf, requester: string) {
  const detail = detailOf(request)
  return {
    title: `Por autorizar: ${request.title}`,
    message: `${detail === '' ? '' : `${detail}. `}La pidió ${requester}.`,
    reason_key: `approval-waiting:${request.id}` as const,
  }
}

const outcomes: Record<Extract<ApprovalState, 'approved' | 'refused' | 'stale'>, string> = {
  approved: 'Se autorizó',
  refused: 'No se autorizó',
  stale: 'Quedó sin efecto',
}

/** Notifies the requester of the outcome, with the reason of a refusal. */
export function outcomeNotice(request: NoticeOf, outcome: keyof typeof outcomes, reason: string | null) {
  const stale = outcome === 'stale' ? 'Los datos cambiaron después de que la pediste.' : ''
  const parts = [detailOf(request), reason === null ? stale : `Motivo: ${reason}`]
  return {
    title: `${outcomes[outcome]}: ${request.title}`,
    message: parts.filter((part) => part !== '').join('. ') || 'Tu solicitud ya tiene respuesta.',
    reason_key: `approval-decided:${request.id}` as const,
  }
}
