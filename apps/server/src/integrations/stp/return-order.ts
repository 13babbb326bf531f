import { stpRemedy } from '@quincena/domain/mexico/stp-results'
import type { WireBody } from './cadena.ts'
import { wireDay } from './order-body.ts'
import { type Answer, jsonOf, type Unknown, unknown } from './transport.ts'
import { registerAnswer } from './wire.ts'

/** An incoming payment that goes back to the account it came from. */
export interface PaymentReturn {
  /** The payment's tracking key, and the operating day on which STP received it. */
  tracking_key: string
  operation_date: string
  /** In centavos; STP returns the whole payment or nothing. */
  amount: number
  /** The return's own tracking key, 8 to 30 letters and digits. A repeat must use the same one. */
  return_key: string
}

/**
 * Result of `retornaOrden`. `refused` is definite: the payment is still in the account. `not_found`: STP has no such
 * payment in the account, which after a lost answer may mean that it is returned already: query the payment.
 */
export type ReturnResult =
  | { outcome: 'returned'; id: number }
  | { outcome: 'not_found'; message: string }
  | { outcome: 'refused'; id: number; message: string; remedy: 'fix_order' | 'fix_setup' }
  | Unknown

const operatingInstitution = '90646'
/** From a third party to a third party; public integrators of STP send 2. */
const thirdParty = 2
const hostToHost = 3
const notFound = -1

/** Builds the body of `ordenPago/retornaOrden` without its firma. `monto` in pesos. */
export function returnBody(company: string, payment: PaymentReturn): WireBody {
  return {
    empresa: company,
    fechaOperacion: wireDay(payment.operation_date),
    institucionOperante: operatingInstitution,
    claveRastreo: payment.tracking_key,
    monto: payment.amount / 100,
    digitoIdentificadorBeneficiario: thirdParty,
    claveRastreoDevolucion: payment.return_key,
    medioEntrega: hostToHost,
  }
}

/** Reads the answer of `retornaOrden`; a result that is not definite is `unknown`. */
export function readReturn(called: Answer): ReturnResult {
  const answer = jsonOf(called, [200])
  if ('outcome' in answer) return answer
  const parsed = registerAnswer.safeParse(answer.json)
  if (!parsed.success) return unknown('unreadable', 'no resultado in the answer')
  const { id, descripcionError } = parsed.data.resultado
  const message = descripcionError ?? ''
  if (id > 0 && message === '') return { outcome: 'returned', id }
  if (id === notFound) return { outcome: 'not_found', message }
  const remedy = stpRemedy(id, message)
  if (remedy === 'ask' || remedy === 'retry') return unknown('result', `${id}: ${message}`)
  return { outcome: 'refused', id, message, remedy }
}
