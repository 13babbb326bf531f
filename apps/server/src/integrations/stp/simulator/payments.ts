import { z } from 'zod'
import type { Bank } from './bank.ts'
import { cepUrl, newOrder, type SimulatedOrder } from './order.ts'

const text = z.union([z.string(), z.number()]).transform(String)
const stp = '90646'

/** An incoming payment in the fields of STP's callback; omitted fields get default values. `monto` in pesos. */
const paymentInput = z.strictObject({
  monto: z.coerce.number().positive().multipleOf(0.01),
  claveRastreo: text.default(''),
  empresa: text.optional(),
  cuentaBeneficiario: text.optional(),
  nombreBeneficiario: text.default('BENEFICIARIO'),
  tipoCuentaBeneficiario: text.default('40'),
  rfcCurpBeneficiario: text.default('ND'),
  institucionOrdenante: text.default('40072'),
  nombreOrdenante: text.default('ORDENANTE DE PRUEBA'),
  tipoCuentaOrdenante: text.default('40'),
  cuentaOrdenante: text.default('072691004495711499'),
  rfcCurpOrdenante: text.default('ND'),
  conceptoPago: text.default('PAGO'),
  referenciaNumerica: text.default('1'),
  tipoPago: text.default('1'),
})
/** An incoming payment to create. */
export type PaymentInput = z.input<typeof paymentInput>

/** The default beneficiary: the configured company and account, else those of the latest order. */
export function beneficiary(bank: Pick<Bank, 'store' | 'company' | 'payer_account'>): {
  empresa: string
  cuentaBeneficiario: string
} {
  const latest = bank.store.latestSent()?.cuerpo
  return {
    empresa: bank.company ?? latest?.empresa ?? 'EMPRESA',
    cuentaBeneficiario: bank.payer_account ?? latest?.cuentaOrdenante ?? '646180110400000007',
  }
}

/**
 * Creates an incoming payment, settled on the running operating day, and posts its callback. `lender`: it is the
 * lender's own deposit. Throws a ZodError on bad input.
 */
export function receivePayment(bank: Bank, input: unknown, lender: 'deposit' | null = null): SimulatedOrder {
  const { institucionOrdenante, ...fields } = paymentInput.parse(input)
  const now = bank.clock.nowMs()
  const idEF = bank.store.nextId()
  const known = beneficiary(bank)
  const arrived = newOrder({
    tipoOrden: 'R',
    idEF,
    lender,
    estado: institucionOrdenante === stp ? 'TLQ' : 'LQ',
    fechaOperacion: bank.clock.operatingDay(),
    tsCaptura: now,
    tsLiquidacion: now,
    cuerpo: {
      ...fields,
      empresa: fields.empresa ?? known.empresa,
      cuentaBeneficiario: fields.cuentaBeneficiario ?? known.cuentaBeneficiario,
      monto: fields.monto.toFixed(2),
      claveRastreo: fields.claveRastreo || `PAGO${idEF}`,
      institucionContraparte: institucionOrdenante,
      institucionOperante: stp,
      medioEntrega: '3',
    },
  })
  const payment = { ...arrived, urlCEP: cepUrl(arrived) }
  bank.store.save(payment)
  bank.life.sendCallback(payment)
  return payment
}
