import { z } from 'zod'
import type { PaymentAnswer, SimulatedOrder } from './order.ts'

/** The callback of an incoming payment ("abono"); unsigned, as that of an order. `monto` in pesos. */
export function paymentMessage(payment: SimulatedOrder) {
  const { cuerpo } = payment
  return {
    id: payment.idEF,
    fechaOperacion: payment.fechaOperacion,
    institucionOrdenante: Number(cuerpo.institucionContraparte),
    institucionBeneficiaria: Number(cuerpo.institucionOperante),
    claveRastreo: cuerpo.claveRastreo,
    monto: Number(cuerpo.monto),
    nombreOrdenante: cuerpo.nombreOrdenante,
    tipoCuentaOrdenante: Number(cuerpo.tipoCuentaOrdenante),
    cuentaOrdenante: cuerpo.cuentaOrdenante,
    rfcCurpOrdenante: cuerpo.rfcCurpOrdenante,
    nombreBeneficiario: cuerpo.nombreBeneficiario,
    tipoCuentaBeneficiario: Number(cuerpo.tipoCuentaBeneficiario),
    cuentaBeneficiario: cuerpo.cuentaBeneficiario,
    nombreBeneficiario2: null,
    tipoCuentaBeneficiario2: null,
    cuentaBeneficiario2: null,
    rfcCurpBeneficiario: cuerpo.rfcCurpBeneficiario,
    conceptoPago: cuerpo.conceptoPago,
    referenciaNumerica: Number(cuerpo.referenciaNumerica),
    empresa: cuerpo.empresa,
    tipoPago: Number(cuerpo.tipoPago),
    tsLiquidacion: String(payment.tsLiquidacion),
    folioCodi: null,
  }
}

const confirmed = z.object({ mensaje: z.literal('confirmar') })
const refused = z.object({ mensaje: z.literal('devolver'), id: z.coerce.number().int().default(1) })

/**
 * Reads a client's answer to a payment: 200 `confirmar`, or 400 `devolver` with a cause (1 by default). Null: any
 * other.
 */
export function readPaymentAnswer(status: number, body: string): PaymentAnswer | null {
  try {
    const json: unknown = JSON.parse(body)
    if (status === 200) return { ...confirmed.parse(json), id: null }
    return status === 400 ? refused.parse(json) : null
  } catch {
    // No JSON, or another message: counts as no answer, so the callback is repeated.
    return null
  }
}
