import { z } from 'zod'
import type { Bank } from './bank.ts'
import { cepNames } from './cep.ts'
import { cepUrl, newOrder, type SimulatedOrder } from './order.ts'
import { receivePayment } from './payments.ts'

const text = z.union([z.string(), z.number()]).transform(String)
const stp = '90646'
/** An account of the lender itself at another bank; the demo's deposits and withdrawals use it. */
const ownAccount = { institution: '40012', account: '012180001112223336' } as const
/** Captured by a person in STP's own application; clients' orders have 3. */
const capturedAtStp = '1'

const movementInput = z.strictObject({
  monto: z.coerce.number().positive().multipleOf(0.01),
  claveRastreo: text.optional(),
  conceptoPago: text.optional(),
  referenciaNumerica: text.default('1'),
})
const withdrawalInput = movementInput.extend({
  institucionContraparte: text.default(ownAccount.institution),
  cuentaBeneficiario: text.default(ownAccount.account),
})
/** A movement of the lender's own money, or a fee. `monto` in pesos; the rest has defaults. */
export type LenderInput = z.input<typeof movementInput>
/** A withdrawal; the account that receives it may be given. */
export type WithdrawalInput = z.input<typeof withdrawalInput>

/** The lender as its orders name it. */
function lenderOf(bank: Bank) {
  const latest = bank.store.latestSent()?.cuerpo
  return {
    empresa: bank.company ?? latest?.empresa ?? 'EMPRESA',
    nombreOrdenante: latest?.nombreOrdenante ?? 'EMPRESA',
    cuentaOrdenante: bank.payer_account ?? latest?.cuentaOrdenante ?? '646180110400000007',
    rfcCurpOrdenante: latest?.rfcCurpOrdenante ?? 'ND',
  }
}

/** A deposit of the lender: a payment received from its own account at another bank, with its callback. */
export function deposit(bank: Bank, input: unknown): SimulatedOrder {
  const { nombreOrdenante, rfcCurpOrdenante } = lenderOf(bank)
  const named = {
    nombreOrdenante,
    rfcCurpOrdenante,
    nombreBeneficiario: nombreOrdenante,
    cuentaOrdenante: ownAccount.account,
    institucionOrdenante: ownAccount.institution,
    conceptoPago: 'DEPOSITO DE FONDOS',
    claveRastreo: `DEPOSITO${bank.store.nextId()}`,
    ...z.record(z.string(), z.unknown()).parse(input),
  }
  return receivePayment(bank, named, 'deposit')
}

interface Outgoing {
  lender: 'withdrawal' | 'fee'
  estado: string
  cuerpo: Record<string, string>
}

/** Stores an order that STP itself captured and settled. No callback is posted: only STP's lists and balance show it. */
function settleAtStp(bank: Bank, { lender, estado, cuerpo }: Outgoing): SimulatedOrder {
  const now = bank.clock.nowMs()
  const order = newOrder({
    ...{ tipoOrden: 'E', idEF: bank.store.nextId(), lender, estado, avisado: estado },
    ...{ fechaOperacion: bank.clock.operatingDay(), tsCaptura: now, tsLiquidacion: now },
    cuerpo: {
      ...lenderOf(bank),
      ...{ tipoCuentaOrdenante: '40', tipoCuentaBeneficiario: '40', rfcCurpBeneficiario: 'ND' },
      ...{ institucionOperante: stp, medioEntrega: capturedAtStp, tipoPago: '1' },
      ...cuerpo,
    },
  })
  const settled = {
    ...order,
    ...cepNames(bank.state, order),
    urlCEP: lender === 'fee' ? null : cepUrl(order),
  }
  bank.store.save(settled)
  return settled
}

/** A withdrawal of the lender: an order that was captured at STP, so that no client registered it. */
export function withdraw(bank: Bank, input: unknown): SimulatedOrder {
  const { monto, claveRastreo, conceptoPago, ...fields } = withdrawalInput.parse(input)
  const cuerpo = {
    ...fields,
    nombreBeneficiario: lenderOf(bank).nombreOrdenante,
    monto: monto.toFixed(2),
    claveRastreo: claveRastreo ?? `RETIRO${bank.store.nextId()}`,
    conceptoPago: conceptoPago ?? 'RETIRO DE FONDOS',
  }
  return settleAtStp(bank, { lender: 'withdrawal', estado: 'LQ', cuerpo })
}

/** STP's fee: a transfer within STP's own books to an account of STP. */
export function chargeFee(bank: Bank, input: unknown): SimulatedOrder {
  const { monto, claveRastreo, conceptoPago, ...fields } = movementInput.parse(input)
  const cuerpo = {
    ...fields,
    institucionContraparte: stp,
    cuentaBeneficiario: '646180000000000009',
    nombreBeneficiario: 'STP',
    monto: monto.toFixed(2),
    claveRastreo: claveRastreo ?? `COMISION${bank.store.nextId()}`,
    conceptoPago: conceptoPago ?? 'COMISION STP',
  }
  return settleAtStp(bank, { lender: 'fee', estado: 'TLQ', cuerpo })
}
