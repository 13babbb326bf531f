import type { ContractPayload } from '@quincena/domain/contracts/schema'
import { formatMoney } from '@quincena/domain/format'

type LoanType = ContractPayload['loan']['type']

const products = {
  credit: {
    name: 'Crédito de nómina Quincena',
    kind: 'Crédito simple con descuento de nómina',
    contract: 'Contrato de crédito simple con descuento de nómina',
    the: 'el crédito',
    of: 'del crédito',
    charge: 'Intereses',
    purpose: 'Libre, a elección del cliente',
  },
  advance: {
    name: 'Anticipo de nómina Quincena',
    kind: 'Crédito simple de un solo pago con descuento de nómina',
    contract: 'Contrato de anticipo de nómina',
    the: 'el anticipo',
    of: 'del anticipo',
    charge: 'Comisión',
    purpose: 'Libre, a elección del cliente',
  },
} as const

/** What the product is called in its contract. */
export const productOf = (type: LoanType) => products[type]

/** 0.18 as `18.00 %`: two decimals, as the cover sheet states rates. */
export const rateText = (fraction: number) => `${(Math.round(fraction * 100_000) / 1000).toFixed(2)}\u00A0%`

/** 3142.1 as `3,142.1 %`. */
export function catText(cat: number): string {
  const [whole = '', decimal = ''] = cat.toFixed(1).split('.')
  return `${whole.replace(/\B(?=(?:[0-9]{3})+$)/g, ',')}.${decimal}\u00A0%`
}

/** `BBVA México, CLABE terminación 1234`. */
export function accountText({
  bank_name,
  account_last4,
  account_type,
}: ContractPayload['receiving_account']): string {
  return `${bank_name}, ${account_type === 40 ? 'CLABE' : 'tarjeta de débito'} con terminación ${account_last4}`
}

/** All that the loan costs: interest of a credit, commission of an advance; in centavos. */
export const chargeOf = ({ loan }: ContractPayload) => loan.total_debt - loan.amount

/** What the cover sheet says of fees. */
export function feesText({ loan }: ContractPayload): string {
  if (loan.type === 'credit')
    return 'Apertura, disposición, administración, pago anticipado y pago tardío: sin comisión.'
  return `Comisión por disposición: ${formatMoney(loan.commission)} por única vez. Pago anticipado y pago tardío: sin comisión.`
}

/** The name that the signed file is kept under, without `.pdf`. */
export function contractFilename({ type, folio }: Pick<ContractPayload['loan'], 'type' | 'folio'>): string {
  return `Contrato_${type === 'credit' ? 'Credito' : 'Anticipo'}_${folio}`
}
