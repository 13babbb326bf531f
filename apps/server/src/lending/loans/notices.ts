import type { Day } from '@quincena/domain/dates'
import { formatLongDate, formatMoney } from '@quincena/domain/format'
import type { LoanType } from '@quincena/domain/loans/rules'
import type { Figure } from '@quincena/domain/mails/schema'
import { bankName } from '@quincena/domain/mexico/banks'
import type { Cents } from '@quincena/domain/money'
import type { NoticeKind } from '@quincena/domain/notifications/kinds'
import { wordsOf } from '@quincena/domain/texts/notice-words'
import { sql } from 'kysely'

export interface NoticeOf {
  id: number
  folio: string
  type: LoanType
}

export interface LoanWithAmount extends NoticeOf {
  amount_cents: Cents
}

/** Rows of a mail; those without a value are left out. */
export const figuresOf = (
  ...rows: readonly (readonly [label: string, value: string | null | undefined])[]
): Figure[] => rows.flatMap(([label, value]) => (value ? [{ label, value }] : []))

const typeName = ({ type }: NoticeOf) => (type === 'credit' ? 'Crédito' : 'Anticipo')
export const folioRow = (loan: NoticeOf) => [typeName(loan), loan.folio] as const
export const amountRow = ({ amount_cents }: LoanWithAmount) => ['Monto', formatMoney(amount_cents)] as const
export const dayText = (day: Day | null | undefined) => (day ? formatLongDate(day, { withYear: true }) : null)

/** The order that paid a loan out. */
interface PaidOrder {
  id: number
  amount_cents: Cents
  beneficiary_account: string
  counterpart_institution: string
}

/** Values of a loan in the text of a notice: «crédito» or «anticipo», and the folio. */
export const loanValues = ({ type, folio }: NoticeOf) => ({
  loan_type: type === 'credit' ? 'crédito' : 'anticipo',
  folio,
})

/** The same with the loan's amount, which a worker remembers better than the folio. */
export const loanAndAmount = (loan: LoanWithAmount) => ({ ...loanValues(loan), amount: loan.amount_cents })

/** `tu cuenta Banamex ····9192`: the account that an order paid; 16 digits are a card. */
function accountText({ beneficiary_account, counterpart_institution }: PaidOrder): string {
  const bank = bankName(counterpart_institution)
  const kind = beneficiary_account.length === 16 ? 'tarjeta' : 'cuenta'
  return `tu ${kind}${bank === '-' ? '' : ` ${bank}`} ····${beneficiary_account.slice(-4)}`
}

/** Key that makes a notice unique. `detail` tells repeated events apart: a second approval has another instant. */
export const reason = (kind: NoticeKind, loan: NoticeOf, detail: string) =>
  `${kind}:${loan.id}:${detail}` as const

/** For staff: a worker requested a loan. A credit needs their decision; an advance is already an offer. */
export function requestedNotice(
  loan: NoticeOf,
  worker: { first_name: string; last_name: string },
  amount: Cents,
) {
  const [title, next] =
    loan.type === 'credit'
      ? ['Nueva solicitud de crédito', 'Revísala para aprobarla o rechazarla.']
      : ['Nueva solicitud de anticipo', 'Espera la firma del trabajador.']
  const message = `${worker.first_name} ${worker.last_name} solicitó ${formatMoney(amount)} (${loan.folio}). ${next}`
  return { title, message, reason_key: reason('requested', loan, 'once') }
}

/** For the worker: staff changed the amount or period of the request. */
export function editedNotice(
  loan: NoticeOf,
  { amount, period, at }: { amount: Cents; period: string; at: string },
) {
  const words = wordsOf('notice_edited', { ...loanValues(loan), amount, period })
  return { words, reason_key: reason('edited', loan, at) }
}

interface Offer extends LoanWithAmount {
  total_debt_cents?: Cents
  offer_expires_on?: Day | null
}

/** For the worker: the loan is an offer. `at`: ISO instant of the approval. */
export function approvedNotice(loan: Offer, at: string) {
  const { total_debt_cents, offer_expires_on } = loan
  const total = total_debt_cents === undefined ? null : formatMoney(total_debt_cents)
  const figures = figuresOf(
    folioRow(loan),
    amountRow(loan),
    ['Total a pagar', total],
    ['Firma a más tardar', dayText(offer_expires_on)],
  )
  const words = wordsOf('notice_approved', loanAndAmount(loan))
  return { words, figures, reason_key: reason('approved', loan, at) }
}

/** For the worker: the payout, which waited for a second person, may leave once the worker signs. */
export function releasedNotice(loan: LoanWithAmount) {
  const words = wordsOf('notice_released', loanAndAmount(loan))
  return { words, reason_key: reason('released', loan, 'once') }
}

/** For the worker: the request was rejected, with the reason if staff gave one. `at`: ISO instant. */
export function rejectedNotice(loan: LoanWithAmount, why: string | null, at: string) {
  const because = why === null ? null : why.replace(/\.?$/, '.')
  const conditions = because === null ? [] : ['with_reason']
  const words = wordsOf('notice_rejected', { ...loanAndAmount(loan), reason: because }, conditions)
  return { words, reason_key: reason('rejected', loan, at) }
}

/** For the worker: the offer expired. */
export function expiredNotice(loan: LoanWithAmount) {
  const words = wordsOf('notice_expired', loanAndAmount(loan))
  return { words, reason_key: reason('expired', loan, 'once') }
}

/** For the worker: the loan was cancelled after its payout was returned. */
export function cancelledNotice(loan: LoanWithAmount) {
  const words = wordsOf('notice_cancelled', loanAndAmount(loan))
  return { words, reason_key: reason('cancelled', loan, 'once') }
}

