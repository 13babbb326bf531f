import { stpRemedy } from '@quincena/domain/mexico/stp-results'
import { cadena } from './cadena.ts'
import { bankHours, type StpHours } from './hours.ts'
import { orderBody, type Payer, type TransferOrder } from './order-body.ts'
import { alwaysGranted, type Permit } from './permit.ts'
import { createQueries, type StpQueries } from './queries.ts'
import { createSigner } from './signature.ts'
import { type Answer, callStp, jsonOf, type Unknown, unknown } from './transport.ts'
import { registerAnswer } from './wire.ts'

export interface StpConfig extends Payer {
  /** Base of the orders, e.g. `https://prod.stpmex.com/speiws/rest`; a bare origin gets that path. */
  url: string
  /** Base of the queries, e.g. `https://prod.stpmex.com/efws/API`; a bare origin gets that path. */
  query_url: string
  private_key: string
  passphrase?: string
  timeout_ms?: number
  /** Which of STP's two calls tells the balance; `efws`, the newer one, by default. */
  balance_call?: 'efws' | 'rest'
  /** Asked before every query; without one they are never held back. */
  permit?: Permit
  /** STP's own by default. */
  hours?: StpHours
  /** Calls of a query after the first, when STP is not reached. */
  query_retries?: number
}

export type RegisterResult =
  | { outcome: 'registered'; id: number }
  | { outcome: 'refused'; id: number; message: string; remedy: 'fix_order' | 'fix_setup' }
  | Unknown

export interface StpClient extends StpQueries {
  hours: StpHours
  /** What STP's machine says the time is, to the second, without asking it a question; null: it said nothing. */
  readDate(signal?: AbortSignal): Promise<string | null>
  /** The firma that goes with an order: the same each time the same order is signed. */
  signatureOf(order: TransferOrder): string
  /** Sends one order, once. `unknown` must be followed by `queryOrder` with the same key, never by a new key. */
  registerOrder(order: TransferOrder, signal?: AbortSignal): Promise<RegisterResult>
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

/** STP answers 200 to success and refusal alike; a listed id is definite, everything else must be asked for. */
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

/** The `Date` that any answer carries, whatever else it says. */
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
    // Not reached: whether STP answers is another question.
    return null
  }
}

/** The one client of STP, in development, tests and production. Throws at once on a bad key or address. */
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
      // Once: a call that is not answered may have been taken all the same.
      const answer = await callStp({
        method: 'PUT',
        url: `${orders}/ordenPago/registra`,
        body: signed(order),
        timeout_ms,
        signal,
      })
      return readRegister(answer)
    },
  }
}
