import type { Day } from '@quincena/domain/dates'
import { formatMoney, formatShortDate } from '@quincena/domain/format'
import type { ReceivedOrder } from '@quincena/domain/incoming-payments/stp-check'
import type { Cents } from '@quincena/domain/money'
import { wordsOf } from '@quincena/domain/texts/notice-words'

interface NoticeOf {
  id: number
  amount_cents: Cents
  payer_name: string | null
}

const arrived = ({ amount_cents, payer_name }: NoticeOf) =>
  `Llegó un abono de ${formatMoney(amount_cents)}${payer_name === null ? '' : ` de ${payer_name}`}.`

/**
 * Notifies staff of money that STP has confirmed. The second part of `reason_key` is the id of the loan, 0 without one.
 */
export function receivedNotice(
  incoming: NoticeOf & { found_in_list: boolean },
  loan: { id: number; folio: string } | null,
) {
  const match =
    loan === null
      ? 'No coincide con ningún préstamo vigente: elige a cuál corresponde o descártalo.'
      : `Coincide con ${loan.folio}: revísalo para registrar el pago.`
  return {
    title: 'Abono por registrar',
    message: `${arrived(incoming)}${incoming.found_in_list ? ' STP no avisó de él: lo encontró la conciliación.' : ''} ${match}`,
    reason_key: `incoming:${loan?.id ?? 0}:${incoming.id}` as const,
  }
}

/** Notifies staff that STP does not confirm a callback: it has no such order (`order` null) or has other facts. */
export function unconfirmedNotice(
  incoming: NoticeOf & { matched_loan_id: number | null; beneficiary_account: string | null },
  order: ReceivedOrder | null,
) {
  const { id, amount_cents, payer_name, matched_loan_id } = incoming
  const check = order === null ? 'not_found' : 'mismatch'
  const from = payer_name === null ? '' : ` de ${payer_name}`
  const what =
    order === null
      ? 'STP no lo reconoce'
      : order.amount === amount_cents
        ? 'STP reporta otros datos'
        : `STP lo reporta por ${formatMoney(order.amount)}`
  return {
    title: order === null ? 'STP no reconoce un abono' : 'STP reporta otros datos de un abono',
    message: `Se avisó de un abono de ${formatMoney(amount_cents)}${from} y ${what}. No se puede registrar como pago.`,
    reason_key: `incoming-doubted:${matched_loan_id ?? 0}:${id}:${check}` as const,
  }
}

/** Replaces single notices when STP rejects many callbacks at a time; `hour` limits it to one an hour. */
export function manyUnconfirmedNotice(hour: string) {
  return {
    title: 'STP no reconoce varios abonos',
    message:
      'Se avisó de varios abonos que STP no reconoce o tiene con otros datos. No se pueden registrar como pagos. Avisa a tu área de seguridad.',
    reason_key: `incoming-doubted-many:${hour}` as const,
  }
}

/** Replaces single notices when one reading of a day's list finds many payments without a callback. */
export function manyFoundNotice({ count, day, at }: { count: number; day: Day; at: string }) {
  return {
    title: 'Abonos por registrar',
    message: `La conciliación del ${formatShortDate(day)} encontró ${count.toLocaleString('es-MX')} abonos de los que STP no avisó. Revísalos para registrar los pagos.`,
    reason_key: `reconciliation:${day}:found:${at}` as const,
  }
}

/** Notifies staff that a later callback has another amount (centavos) than STP confirmed. */
export function contradictedNotice(incoming: NoticeOf, amount: Cents) {
  return {
    title: 'STP se contradice en un abono',
    message: `${arrived(incoming)} Otro aviso dice que es de ${formatMoney(amount)}; queda como STP lo confirmó. Compruébalo en tu cuenta de STP.`,
    reason_key: `incoming-contradicted:0:${incoming.id}:${amount}` as const,
  }
}

/** For the worker: received money is in their balance now; amount in centavos. */
export function creditedNotice({ credit_id, amount }: { credit_id: number; amount: Cents }) {
  return {
    words: wordsOf('notice_balance', { amount }),
    reason_key: `balance:${credit_id}:credited` as const,
  }
}

/** For the worker: the money was taken out of their balance again. */
export function creditUndoneNotice({ credit_id, amount }: { credit_id: number; amount: Cents }) {
  return {
    words: wordsOf('notice_balance_undone', { amount }),
    reason_key: `balance:${credit_id}:undone` as const,
  }
}

/** For the staff user to whom somebody else gave received money. */
export function ownerNotice(incoming: NoticeOf, at: Temporal.Instant) {
  return {
    title: 'Te asignaron un abono',
    message: `${arrived(incoming)} Te toca identificarlo.`,
    reason_key: `incoming-owner:0:${incoming.id}:${at.toString()}` as const,
  }
}

/** Notifies staff that STP returned money without an order of ours. */
export function stpReturnedNotice(incoming: NoticeOf & { unapplied_cents: Cents }) {
  const used = incoming.amount_cents - incoming.unapplied_cents
  const rest =
    used > 0
      ? `Ya se habían usado ${formatMoney(used)}: anula lo registrado o cárgalo al trabajador, porque ese dinero ya no está.`
      : 'Ya no está por registrar.'
  return {
    title: 'STP devolvió un abono',
    message: `STP devolvió ${formatMoney(incoming.amount_cents)}${incoming.payer_name === null ? '' : ` a ${incoming.payer_name}`} sin que lo pidiéramos. ${rest}`,
    reason_key: `incoming-return:0:${incoming.id}:stp` as const,
  }
}

/** Notifies staff of a callback whose amount or identifying fields cannot be read. */
export function unreadableNotice(at: string) {
  return {
    title: 'Un abono no se pudo leer',
    message: 'STP avisó de un abono con datos que no se entienden. Búscalo en tu cuenta de STP.',
    reason_key: `incoming-unreadable:0:${at}` as const,
  }
}
