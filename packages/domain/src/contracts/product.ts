import { type Lender, tradeNameOf } from '../lender/schema.ts'
import { multiplyHalfUp, type Rate, rate } from '../money.ts'
import type { ContractPayload } from './schema.ts'

type LoanType = ContractPayload['loan']['type']

const products = {
  credit: {
    name: 'Crédito de nómina',
    the: 'el crédito',
    of: 'del crédito',
    charge: 'Intereses',
  },
  advance: {
    name: 'Anticipo de nómina',
    the: 'el anticipo',
    of: 'del anticipo',
    charge: 'Comisión',
  },
} as const

/** Spanish names of a product. */
export const productOf = (type: LoanType) => products[type]

/** The name under which a lender offers a product: `Crédito de nómina Quincena`. */
export const productName = (type: LoanType, lender: Lender) => `${products[type].name} ${tradeNameOf(lender)}`

/** Formats a fraction as a percentage with two decimals, as the cover sheet needs it: 0.18 gives `18.00 %`. */
export const rateText = (fraction: number) => `${(Math.round(fraction * 100_000) / 1000).toFixed(2)}\u00A0%`

/** Names the receiving account: `BBVA, CLABE con terminación 1234`. */
export function accountText({
  bank_name,
  account_last4,
  account_type,
}: ContractPayload['receiving_account']): string {
  return `${bank_name}, ${account_type === 40 ? 'CLABE' : 'tarjeta de débito'} con terminación ${account_last4}`
}

/** True if the VAT is on top of the interest; the price of a contract of before version 2.0 contains it. */
export const isTaxAdded = ({ tax_added = false }: ContractPayload['loan']) => tax_added

/** A rate in percent with two decimals, half up. */
const percentText = (annual: Rate) => `${(multiplyHalfUp(10_000, annual) / 100).toFixed(2)}\u00A0%`

/** The annual rate without and with its VAT, whether the price contains it or not: `15.52 %`, `18.00 %`. */
export function annualRates(loan: ContractPayload['loan']): [without_tax: string, with_tax: string] {
  const { over, under } = rate(loan.interest_rate)
  const tax = rate(loan.tax_rate)
  const taxed = tax.under + tax.over
  const agreed = percentText({ over, under })
  if (isTaxAdded(loan)) return [agreed, percentText({ over: over * taxed, under: under * tax.under })]
  return [percentText({ over: over * tax.under, under: under * taxed }), agreed]
}

/** Finance charge in centavos, without added VAT: the interest of a credit, the commission of an advance. */
export const chargeOf = ({ loan }: ContractPayload) =>
  loan.total_debt - loan.amount - (isTaxAdded(loan) ? loan.tax : 0)

/** File name of the signed contract, without `.pdf`. */
export function contractFilename({ type, folio }: Pick<ContractPayload['loan'], 'type' | 'folio'>): string {
  return `Contrato_${type === 'credit' ? 'Credito' : 'Anticipo'}_${folio}`
}
