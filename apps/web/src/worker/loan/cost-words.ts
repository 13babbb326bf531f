import { formatMoney } from '@quincena/domain/format'
import type { Frequency } from '@quincena/domain/loans/frequency'
import type { LoanType } from '@quincena/domain/loans/rules'
import type { Installment } from '@quincena/domain/loans/schema'
import type { Cents } from '@quincena/domain/money'

/** Label of what the worker pays beyond the amount; `isTaxed` if VAT on top of the interest has a row of its own. */
export function costLabel(type: LoanType, isTaxed: boolean): string {
  if (type === 'advance') return 'Te cuesta (comisión)'
  return isTaxed ? 'Te cuesta' : 'Te cuesta (intereses)'
}

interface CatInput {
  type: LoanType
  cat: number | null
  /** What the loan costs, in centavos. */
  cost: Cents
  /** The term of an advance, such as `9 días`. */
  period: string
}

const highCat = 100

/** Says in a sentence what the CAT means for this loan, in pesos. */
export function catText({ type, cat, cost, period }: CatInput): string {
  if (cost === 0) return 'No te cuesta nada: pagas lo mismo que recibes.'
  const pesos = formatMoney(cost)
  if (type === 'credit')
    return `El CAT reúne el costo en un porcentaje al año, para comparar con otros créditos. Aquí son ${pesos} en total.`
  const why = cat === null || cat <= highCat ? '' : 'Parece alto porque '
  const days = period === '1 día' ? 'es solo 1 día' : `son solo ${period}`
  const text = `${why}${days}: en pesos pagas ${pesos}, nada más.`
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}

/** Label of the annual rate: it says whether VAT is part of it, because the CAT beside it never contains VAT. */
export function rateLabel({ tax_added, tax_rate }: { tax_added: boolean; tax_rate: number }): string {
  if (tax_rate === 0) return 'Tasa anual fija'
  return tax_added ? 'Tasa anual fija, más IVA' : 'Tasa anual fija, con IVA'
}

/** The last payment in centavos, which takes the cents that the others leave. Null if it is like them. */
export function differingLastPayment(schedule: readonly Pick<Installment, 'payment'>[]): Cents | null {
  const last = schedule.at(-1)?.payment ?? 0
  return last === schedule[0]?.payment || last === 0 ? null : last
}

const adjectives: Record<Frequency, string> = {
  monthly: 'mensuales',
  semimonthly: 'quincenales',
  fourteen_days: 'catorcenales',
  weekly: 'semanales',
}

/** For example `12 pagos mensuales de`. */
export function paymentsLabel(installments: number, frequency: Frequency = 'monthly'): string {
  return `${installments} pagos ${adjectives[frequency]} de`
}
