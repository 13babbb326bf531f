import { stpRemedy } from '@quincena/domain/mexico/stp-states'
import { cadena } from './cadena.ts'
import { orderBody, type Payer, type TransferOrder } from './order-body.ts'
import { createQueries, type StpQueries } from './queries.ts'
import { createSigner } from './signature.ts'
import { callStp, type Unknown, unknown } from './transport.ts'
import { registerAnswer } from './wire.ts'

export interface StpConfig extends Payer {
  /** Base of the orders, e.g. `https://prod.stpmex.com/speiws/rest`; a bare origin gets that path. */
  url: string
  /** Base of the queries, e.g. `https://prod.stpmex.com/efws/API`; a bare origin gets that path. */
  query_url: string
  private_key: string
  passphrase?: string
  timeout_ms?: number
}

export type RegisterResult =
  | { outcome: 'registered'; id: number }
  | { outcome: 'refused'; id: number; message: string; remedy: 'fix_order' | 'fix_setup' }
  | Unknown

export interface StpClient extends StpQueries {
  /** Sends one order, once. `unknown` must be followed by `queryOrder` with the same key, never by a new key. */
  registerOrder(order: TransferOrder, signal?: AbortSignal): Promise<RegisterResult>
}

const defaults = { timeout_ms: 15_000, orders: '/speiws/rest', queries: '/efws/API' } as const

function baseUrl(address: string, path: string): string {
  const url = new URL(address)
  return url.pathname === '/' ? `${url.origin}${path}` : address.replace(/\/+$/, '')
}

/** STP answers 200 to success and refusal alike; a listed id is definite, everything else must be asked for. */
function readRegister(answer: { status: number; json: unknown }): RegisterResult {
  if (answer.status !== 200) return unknown('status', `HTTP ${answer.status}`)
  const parsed = registerAnswer.safeParse(answer.json)
  if (!parsed.success) return unknown('unreadable', 'no resultado in the answer')
  const { id, descripcionError } = parsed.data.resultado
  if (id > 0 && !descripcionError) return { outcome: 'registered', id }
  const message = descripcionError ?? ''
  const remedy = stpRemedy(id, message)
  if (remedy === 'ask') return unknown('result', `${id}: ${message}`)
  return { outcome: 'refused', id, message, remedy }
}

/** The one client of STP, in development, tests and production. Throws at once on a bad key or address. */
export function createStpClient(config: StpConfig): StpClient {
  const sign = createSigner(config)
  const timeout_ms = config.timeout_ms ?? defaults.timeout_ms
  const orders = baseUrl(config.url, defaults.orders)
  const base = baseUrl(config.query_url, defaults.queries)

  return {
    ...createQueries({ ...config, base, timeout_ms, sign }),

    async registerOrder(order, signal) {
      const body = orderBody(config, order)
      const answer = await callStp({
        method: 'PUT',
        url: `${orders}/ordenPago/registra`,
        body: { ...body, firma: sign(cadena('order', body)) },
        timeout_ms,
        signal,
      })
      return answer.outcome === 'unknown' ? answer : readRegister(answer)
    },
  }
}
