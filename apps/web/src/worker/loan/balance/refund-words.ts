import { businessDay } from '@quincena/domain/dates'
import { formatLongDate, formatMoney } from '@quincena/domain/format'
import type { Refund } from '@quincena/domain/worker-balances/schema'

const dayOf = (instant: string | null) =>
  instant === null ? '' : ` el ${formatLongDate(businessDay(instant))}`

/** Says where the money of a refund is, in the words of the worker's app. */
export function refundText(refund: Refund): string {
  const { state, amount, account_last4, reason, requested_at, decided_at, settled_at, by_worker } = refund
  const money = formatMoney(amount)
  const account = `tu cuenta terminada en ${account_last4}`
  switch (state) {
    case 'requested':
      return by_worker
        ? `Pediste la devolución de ${money}${dayOf(requested_at)}. Te avisamos en cuanto la autoricemos.`
        : `Se pidió devolverte ${money}. Te avisamos en cuanto se autorice.`
    case 'sending':
      return `En camino: ${money} a ${account}.`
    case 'in_review':
      return `En aclaración: estamos confirmando con el banco tu devolución de ${money}.`
    case 'paid':
      return `Devuelto${dayOf(settled_at)}: ${money} en ${account}.`
    case 'back':
      return `El banco no aceptó ${money} en ${account}. Están de nuevo a tu favor: revisa tus datos bancarios.`
    case 'refused':
      return `Rechazada${dayOf(decided_at)}: ${reason ?? 'sin motivo'}.`
    case 'withdrawn':
      return `La devolución de ${money} se canceló${dayOf(decided_at)}: se quedó a tu favor.`
    case 'stale':
      return `La devolución de ${money} quedó sin efecto porque tu saldo o tu cuenta cambiaron. Pídela de nuevo.`
  }
}
