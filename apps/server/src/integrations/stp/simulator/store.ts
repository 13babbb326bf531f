import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type SimulatedOrder, simulatedOrder } from './order.ts'

/** STP's real ids have seven digits or more; 1 to 8 are error ids. */
const firstId = 9_349_828

export type OrderType = SimulatedOrder['tipoOrden']

interface OrderKey {
  type: OrderType
  key: string
  day: number
}

export interface OrderStore {
  all(): SimulatedOrder[]
  /** Those sent (E) or received (R). */
  of(type: OrderType): SimulatedOrder[]
  byId(id: number): SimulatedOrder | undefined
  /** The order of a tracking key on an operating day: of those sent, unique there; of those received, the last. */
  byKey(key: OrderKey): SimulatedOrder | undefined
  nextId(): number
  /** Keeps the order's present state, on disk first. */
  save(order: SimulatedOrder): void
}

function indexOf({ type, key, day }: OrderKey): string {
  return `${type}:${day}:${key}`
}

/** The file of the orders: the path itself, or one in that folder. */
export function dataFile(path: string): string {
  return path.endsWith('.jsonl') ? path : join(path, 'stp-orders.jsonl')
}

/** Reads the kept lines; half a line, left by a killed process, is cut off so that the next one is whole. */
function readLines(file: string): SimulatedOrder[] {
  if (!existsSync(file)) return []
  const text = readFileSync(file)
  const end = text.lastIndexOf('\n') + 1
  if (end < text.length) truncateSync(file, end)
  const lines = text.subarray(0, end).toString('utf8').split('\n').slice(0, -1)
  return lines.map((line) => simulatedOrder.parse(JSON.parse(line)))
}

/** Orders in memory and, with a path, in JSON lines: one line per change, the last of an order counts. */
export function openStore(path: string | undefined): OrderStore {
  const file = path === undefined ? null : dataFile(path)
  const orders = new Map<number, SimulatedOrder>()
  const ids = new Map<string, number>()
  let lastId = firstId - 1

  function keep(order: SimulatedOrder) {
    orders.set(order.idEF, order)
    const { tipoOrden: type, fechaOperacion: day, cuerpo } = order
    ids.set(indexOf({ type, key: cuerpo.claveRastreo ?? '', day }), order.idEF)
    lastId = Math.max(lastId, order.idEF)
  }

  if (file) {
    mkdirSync(dirname(file), { recursive: true })
    readLines(file).forEach(keep)
  }

  return {
    all: () => [...orders.values()],
    byId: (id) => orders.get(id),
    of: (type) => [...orders.values()].filter((order) => order.tipoOrden === type),
    byKey: (key) => orders.get(ids.get(indexOf(key)) ?? 0),
    nextId: () => lastId + 1,
    save(order) {
      if (file) appendFileSync(file, `${JSON.stringify(order)}\n`)
      keep(order)
    },
  }
}
