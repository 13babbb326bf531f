import { BANKS } from '@quincena/domain/mexico/banks'
import { cadena, type WireBody } from '../cadena.ts'
import type { SimulatorClock } from './clock.ts'
import type { RequestPlace } from './faults.ts'
import { inTransit, type Life } from './life.ts'
import { legacyOrderView, orderView, type SimulatedOrder, type TextBody } from './order.ts'
import { registerRefusal } from './rules.ts'
import type { OrderStore } from './store.ts'

export interface Answer {
  status: number
  json: unknown
}

export interface Operation {
  place: RequestPlace
  run(body: TextBody): Answer
}

export interface Bank {
  store: OrderStore
  clock: SimulatorClock
  life: Life
  company: string | undefined
  payer_account: string | undefined
  opening_balance: number
  verify: ((text: string, firma: string) => boolean) | undefined
}

const pageSize = 1_000
const answered = { estado: 0, mensaje: 'Datos consultados correctamente' } as const

function result(resultado: object): Answer {
  return { status: 200, json: { resultado } }
}

export function refusal(id: number, descripcionError: string): Answer {
  return result({ descripcionError, id })
}

function problem(estado: number, mensaje: string): Answer {
  return { status: 400, json: { estado, mensaje } }
}

const nothingThere = problem(6, 'No se encontraron datos relacionados')
const badFirma = 'Error validando la firma'

function register(bank: Bank, body: TextBody): Answer {
  const operatingDay = bank.clock.operatingDay()
  const used = (key: string) => bank.store.byKey(key, operatingDay) !== undefined
  const refused = registerRefusal(body, { ...bank, operatingDay, used })
  if (refused) return refusal(refused.id, refused.message)
  const { firma, ...cuerpo } = body
  const order: SimulatedOrder = {
    idEF: bank.store.nextId(),
    estado: inTransit,
    fechaOperacion: operatingDay,
    tsCaptura: bank.clock.nowMs(),
    tsLiquidacion: null,
    causaDevolucion: null,
    urlCEP: null,
    avisado: null,
    cuerpo,
  }
  bank.store.save(order)
  bank.life.begin(order)
  return result({ id: order.idEF })
}

function signed(
  bank: Bank,
  kind: Parameters<typeof cadena>[0],
  body: WireBody & { firma?: string },
): boolean {
  return bank.verify?.(cadena(kind, body), body.firma ?? '') ?? true
}

/** The day a query means: none is the running operating day; null when it is yet to come. */
function queriedDay(bank: Bank, day: string | undefined): number | null {
  const today = bank.clock.operatingDay()
  if (!day) return today
  return Number(day) > today ? null : Number(day)
}

function query(bank: Bank, body: TextBody): Answer {
  if (!body.claveRastreo) return problem(2, '{claveRastreo=el campo clave de rastreo no puede venir vacio}')
  if (!/^[ER]$/.test(body.tipoOrden ?? ''))
    return problem(2, '{tipoOrden=el campo tipo de orden debe ser E o R}')
  if (!signed(bank, 'query', body)) return problem(2, badFirma)
  const day = queriedDay(bank, body.fechaOperacion)
  if (day === null) return problem(8, 'La fecha de operacion no puede ser mayor a la fecha actual')
  const order = body.tipoOrden === 'E' ? bank.store.byKey(body.claveRastreo, day) : undefined
  return order ? { status: 200, json: { ...answered, respuesta: orderView(order) } } : nothingThere
}

function list(bank: Bank, body: TextBody): Answer {
  if (!signed(bank, 'reconciliation', body)) return problem(2, badFirma)
  const day = queriedDay(bank, body.fechaOperacion)
  if (day === null) return problem(8, 'La fecha de operacion no puede ser mayor a la fecha actual')
  const sent = body.tipoOrden === 'E' ? bank.store.all().filter((order) => order.fechaOperacion === day) : []
  if (sent.length === 0) return nothingThere
  const from = Number(body.page || 0) * pageSize
  const datos = sent.slice(from, from + pageSize).map(orderView)
  return { status: 200, json: { ...answered, datos, total: sent.length } }
}

function listInstitutions(bank: Bank, body: TextBody): Answer {
  if (!signed(bank, 'institutions', body)) return problem(2, badFirma)
  const datos = BANKS.map(({ code, name }) => ({ estado: 'C', clave: code, participante: name }))
  return { status: 200, json: { ...answered, datos } }
}

function sumCents(orders: SimulatedOrder[]): number {
  return orders.reduce((total, order) => total + Math.round(Number(order.cuerpo.monto) * 100), 0)
}

function balance(bank: Bank, body: TextBody): Answer {
  if (!signed(bank, 'balance', body)) return problem(2, badFirma)
  if (bank.payer_account !== undefined && body.cuentaOrdenante !== bank.payer_account) return nothingThere
  const own = bank.store.all().filter((order) => order.cuerpo.cuentaOrdenante === body.cuentaOrdenante)
  const spent = sumCents(own.filter((order) => order.estado === 'LQ'))
  const pending = sumCents(own.filter((order) => order.estado === inTransit))
  const saldo = (bank.opening_balance - spent) / 100
  return { status: 200, json: { ...answered, respuesta: { saldo, cargosPendientes: pending / 100 } } }
}

function legacyQuery(bank: Bank, body: TextBody): Answer {
  if (!signed(bank, 'order', body)) return refusal(0, badFirma)
  const day = queriedDay(bank, body.fechaOperacion)
  const order = day === null ? undefined : bank.store.byKey(body.claveRastreo ?? '', day)
  if (!order) return refusal(-100, `No se encontró la orden con rastreo ${body.claveRastreo}`)
  return result({ id: 1, ordenPago: legacyOrderView(order) })
}

function legacyList(bank: Bank, body: TextBody): Answer {
  const { empresa, fechaOperacion, firma = '' } = body
  if (!signed(bank, 'order', { empresa, fechaOperacion, firma })) return refusal(0, badFirma)
  const day = queriedDay(bank, fechaOperacion)
  const sent = body.estado === 'E' ? bank.store.all().filter((order) => order.fechaOperacion === day) : []
  if (sent.length === 0) return refusal(-100, 'No se encontraron ordenes')
  // The list ends in a null, as STP's own does.
  return result({ id: 1, lst: [...sent.map(legacyOrderView), null] })
}

/** What the simulator answers, by method and path; `fechaOperacion` and firma as STP documents them. */
export function createOperations(bank: Bank): ReadonlyMap<string, Operation> {
  const on = (place: RequestPlace, run: (bank: Bank, body: TextBody) => Answer): Operation => ({
    place,
    run: (body) => run(bank, body),
  })
  return new Map([
    ['PUT /speiws/rest/ordenPago/registra', on('register', register)],
    ['POST /speiws/rest/ordenPago/consOrdEnvRastreo', on('legacy_query', legacyQuery)],
    ['POST /speiws/rest/ordenPago/consOrdenesFech', on('legacy_list', legacyList)],
    ['POST /efws/API/consultaOrden', on('query', query)],
    ['POST /efws/API/V2/conciliacion', on('list', list)],
    ['POST /efws/API/consultaInstituciones', on('institutions', listInstitutions)],
    ['POST /efws/API/consultaSaldoCuenta', on('balance', balance)],
  ])
}
