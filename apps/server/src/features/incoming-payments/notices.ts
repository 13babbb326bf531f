import { formatMoney } from '@quincena/domain/format'
import type { Cents } from '@quincena/domain/money'

interface NoticeOf {
  id: number
  amount_cents: Cents
  payer_name: string | null
}

const arrived = ({ amount_cents, payer_name }: NoticeOf) =>
  `Llegó un abono de ${formatMoney(amount_cents)}${payer_name === null ? '' : ` de ${payer_name}`}.`

/** For staff. The second part of the reason leads to the loan, where there is one. */
export function receivedNotice(incoming: NoticeOf, loan: { id: number; folio: string } | null) {
  const match =
    loan === null
      ? 'No coincide con ningún préstamo vigente: elige a cuál corresponde o descártalo.'
      : `Coincide con ${loan.folio}: revísalo para registrar el pago.`
  return {
    title: 'Abono por confirmar',
    message: `${arrived(incoming)} ${match}`,
    reason_key: `incoming:${loan?.id ?? 0}:${incoming.id}` as const,
  }
}

/** The same incoming payment told of again with another amount. */
export function contradictedNotice(incoming: NoticeOf, told: Cents) {
  return {
    title: 'STP se contradice en un abono',
    message: `${arrived(incoming)} STP lo avisó otra vez como ${formatMoney(told)}; quedó como llegó primero. Compruébalo en tu cuenta de STP.`,
    reason_key: `incoming-contradicted:0:${incoming.id}:${told}` as const,
  }
}

/** STP told of money and nobody can read how much, or what tells it from another. */
export function unreadableNotice(at: string) {
  return {
    title: 'Un abono no se pudo leer',
    message: 'STP avisó de un abono con datos que no se entienden. Búscalo en tu cuenta de STP.',
    reason_key: `incoming-unreadable:0:${at}` as const,
  }
}
