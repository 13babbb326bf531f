import type { Frequency } from '@quincena/domain/loans/frequency'
import type { LoanType } from '@quincena/domain/loans/rules'

/** What the worker pays beyond the amount: the interest of a credit, with the VAT on top of it, or the commission. */
export function costLabel({ type, tax_added }: { type: LoanType; tax_added: boolean }): string {
  if (type === 'advance') return 'Comisión, sin intereses'
  return tax_added ? 'Intereses, más IVA' : 'Intereses'
}

/** Label of the annual rate; VAT that is charged on top is not part of it. */
export function rateLabel(tax_added: boolean): string {
  return tax_added ? 'Tasa anual fija, más IVA' : 'Tasa anual fija'
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
