import { addDays, type Day } from '../dates.ts'
import { formatDate, formatLongDate, formatMoney } from '../format.ts'
import type { MessageCode } from '../messages.ts'
import type { Cents } from '../money.ts'

/** Staff may set a value date this many days back; an earlier one is an admin's correction (lending.md §3). */
const VALUE_DATE_DAYS = 10

type Problem = { code: MessageCode; message: string }

/**
 * Checks the amount of a payment against the payoff of its value date, both in centavos. Returns the error code and the
 * text for the field, which the server answers with 422, or null if the payment may be registered. `earlier_day` is a
 * value date before today: the text then names it, because the payoff of today is another.
 */
export function paymentProblem({
  payoff,
  amount_paid,
  earlier_day,
}: {
  payoff: Cents
  amount_paid: Cents
  earlier_day?: Day | undefined
}): Problem | null {
  if (payoff <= 0)
    return {
      code: 'payment.settled',
      message: 'La deuda ha sido saldada. No es necesario realizar más pagos.',
    }
  if (amount_paid <= payoff) return null
  const day = earlier_day === undefined ? 'Hoy' : `Al ${formatLongDate(earlier_day)}`
  return { code: 'payment.exceeds_payoff', message: `${day} se liquida con ${formatMoney(payoff)}.` }
}

/** The days that limit a value date. `latest` is the value date of the loan's latest payment, `start` its payout's day. */
export type ValueDateInput = { value_date: Day; today: Day; start: Day; latest: Day | null }

/** The first value date that staff may set without a correction. */
export function firstValueDate({ today, start, latest }: Omit<ValueDateInput, 'value_date'>): Day {
  const days = [addDays(today, -VALUE_DATE_DAYS), start, latest ?? start]
  return days.reduce((first, day) => (day > first ? day : first))
}

/** Checks a value date: never in the future nor before the payout. Returns null if it is possible. */
export function valueDateProblem({
  value_date,
  today,
  start,
}: Omit<ValueDateInput, 'latest'>): Problem | null {
  if (value_date > today)
    return { code: 'payment.value_date_future', message: 'La fecha valor no puede ser futura.' }
  if (value_date >= start) return null
  return {
    code: 'payment.value_date_before_payout',
    message: `El dinero se envió el ${formatDate(start)}: la fecha valor no puede ser anterior.`,
  }
}

/** Formats the folio of a payment's receipt: `R-000045`. */
export function receiptFolio(payment_id: number): string {
  return `R-${String(payment_id).padStart(6, '0')}`
}
