import type { z } from 'zod'
import { cadena, type WireBody } from './cadena.ts'
import { wireDay } from './order-body.ts'
import { callStp, type StpCall, type Unknown, unknown } from './transport.ts'
import {
  balanceAnswer,
  institutionsAnswer,
  listAnswer,
  queryAnswer,
  readEfws,
  type StpOrder,
} from './wire.ts'

/** `operation_date` null: STP's running operating day. */
interface OrderKey {
  tracking_key: string
  operation_date: string | null
}

export type QueryResult = { outcome: 'found'; order: StpOrder } | { outcome: 'not_found' } | Unknown
type ListResult = { outcome: 'listed'; orders: StpOrder[] } | Unknown
type InstitutionsResult =
  | { outcome: 'listed'; institutions: { code: string; name: string; connected: boolean }[] }
  | Unknown
/** Centavos. */
type BalanceResult = { outcome: 'balance'; balance: number; pending: number } | Unknown

export interface StpQueries {
  /** Asks for an order we sent. `not_found` is STP's definite word for that operating day only. */
  queryOrder(key: OrderKey, signal?: AbortSignal): Promise<QueryResult>
  /** All orders we sent on a day (conciliación), every page; null: the running operating day. */
  listOrders(operation_date: string | null, signal?: AbortSignal): Promise<ListResult>
  /** The participants of SPEI; `connected` false: not receiving now. */
  listInstitutions(signal?: AbortSignal): Promise<InstitutionsResult>
  /** What our paying account holds. */
  getBalance(signal?: AbortSignal): Promise<BalanceResult>
}

export interface QueryConfig {
  base: string
  company: string
  payer_account: string
  timeout_ms: number
  sign: (text: string) => string
}

type Ask = <T>(
  schema: z.ZodType<T>,
  call: Pick<StpCall, 'url' | 'body' | 'signal'>,
) => Promise<{ outcome: 'read'; body: T | null } | Unknown>

const maxPages = 200

/** Asks an efws call: 200 and 400 carry an answer, `body` null is its definite "nothing there". */
function createAsk(timeout_ms: number): Ask {
  return async (schema, call) => {
    const answer = await callStp({ method: 'POST', timeout_ms, ...call })
    if (answer.outcome === 'unknown') return answer
    if (answer.status !== 200 && answer.status !== 400) return unknown('status', `HTTP ${answer.status}`)
    const read = readEfws(schema, answer.json)
    if ('problem' in read) return unknown('result', read.problem)
    return { outcome: 'read', body: read.body }
  }
}

/** STP's signed queries ("efws"): they change nothing and may be repeated (about 100 an hour). */
export function createQueries(config: QueryConfig): StpQueries {
  const { base, company: empresa } = config
  const ask = createAsk(config.timeout_ms)

  function signed(kind: Parameters<typeof cadena>[0], body: WireBody): WireBody {
    return { ...body, firma: config.sign(cadena(kind, body)) }
  }

  function listPage(day: string | null, page: number, signal?: AbortSignal) {
    const body = { empresa, page, tipoOrden: 'E', fechaOperacion: wireDay(day) ?? '' }
    return ask(listAnswer, { url: `${base}/V2/conciliacion`, body: signed('reconciliation', body), signal })
  }

  return {
    async queryOrder(key, signal) {
      const body = {
        empresa,
        claveRastreo: key.tracking_key,
        tipoOrden: 'E',
        fechaOperacion: wireDay(key.operation_date),
      }
      const url = `${base}/consultaOrden`
      const read = await ask(queryAnswer, { url, body: signed('query', body), signal })
      if (read.outcome === 'unknown') return read
      if (read.body === null) return { outcome: 'not_found' }
      const order = read.body.respuesta
      if (order.tracking_key !== key.tracking_key) return unknown('unreadable', 'the answer is another order')
      return { outcome: 'found', order }
    },

    async listOrders(operation_date, signal) {
      const found: StpOrder[] = []
      for (let page = 0; page < maxPages; page += 1) {
        const read = await listPage(operation_date, page, signal)
        if (read.outcome === 'unknown') return read
        if (read.body === null || read.body.datos.length === 0) return { outcome: 'listed', orders: found }
        found.push(...read.body.datos)
        if (found.length >= read.body.total) return { outcome: 'listed', orders: found }
      }
      return unknown('result', `more than ${maxPages} pages`)
    },

    async listInstitutions(signal) {
      const body = signed('institutions', { empresa })
      const read = await ask(institutionsAnswer, { url: `${base}/consultaInstituciones`, body, signal })
      if (read.outcome === 'unknown') return read
      const institutions = (read.body?.datos ?? []).map((row) => ({
        code: row.clave,
        name: row.participante,
        connected: row.estado === 'C',
      }))
      return { outcome: 'listed', institutions }
    },

    async getBalance(signal) {
      const body = signed('balance', { empresa, cuentaOrdenante: config.payer_account })
      const read = await ask(balanceAnswer, { url: `${base}/consultaSaldoCuenta`, body, signal })
      if (read.outcome === 'unknown') return read
      if (read.body === null) return unknown('result', 'no such account')
      const { saldo, cargosPendientes } = read.body.respuesta
      return { outcome: 'balance', balance: saldo, pending: cargosPendientes }
    },
  }
}
