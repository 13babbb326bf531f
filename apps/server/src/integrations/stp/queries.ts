import type { z } from 'zod'
import { cadena, type WireBody } from './cadena.ts'
import { wireDay } from './order-body.ts'
import { type QueryOptions, type QueryRules, queryStp } from './query-stp.ts'
import { jsonOf, type StpCall, type Unknown, unknown } from './transport.ts'
import {
  balanceAnswer,
  institutionsAnswer,
  listAnswer,
  queryAnswer,
  readEfws,
  restBalanceAnswer,
  type StpOrder,
} from './wire.ts'

/** An order at STP. `operation_date` null: STP's running operating day. */
interface OrderKey {
  tracking_key: string
  operation_date: string | null
}

/** Orders we sent (E) or received (R), in STP's own letters. */
export type OrderType = 'E' | 'R'

/** A page, from 0, of STP's list of a day. `operation_date` null: STP's running operating day. */
interface ListPage {
  order_type: OrderType
  operation_date: string | null
  page: number
}

export type QueryResult = { outcome: 'found'; order: StpOrder } | { outcome: 'not_found' } | Unknown
/** `total`: the orders on all pages of the day. */
type PageResult = { outcome: 'page'; orders: StpOrder[]; total: number } | Unknown
type InstitutionsResult =
  | { outcome: 'listed'; institutions: { code: string; name: string; connected: boolean }[] }
  | Unknown
/** In centavos; `pending` is what orders in transit will take. */
type BalanceResult = { outcome: 'balance'; balance: number; pending: number } | Unknown

/** The queries of STP. They change nothing there. */
export interface StpQueries {
  /** Finds an order that we sent. `not_found` is definite, but only for that operating day. */
  queryOrder(key: OrderKey, options?: QueryOptions): Promise<QueryResult>
  /** The same for an order that others sent to us: an incoming payment. */
  queryReceived(key: OrderKey, options?: QueryOptions): Promise<QueryResult>
  /** One page of at most 1,000 orders of the list of a day (conciliación). */
  listPage(at: ListPage, options?: QueryOptions): Promise<PageResult>
  /** The participants of SPEI; `connected` false: not receiving now. */
  listInstitutions(options?: QueryOptions): Promise<InstitutionsResult>
  /** Reads the balance of our paying account, in centavos. */
  getBalance(options?: QueryOptions): Promise<BalanceResult>
}

/** What the queries need of the client's configuration. */
export interface QueryConfig extends QueryRules {
  /** Base address of the efws queries. */
  base: string
  /** Base address of the order calls; `consSaldoCuenta` is there. */
  orders: string
  company: string
  payer_account: string
  balance_call: 'efws' | 'rest'
  sign: (text: string) => string
}

type Query = <T>(
  schema: z.ZodType<T>,
  call: Pick<StpCall, 'url' | 'body'>,
  options: QueryOptions,
) => Promise<{ outcome: 'read'; body: T | null } | Unknown>

/** Both statuses carry an answer: STP uses 400 for "nothing found", "bad request" and "hourly limit". */
const answeredStatuses = [200, 400]
const ok = [200]

/** Makes the function that sends an efws query; `body` null is STP's definite "nothing found". */
function createQuery(rules: QueryRules): Query {
  return async (schema, call, options) => {
    const answer = jsonOf(await queryStp(rules, call, options), answeredStatuses)
    if ('outcome' in answer) return answer
    const read = readEfws(schema, answer.json)
    if ('limit' in read) return unknown('limit', 'STP: too many questions this hour')
    if ('problem' in read) return unknown('result', read.problem)
    return { outcome: 'read', body: read.body }
  }
}

type Balance = Pick<StpQueries, 'getBalance'>['getBalance']

