import type { Day } from '@quincena/domain/dates'
import { formatLongDate } from '@quincena/domain/format'
import type { LoanType } from '@quincena/domain/loans/rules'
import type { Cents } from '@quincena/domain/money'
import type { Payment } from '@quincena/domain/payments/schema'

/** What money on account waits for: the due date of the next installment, and whether it covers later ones too. */
export interface Waiting {
  due_date: Day
  beyond: boolean
}

/** A payment with its division, as receipt and statement print it. Amounts in centavos. */
export interface DividedPayment extends Payment {
  /** `R-000045`. */
  receipt: string
  /** Position among the loan's payments when it was registered; those reversed before do not count. */
  number: number
  /** Null without money on account, and for a payment that is reversed. */
  waits_for: Waiting | null
  /** What the payment did, in a sentence for the worker; null for a payment that is reversed. */
  effect: string | null
}

function onAccountLabel(waits_for: Waiting | null): string {
  if (waits_for === null) return 'A cuenta de tu siguiente pago'
  const day = formatLongDate(waits_for.due_date)
  return waits_for.beyond ? `A cuenta de tus pagos desde el ${day}` : `A cuenta de tu pago del ${day}`
}

/** A labelled amount of a payment's division, in centavos. */
export interface DivisionPart {
  label: string
  amount: Cents
}

/**
 * The parts that make up a payment, in the words that receipt and statement share. VAT is apart from the interest, also
 * where the price contains it.
 */
export function divisionParts(
  { applied, waits_for, remainder }: DividedPayment,
  type: LoanType,
): DivisionPart[] {
  const { principal, interest, tax, on_account } = applied
  const charge = type === 'credit' ? 'Intereses' : 'Comisión'
  const of = type === 'credit' ? 'los intereses' : 'la comisión'
  const parts = [
    { label: 'Capital', amount: principal },
    { label: tax > 0 ? `${charge} sin IVA` : charge, amount: interest },
    { label: `IVA de ${of}`, amount: tax },
    { label: onAccountLabel(waits_for), amount: type === 'credit' ? (on_account ?? 0) : 0 },
    { label: 'Sobrante a tu favor', amount: remainder },
  ]
  return parts.filter(({ amount }, index) => index < 2 || amount > 0)
}