/** For the worker: the loan was cancelled while the money had not left. */
export function cancelledUnsentNotice(loan: LoanWithAmount) {
  const words = wordsOf('notice_cancelled_unsent', loanAndAmount(loan))
  return { words, reason_key: reason('cancelled-unsent', loan, 'once') }
}

/** Values of an order that pays a loan out. */
const orderValues = (loan: NoticeOf, transfer: PaidOrder) => ({
  ...loanValues(loan),
  ...{ amount: transfer.amount_cents, account: accountText(transfer) },
})

/** Which text about the dates of a payout applies: those of the contract, or new ones. */
const datesConditions = ({ type }: NoticeOf, new_first_due: Day | null) =>
  new_first_due === null ? [] : [type === 'advance' ? 'new_day' : 'new_dates']

/**
 * For the worker: STP accepted the order. `new_first_due` is the first due date of the new schedule of a payout that was
 * sent again; null if the contract's dates apply.
 */
export function sentNotice(
  loan: NoticeOf,
  {
    transfer,
    new_first_due,
    first_due = null,
  }: { transfer: PaidOrder; new_first_due: Day | null; first_due?: Day | null },
) {
  const values = { ...orderValues(loan, transfer), first_due: new_first_due }
  return {
    words: wordsOf('notice_sent', values, datesConditions(loan, new_first_due)),
    figures: figuresOf(
      folioRow(loan),
      ['Enviamos', formatMoney(transfer.amount_cents)],
      ['Primer pago', dayText(first_due)],
    ),
    reason_key: reason('sent', loan, String(transfer.id)),
  }
}

/** For the worker: STP reports that the money arrived. */
export function settledNotice(loan: NoticeOf, transfer: PaidOrder) {
  const words = wordsOf('notice_settled', orderValues(loan, transfer))
  return { words, reason_key: reason('settled', loan, String(transfer.id)) }
}

/** For the worker: STP refused the order, and the offer may be signed again. */
export function refusedNotice(loan: LoanWithAmount, transfer_id: number) {
  const words = wordsOf('notice_refused', loanAndAmount(loan))
  return { words, reason_key: reason('refused', loan, String(transfer_id)) }
}

/** For the worker: the bank returned the money, and nothing is owed. */
export function returnedNotice(loan: LoanWithAmount, transfer_id: number) {
  return {
    words: wordsOf('notice_returned', loanAndAmount(loan)),
    figures: figuresOf(folioRow(loan), amountRow(loan)),
    reason_key: reason('returned', loan, String(transfer_id)),
  }
}

/** For staff: the bank returned the payout, and an admin can send it again. */
export function payoutReturnedNotice(loan: NoticeOf, transfer: { id: number; tracking_key: string }) {
  const message = `El dinero de ${loan.folio} regresó (${transfer.tracking_key}). Corrige la cuenta y envíalo de nuevo.`
  return {
    title: 'Pago devuelto',
    message,
    reason_key: reason('payout-returned', loan, String(transfer.id)),
  }
}

interface SecondOrder {
  id: number
  tracking_key: string
  amount_cents: Cents
}

/** For the worker: the money of a loan arrived twice, and the second amount is owed apart from the loan. */
export function paidTwiceNotice(loan: NoticeOf, { id, amount_cents }: SecondOrder) {
  const words = wordsOf('notice_paid_twice', { ...loanValues(loan), amount: amount_cents })
  return { words, reason_key: reason('paid-twice', loan, String(id)) }
}

/** For the worker: the bank returned the second amount, which is no longer owed. */
export function secondReturnedNotice(loan: NoticeOf, { id, amount_cents }: SecondOrder) {
  const words = wordsOf('notice_second_returned', { ...loanValues(loan), amount: amount_cents })
  return { words, reason_key: reason('second-returned', loan, String(id)) }
}

/** For staff: STP paid a loan twice, and the worker owes the second amount. */
export function paidTwiceForStaff(loan: NoticeOf, { id, tracking_key, amount_cents }: SecondOrder) {
  const message = `STP pagó dos veces ${loan.folio}: la orden ${tracking_key} fue la segunda. El trabajador debe ${formatMoney(amount_cents)} aparte de su préstamo.`
  return {
    title: 'Préstamo pagado dos veces',
    message,
    reason_key: reason('staff-paid-twice', loan, String(id)),
  }
}

/** For the worker: the payment of `due_date` is overdue. */
export function overdueNotice(loan: LoanWithAmount, due_date: Day) {
  const words = wordsOf('notice_overdue', { ...loanAndAmount(loan), day: due_date })
  const figures = figuresOf(folioRow(loan), amountRow(loan), ['Pendiente desde', dayText(due_date)])
  return { words, figures, reason_key: reason('overdue', loan, due_date) }
}

interface Due {
  date: Day
  kind: '3-days' | 'today'
}

const dueDetail = ({ date, kind }: Due) => `${date}:${kind}`

/** SQL for the reason of the reminder of a row of `loan`. */
export const dueReason = (due: Due) => sql<string>`concat_ws(':', 'due', loan.id, ${dueDetail(due)}::text)`

/** For the worker: a payment falls due in three days or today. Amount in centavos. */
export function dueNotice(loan: NoticeOf, due: Due & { amount: Cents }) {
  const { date: day, amount, kind } = due
  const conditions = [kind === 'today' ? 'due_today' : 'due_later']
  return {
    words: wordsOf('notice_due', { ...loanValues(loan), amount, day }, conditions),
    figures: figuresOf(folioRow(loan), ['Pago', formatMoney(due.amount)], ['Vence', dayText(due.date)]),
    reason_key: reason('due', loan, dueDetail(due)),
  }
}
