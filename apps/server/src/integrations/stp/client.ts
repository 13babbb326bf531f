import { stpRemedy } from '@quincena/domain/mexico/stp-results'
import { cadena } from './cadena.ts'
import { bankHours, type StpHours } from './hours.ts'
import { orderBody, type Payer, type TransferOrder } from './order-body.ts'
import { alwaysGranted, type Permit } from './permit.ts'
import { createQueries, type StpQueries } from './queries.ts'
import { type PaymentReturn, type ReturnResult, readReturn, returnBody } from './return-order.ts'
import { createSigner } from './signature.ts'
import { type Answer, callStp, jsonOf, type Unknown, unknown } from './transport.ts'
import { registerAnswer } from './wire.ts'

/** Addresses, key and limits of the STP client. */
export interface StpConfig extends Payer {
  /**
   * Base address of the order calls, e.g. `https://prod.stpmex.com/speiws/rest`; that path is appended to a bare
   * origin.
   */
  url: string
  /** Base address of the queries, e.g. `https://prod.stpmex.com/efws/API`; that path is appended to a bare origin. */
  query_url: string
  /** PEM (PKCS #8), encrypted if `passphrase` is set. */
  private_key: string
  passphrase?: string
  /** Of each call; 15,000 by default. */
  timeout_ms?: number
  /** Which of STP's two calls reads the balance; `efws`, the newer one, by default. */
  balance_call?: 'efws' | 'rest'
  /** Called before every call of a query; without it queries are not limited. */
  permit?: Permit
  /** STP's own hours by default. */
  hours?: StpHours
  /** Retries of a query when STP is not reached or answers 5xx or 429; 2 by default. */
  query_retries?: number
}

/**
 * Result of `registra`. `refused` is definite: STP did not take the order; `remedy` says whether the order or our setup
 * is wrong.
 */
export type RegisterResult =
  | { outcome: 'registered'; id: number }
  | { outcome: 'refused'; id: number; message: string; remedy: 'fix_order' | 'fix_setup' }
  | Unknown

/** The client of STP. */
export interface StpClient extends StpQueries {
  hours: StpHours
  /** STP's time from the HTTP `Date` header, ISO 8601 with seconds. Uses up no query. Null when STP is not reached. */
  readDate(signal?: AbortSignal): Promise<string | null>
  /** The firma of an order; signing the same order again gives the same firma. */
  signatureOf(order: TransferOrder): string
  /**
   * Sends an order exactly once. After `unknown` the order may exist at STP: call `queryOrder` with the same tracking
   * key and never send with a new key.
   */
  registerOrder(order: TransferOrder, signal?: AbortSignal): Promise<RegisterResult>
  /**
   * Returns an incoming payment, exactly once per call. After `unknown` or `not_found` query the payment; a repeat with
   * the same `return_key` never returns it twice.
   */
  returnOrder(payment: PaymentReturn, signal?: AbortSignal): Promise<ReturnResult>
}

const defaults = {
  timeout_ms: 15_000,
  orders: '/speiws/rest',
  queries: '/efws/API',
  query_retries: 2,
  pause_ms: 500,
} as const

function baseUrl(address: string, path: string): string {
  const url = new URL(address)
  return url.pathname === '/' ? `${url.origin}${path}` : address.replace(/\/+$/, '')
}

/**
 * Reads the answer of `registra`. STP answers 200 to both success and refusal; a result that is not definite is
 * `unknown`.
 */
function readRegister(called: Answer): RegisterResult {
  const answer = jsonOf(called, [200])
  if ('outcome' in answer) return answer
  const parsed = registerAnswer.safeParse(answer.json)
  if (!parsed.success) return unknown('unreadable', 'no resultado in the answer')
  const { id, descripcionError } = parsed.data.resultado
  if (id > 0 && !descripcionError) return { outcome: 'registered', id }
  const message = descripcionError ?? ''
  const remedy = stpRemedy(id, message)
  if (remedy === 'ask' || remedy === 'retry') return unknown('result', `${id}: ${message}`)
  return { outcome: 'refused', id, message, remedy }
}

const dateLimitMs = 5_000

/** Reads the `Date` header, which every answer has, whatever its status. */
async function readDate(address: string, signal?: AbortSignal): Promise<string | null> {
  const limit = AbortSignal.timeout(dateLimitMs)
  try {
    const { headers } = await fetch(new URL(address).origin, {
      method: 'HEAD',
      redirect: 'manual',
      signal: signal ? AbortSignal.any([limit, signal]) : limit,
    })
    const date = Date.parse(headers.get('date') ?? '')
    return Number.isNaN(date) ? null : new Date(date).toISOString()
  } catch {
    // STP is not reached: there is no time to compare.
    return null
  }
}

/** Creates the STP client, the same in development, tests and production. Throws at once on a bad key or address. */
export function createStpClient(config: StpConfig): StpClient {
  const sign = createSigner(config)
  const timeout_ms = config.timeout_ms ?? defaults.timeout_ms
  const orders = baseUrl(config.url, defaults.orders)
  const base = baseUrl(config.query_url, defaults.queries)
  const signed = (order: TransferOrder) => {
    const body = orderBody(config, order)
    return { ...body, firma: sign(cadena('order', body)) }
  }

  return {
    ...createQueries({
      ...config,
      base,
      orders,
      timeout_ms,
      sign,
      balance_call: config.balance_call ?? 'efws',
      permit: config.permit ?? alwaysGranted,
      retries: config.query_retries ?? defaults.query_retries,
      pause_ms: defaults.pause_ms,
    }),
    hours: config.hours ?? bankHours,
    readDate: (signal) => readDate(base, signal),

    signatureOf: (order) => signed(order).firma,

    async registerOrder(order, signal) {
      // Never retried: STP may have taken an order whose answer was lost.
      const answer = await callStp({
        method: 'PUT',
        url: `${orders}/ordenPago/registra`,
        body: signed(order),
        timeout_ms,
        signal,
      })
      return readRegister(answer)
    },

    async returnOrder(payment, signal) {
      const body = returnBody(config.company, payment)
      const answer = await callStp({
        method: 'PUT',
        url: `${orders}/ordenPago/retornaOrden`,
        body: { ...body, firma: sign(cadena('return', body)) },
        timeout_ms,
        signal,
      })
      return readReturn(answer)
    },
  }
}