function efwsBalance({ base, company: empresa, payer_account, sign }: QueryConfig, query: Query): Balance {
  return async (options = {}) => {
    const body = { empresa, cuentaOrdenante: payer_account }
    const call = {
      url: `${base}/consultaSaldoCuenta`,
      body: { ...body, firma: sign(cadena('balance', body)) },
    }
    const read = await query(balanceAnswer, call, options)
    if (read.outcome === 'unknown') return read
    if (read.body === null) return unknown('result', 'no such account')
    const { saldo, cargosPendientes } = read.body.respuesta
    return { outcome: 'balance', balance: saldo, pending: cargosPendientes }
  }
}

/** Reads the balance by the older call (`consSaldoCuenta`), whose firma covers the bare account number. */
function restBalance(config: QueryConfig): Balance {
  const { orders, payer_account: cuentaOrdenante } = config
  const body = { cuentaOrdenante, firma: config.sign(cuentaOrdenante) }
  return async (options = {}) => {
    const url = `${orders}/ordenPago/consSaldoCuenta`
    const answer = jsonOf(await queryStp(config, { url, body }, options), ok)
    if ('outcome' in answer) return answer
    const read = restBalanceAnswer.safeParse(answer.json)
    if (!read.success) return unknown('unreadable', 'no saldoCuenta in the answer')
    const { saldo, cargosPendientes } = read.data.resultado.saldoCuenta
    return { outcome: 'balance', balance: saldo, pending: cargosPendientes }
  }
}

/** Creates STP's signed queries. They change nothing at STP and may be repeated; STP allows about 100 an hour. */
export function createQueries(config: QueryConfig): StpQueries {
  const { base, company: empresa } = config
  const query = createQuery(config)

  function signed(kind: Parameters<typeof cadena>[0], body: WireBody): WireBody {
    return { ...body, firma: config.sign(cadena(kind, body)) }
  }

  /** A page of the list. Half a list would look like orders that STP does not have: an empty page of more is no answer. */
  async function listPage(
    { order_type: tipoOrden, operation_date, page }: ListPage,
    options: QueryOptions = {},
  ): Promise<PageResult> {
    const body = { empresa, page, tipoOrden, fechaOperacion: wireDay(operation_date) ?? '' }
    const call = { url: `${base}/V2/conciliacion`, body: signed('reconciliation', body) }
    const read = await query(listAnswer, call, { purpose: 'reconcile', ...options })
    if (read.outcome === 'unknown') return read
    const { datos, total } = read.body ?? { datos: [], total: 0 }
    if (datos.length === 0 && (page > 0 || total > 0))
      return unknown('result', 'the list ends before its total')
    return { outcome: 'page', orders: datos, total }
  }

  async function queryOne(tipoOrden: OrderType, key: OrderKey, options: QueryOptions): Promise<QueryResult> {
    const { tracking_key: claveRastreo, operation_date } = key
    const body = { empresa, claveRastreo, tipoOrden, fechaOperacion: wireDay(operation_date) }
    const call = { url: `${base}/consultaOrden`, body: signed('query', body) }
    const read = await query(queryAnswer, call, options)
    if (read.outcome === 'unknown') return read
    if (read.body === null) return { outcome: 'not_found' }
    const order = read.body.respuesta
    if (order.tracking_key !== claveRastreo) return unknown('unreadable', 'the answer is another order')
    return { outcome: 'found', order }
  }

  return {
    queryOrder: (key, options = {}) => queryOne('E', key, options),
    queryReceived: (key, options = {}) => queryOne('R', key, { purpose: 'received', ...options }),
    listPage,

    async listInstitutions(options = {}) {
      const call = { url: `${base}/consultaInstituciones`, body: signed('institutions', { empresa }) }
      const read = await query(institutionsAnswer, call, options)
      if (read.outcome === 'unknown') return read
      const institutions = (read.body?.datos ?? []).map((row) => ({
        code: row.clave,
        name: row.participante,
        connected: row.estado === 'C',
      }))
      return { outcome: 'listed', institutions }
    },

    getBalance: config.balance_call === 'rest' ? restBalance(config) : efwsBalance(config, query),
  }
}
