import { isBankCode } from '@quincena/domain/mexico/banks'
import { beneficiaryAccountRefusal, payerAccountRefusal } from './account-rules.ts'
import type { TextBody } from './order.ts'
import { type Refusal, refusals } from './texts.ts'

/** What the rules know beside the order. */
export interface RuleContext {
  /** `yyyymmdd`. */
  operatingDay: number
  company: string | undefined
  payer_account: string | undefined
  /** Whether the order's firma is valid. */
  signed(body: TextBody): boolean
  /** Whether the paying account covers an amount in centavos, or may be overdrawn. */
  hasMoneyFor(cents: number): boolean
  /** Whether an order of the operating day has the key. */
  used(trackingKey: string): boolean
}

type Rule = (body: TextBody, context: RuleContext) => Refusal | null

const obligatory = [
  'empresa',
  'claveRastreo',
  'conceptoPago',
  'cuentaBeneficiario',
  'institucionOperante',
  'monto',
  'nombreBeneficiario',
  'referenciaNumerica',
  'rfcCurpBeneficiario',
  'tipoCuentaBeneficiario',
  'tipoPago',
  'firma',
]

const lengths: Readonly<Record<string, number>> = {
  empresa: 15,
  folioOrigen: 50,
  nombreOrdenante: 40,
  nombreBeneficiario: 40,
  cuentaOrdenante: 20,
  cuentaBeneficiario: 20,
  conceptoPago: 40,
  latitud: 30,
  longitud: 30,
}

const operating = '90646'
/** Both codes of the test bank of STP's demo. */
const testBanks = ['97846', '846']
/** A bank that STP does not send to. */
const refusedBanks = ['90642']
const largestReference = 9_999_999
const largestAmount = 999_999_999_999.99
const lastPaymentType = 36

/** Formats an amount as STP's messages do (a Java double): 500 is `500.0`. */
function javaDouble(value: string): string {
  const amount = Number(value)
  return Number.isInteger(amount) ? amount.toFixed(1) : String(amount)
}

function integerIn(text: string, low: number, high: number): boolean {
  return /^\d+$/.test(text) && Number(text) >= low && Number(text) <= high
}

/** All refusals of `registra`, in the order of the checks. Messages are STP's where one is recorded. */
const rules: readonly Rule[] = [
  (body) => {
    const missing = obligatory.find((field) => !body[field])
    return missing ? refusals.fieldMissing(missing) : null
  },
  (body) => (body.institucionContraparte ? null : refusals.noInstitution),
  (body, { signed }) => (signed(body) ? null : refusals.badFirma),
  (body, { company }) => {
    const known =
      body.institucionOperante === operating && (company === undefined || body.empresa === company)
    return known ? null : refusals.company
  },
  ({ institucionContraparte: code = '' }) =>
    (isBankCode(code) || testBanks.includes(code)) && !refusedBanks.includes(code)
      ? null
      : refusals.badInstitution(code),
  ({ claveRastreo: key = '' }) => (/^[A-Za-z0-9]{8,30}$/.test(key) ? null : refusals.badKey(key)),
  ({ monto = '' }) => {
    const valid = /^\d+(\.\d{1,2})?$/.test(monto) && Number(monto) > 0 && Number(monto) <= largestAmount
    return valid ? null : refusals.amount(javaDouble(monto))
  },
  ({ tipoPago = '' }) => (integerIn(tipoPago, 0, lastPaymentType) ? null : refusals.paymentType),
  ({ medioEntrega = '' }) => (/^\d*$/.test(medioEntrega) ? null : refusals.delivery),
  (body) => {
    const long = Object.entries(lengths).find(([field, limit]) => (body[field] ?? '').length > limit)
    return long ? refusals.notCatalogued(`${long[0]} excede ${long[1]} caracteres`) : null
  },
  ({ referenciaNumerica = '' }) =>
    integerIn(referenciaNumerica, 1, largestReference)
      ? null
      : refusals.notCatalogued(`referenciaNumerica ${referenciaNumerica}`),
  ({ rfcCurpBeneficiario = '', rfcCurpOrdenante = '' }) =>
    Math.max(rfcCurpBeneficiario.length, rfcCurpOrdenante.length) <= 18 ? null : refusals.rfcCurp,
  (body, { payer_account }) => payerAccountRefusal(body, payer_account),
  (body) => beneficiaryAccountRefusal(body),
  ({ fechaOperacion }, { operatingDay }) =>
    !fechaOperacion || fechaOperacion === String(operatingDay) ? null : refusals.date,
  ({ claveRastreo: key = '' }, { operatingDay, used }) =>
    used(key) ? refusals.keyUsed(key, operatingDay, operating) : null,
  ({ monto }, { hasMoneyFor }) => (hasMoneyFor(Math.round(Number(monto) * 100)) ? null : refusals.noMoney),
]

/** The refusal of the first rule that an order breaks, in STP's words; null: STP takes the order. */
export function registerRefusal(body: TextBody, context: RuleContext): Refusal | null {
  for (const rule of rules) {
    const refusal = rule(body, context)
    if (refusal) return refusal
  }
  return null
}
