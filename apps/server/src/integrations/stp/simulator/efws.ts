import { BANKS } from '@quincena/domain/mexico/banks'
import { type Answer, answered, problem } from './answers.ts'
import { type Bank, balanceOf, type Call, orderOf, ordersOf, queriedDay, signed } from './bank.ts'
import type { CadenaKind } from './cadenas.ts'
import { listedView, orderView, type SimulatedOrder, type TextBody } from './order.ts'
import type { OrderType } from './store.ts'
import { queryTexts } from './texts.ts'

const pageSize = 1_000
const manyKeys = 100

function orderType(body: TextBody): OrderType | null {
  return body.tipoOrden === 'E' || body.tipoOrden === 'R' ? body.tipoOrden : null
}

/** What is wrong with a query that names orders; null: nothing. */
function keyProblem(bank: Bank, body: TextBody, kind: CadenaKind): Answer | null {
  if (!body.claveRastreo) return problem(queryTexts.noKey)
  if (orderType(body) === null) return problem(queryTexts.orderType)
  if (!signed(bank, kind, body)) return problem(queryTexts.badFirma)
  return queriedDay(bank, body.fechaOperacion) === null ? problem(queryTexts.future) : null
}

function answerOrder(order: SimulatedOrder | undefined): Answer {
  return order ? answered({ respuesta: orderView(order) }) : problem(queryTexts.nothing)
}

/** `consultaOrden`: one order by key, sent or received. */
export function findOne(bank: Bank, { body }: Call): Answer {
  const wrong = keyProblem(bank, body, 'key')
  if (wrong) return wrong
  const day = queriedDay(bank, body.fechaOperacion) ?? 0
  return answerOrder(orderOf(bank, { type: orderType(body) ?? 'E', day, body }))
}

/** `consultaOrdenes`: up to 100 orders by key. */
export function findMany(bank: Bank, { body }: Call): Answer {
  const wrong = keyProblem(bank, body, 'keys')
  if (wrong) return wrong
  const keys = (body.claveRastreo ?? '').split(',').map((key) => key.trim())
  if (keys.length > manyKeys) return problem(queryTexts.manyKeys)
  const day = queriedDay(bank, body.fechaOperacion) ?? 0
  const type = orderType(body) ?? 'E'
  const orders = keys.flatMap(
    (key) => orderOf(bank, { type, day, body: { ...body, claveRastreo: key } }) ?? [],
  )
  return orders.length === 0 ? problem(queryTexts.nothing) : answered({ datos: orders.map(listedView) })
}

function page(orders: readonly SimulatedOrder[], at: string | undefined): Answer {
  if (orders.length === 0) return problem(queryTexts.nothing)
  const from = Number(at || 0) * pageSize
  return answered({ datos: orders.slice(from, from + pageSize).map(listedView), total: orders.length })
}

/** `V2/conciliacion`: a day's orders of one kind, 1,000 per `page`. */
export function reconcile(bank: Bank, { body }: Call): Answer {
  const type = orderType(body)
  if (type === null) return problem(queryTexts.orderType)
  if (!signed(bank, 'day', body)) return problem(queryTexts.badFirma)
  const day = queriedDay(bank, body.fechaOperacion)
  if (day === null) return problem(queryTexts.future)
  return page(ordersOf(bank, { type, day, company: body.empresa ?? '' }), body.page)
}

/** `consultaInstituciones`: the participants of SPEI, all connected. */
export function listInstitutions(bank: Bank, { body }: Call): Answer {
  if (!signed(bank, 'company', body)) return problem(queryTexts.badFirma)
  const datos = BANKS.map(({ code, stp_name }) => ({ estado: 'C', clave: code, participante: stp_name }))
  return answered({ datos })
}

/** `consultaSaldoCuenta`: what an account holds. */
export function accountBalance(bank: Bank, { body }: Call): Answer {
  if (!signed(bank, 'balance', body)) return problem(queryTexts.badFirma)
  const balance = balanceOf(bank, body.cuentaOrdenante ?? '')
  if (!balance) return problem(queryTexts.nothing)
  const { saldo, cargosPendientes } = balance
  return answered({ respuesta: { saldo: saldo / 100, cargosPendientes: cargosPendientes / 100 } })
}

/** 2025 `orden/clave-rastreo`: one order by key and operating day, or the natural day it was captured on. */
export function findOneOf2025(bank: Bank, { body }: Call): Answer {
  const wrong = keyProblem(bank, body, 'keyOf2025')
  if (wrong) return wrong
  const type = orderType(body) ?? 'E'
  const natural = body.fechaNatural
  if (!natural) {
    return answerOrder(orderOf(bank, { type, day: queriedDay(bank, body.fechaOperacion) ?? 0, body }))
  }
  const own = bank.store.of(type).filter(({ cuerpo }) => cuerpo.empresa === body.empresa)
  const named = own.filter(({ cuerpo }) => cuerpo.claveRastreo === body.claveRastreo)
  return answerOrder(named.findLast((order) => bank.clock.dayOf(order.tsCaptura) === Number(natural)))
}

function ofBothTypes(bank: Bank, day: number, body: TextBody): Answer {
  const types = orderType(body) === null ? (['E', 'R'] as const) : [orderType(body) ?? 'E']
  const orders = types.flatMap((type) => ordersOf(bank, { type, day, company: body.empresa ?? '' }))
  return page(orders, body.pagina)
}

/** 2025 `operaciones/actual` and `conciliacion/actual`: the running day's orders, 1,000 per `pagina`. */
export function listToday(bank: Bank, { body }: Call): Answer {
  if (!signed(bank, 'company', body)) return problem(queryTexts.badFirma)
  return ofBothTypes(bank, bank.clock.operatingDay(), body)
}

/** 2025 `operaciones/historica` and `conciliacion/historica`: an earlier day's. */
export function listDay(bank: Bank, { body }: Call): Answer {
  if (!body.fechaOperacion) return problem(queryTexts.noDate)
  if (!signed(bank, 'dayOf2025', body)) return problem(queryTexts.badFirma)
  const day = queriedDay(bank, body.fechaOperacion)
  return day === null ? problem(queryTexts.future) : ofBothTypes(bank, day, body)
}
