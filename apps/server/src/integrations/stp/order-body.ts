import { stpText, type WireBody } from './cadena.ts'

/** The payer: our company and account at STP. */
export interface Payer {
  company: string
  payer_account: string
  payer_name: string
  payer_rfc?: string
}

/**
 * A payout to register. `amount` in centavos; set `operation_date` only to demand that operating day (STP refuses
 * another).
 */
export interface TransferOrder {
  tracking_key: string
  amount: number
  counterpart_institution: string
  beneficiary_name: string
  beneficiary_account: string
  account_type_beneficiary: 40 | 3 | 10
  rfc_curp_beneficiary?: string
  payment_concept: string
  numeric_reference: number
  folio_origin?: string
  operation_date?: string
  latitude?: number
  longitude?: number
}

/** STP's own institution code: our account is at STP. */
const operatingInstitution = '90646'
const limits = { name: 39, concept: 39, coordinate: 30 } as const
const transferPayment = 1
const clabeAccount = 40
const noIdentity = 'ND'

/** A day in STP's format `yyyymmdd`; undefined for the running operating day. */
export function wireDay(day: string | null | undefined): string | undefined {
  return day?.replaceAll('-', '')
}

function coordinate(value: number | undefined): string | undefined {
  return value === undefined ? undefined : String(value).slice(0, limits.coordinate)
}

/** Builds the body of `ordenPago/registra` without its firma. `monto` in pesos, texts converted by `stpText`. */
export function orderBody(payer: Payer, order: TransferOrder): WireBody {
  return {
    claveRastreo: order.tracking_key,
    conceptoPago: stpText(order.payment_concept, limits.concept),
    cuentaBeneficiario: order.beneficiary_account,
    cuentaOrdenante: payer.payer_account,
    empresa: payer.company,
    fechaOperacion: wireDay(order.operation_date),
    folioOrigen: order.folio_origin,
    institucionContraparte: order.counterpart_institution,
    institucionOperante: operatingInstitution,
    medioEntrega: 3,
    monto: order.amount / 100,
    nombreBeneficiario: stpText(order.beneficiary_name, limits.name),
    nombreOrdenante: stpText(payer.payer_name, limits.name),
    prioridad: 0,
    referenciaNumerica: order.numeric_reference,
    rfcCurpBeneficiario: order.rfc_curp_beneficiary ?? noIdentity,
    rfcCurpOrdenante: payer.payer_rfc ?? noIdentity,
    tipoCuentaBeneficiario: order.account_type_beneficiary,
    tipoCuentaOrdenante: clabeAccount,
    tipoPago: transferPayment,
    topologia: 'T',
    // STP requires them, but the firma does not cover them.
    latitud: coordinate(order.latitude),
    longitud: coordinate(order.longitude),
  }
}
