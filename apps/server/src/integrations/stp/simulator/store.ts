import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { type SimulatedOrder, simulatedOrder } from './order.ts'

/** STP's real ids have seven digits or more; 1 to 8 are error ids. */
const firstId = 9_349_828

/** Sent by a client (E) or received for one (R). */
export type OrderType = SimulatedOrder['tipoOrden']

interface OrderKey {
  type: OrderType
  key: string
  day: number
}

/** Store of orders and payments. */
export interface OrderStore {
  all(): SimulatedOrder[]
  /** The orders sent (E) or received (R). */
  of(type: OrderType): SimulatedOrder[]
  byId(id: number): SimulatedOrder | undefined
  /** The order with a tracking key on an operating day. Unique among orders sent; of those received, the last. */
  byKey(key: OrderKey): SimulatedOrder | undefined
  /** The id for the next order. */
  nextId(): number
  /** Stores the current state of an order, on disk first. */
  save(order: SimulatedOrder): void
}

function indexOf({ type, key, day }: OrderKey): string {
  return `${type}:${day}:${key}`
}

/** The file of the orders: the path itself if it ends in `.jsonl`, else `stp-orders.jsonl` in that folder. */
export function dataFile(path: string): string {
  return path.endsWith('.jsonl') ? path : join(path, 'stp-orders.jsonl')
}

/**
 * Reads the stored lines. Cuts off an unfinished last line, left by a killed process, so that the next line is whole.
 */
function readLines(file: string): SimulatedOrder[] {
  if (!existsSync(file)) return []
  const text = readFileSync(file)
  const end = text.lastIndexOf('\n') + 1
  if (end < text.length) truncateSync(file, end)
  const lines = text.subarray(0, end).toString('utf8').split('\n').slice(0, -1)
  return lines.map((line) => simulatedOrder.parse(JSON.parse(line)))
}

/**
 * Opens the store: in memory and, with a path, in JSON lines. Each change is one line; the last line of an order
 * counts.
 */
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
