import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync } from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import type { Books } from './books.ts'
import { dataFile } from './data-file.ts'
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
  /** The orders sent (E) or received (R), of one operating day if it is given. */
  of(type: OrderType, day?: number | null): SimulatedOrder[]
  /** The last order that a client sent; undefined: none yet. */
  latestSent(): SimulatedOrder | undefined
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

/** A line of the file: an order, and when it was stored (absent in files of older versions). */
const storedLine = simulatedOrder.extend({ guardado: z.int().optional() })
type StoredLine = z.infer<typeof storedLine>

/** When a stored change happened. */
function instantOf({ guardado, tsDevolucion, tsLiquidacion, tsCaptura }: StoredLine): number {
  return guardado ?? tsDevolucion ?? tsLiquidacion ?? tsCaptura
}

/**
 * Reads the stored lines. Cuts off an unfinished last line, left by a killed process, so that the next line is whole.
 */
function readLines(file: string): StoredLine[] {
  if (!existsSync(file)) return []
  const text = readFileSync(file)
  const end = text.lastIndexOf('\n') + 1
  if (end < text.length) truncateSync(file, end)
  const lines = text.subarray(0, end).toString('utf8').split('\n').slice(0, -1)
  return lines.map((line) => storedLine.parse(JSON.parse(line)))
}

/** What the store needs beside its file. */
interface Surroundings {
  books: Pick<Books, 'book'>
  nowMs(): number
}

/**
 * Opens the store: in memory and, with a path, in JSON lines. Each change is one line; the last line of an order
 * counts. The books are written from the changes, also when the file is read, so they can never differ from the orders,
 * even if the process is killed between two writes.
 */
export function openStore(path: string | undefined, { books, nowMs }: Surroundings): OrderStore {
  const file = path === undefined ? null : dataFile(path)
  const orders = new Map<number, SimulatedOrder>()
  const ids = new Map<string, number>()
  let lastId = firstId - 1
  let latestSent: number | undefined

  function keep(order: SimulatedOrder, at: number) {
    books.book({ before: orders.get(order.idEF), after: order, at })
    if (order.tipoOrden === 'E' && order.lender === null && !orders.has(order.idEF)) latestSent = order.idEF
    orders.set(order.idEF, order)
    const { tipoOrden: type, fechaOperacion: day, cuerpo } = order
    ids.set(indexOf({ type, key: cuerpo.claveRastreo ?? '', day }), order.idEF)
    lastId = Math.max(lastId, order.idEF)
  }

  if (file) {
    mkdirSync(dirname(file), { recursive: true })
    for (const { guardado, ...order } of readLines(file)) keep(order, instantOf({ ...order, guardado }))
  }

  return {
    all: () => [...orders.values()],
    latestSent: () => orders.get(latestSent ?? 0),
    byId: (id) => orders.get(id),
    // Lazy, because a day's list is read page by page: a copy of all orders for each page would be much to clean up.
    of: (type, day) =>
      orders
        .values()
        .filter((order) => order.tipoOrden === type && (day === undefined || order.fechaOperacion === day))
        .toArray(),
    byKey: (key) => orders.get(ids.get(indexOf(key)) ?? 0),
    nextId: () => lastId + 1,
    save(order) {
      const guardado = nowMs()
      if (file) appendFileSync(file, `${JSON.stringify({ ...order, guardado })}\n`)
      keep(order, guardado)
    },
  }
}
