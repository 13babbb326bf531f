import { beforeEach, describe, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { readList } from './commands/read-list.ts'
import { countListed } from './queries/stored-list.ts'

let ctx: TestContext
/** The pages that the test asked STP for, in order. */
let asked: number[] = []

/** Each test has its own STP, because its thousands of orders would lengthen the lists of all later tests. */
beforeEach(async () => {
  ctx = await createTestContext()
  ctx.simulator.configure({ settle_ms: null })
  const { listPage } = ctx.deps.stp
  ctx.deps.stp = {
    ...ctx.deps.stp,
    listPage(at, options) {
      asked.push(at.page)
      return listPage(at, options)
    },
  }
  asked = []
})

const list = { operation_date: '2026-11-20', order_type: 'E' as const }
const settledMs = Date.parse('2026-11-20T15:00:00Z')

interface Change {
  estado?: string
  fechaOperacion?: number
  tsLiquidacion?: number
}

async function importOrders(from: number, count: number, change: Change = {}) {
  const orders = Array.from({ length: count }, (_, at) => ({
    ...{ idEF: 20_000_000 + from + at, estado: 'D', fechaOperacion: 20_261_120, tsCaptura: settledMs },
    ...{ avisado: 'D', cuerpo: { claveRastreo: `LISTA${from + at}`, monto: '1.00', empresa: 'QUINCENA' } },
    ...change,
  }))
  const body = JSON.stringify({ orders })
  const answer = await fetch(`${ctx.simulator.url}/admin/orders`, { method: 'POST', body })
  if (!answer.ok) throw new Error(await answer.text())
}

/** Reads the list and returns the pages that it took. */
async function read() {
  asked = []
  const { outcome } = await readList(ctx.deps, list, { purpose: 'unknown' })
  return { outcome, asked, stored: await countListed(ctx.deps.db, list) }
}

describe('the list of a running day', () => {
  test('reads each complete page once and the last page every time', async () => {
    await importOrders(0, 2500)
    expect(await read()).toEqual({ outcome: 'whole', asked: [0, 1, 2], stored: 2500 })
    expect(await read()).toEqual({ outcome: 'whole', asked: [2], stored: 2500 })
    await importOrders(2500, 700)
    expect(await read()).toEqual({ outcome: 'whole', asked: [2, 3], stored: 3200 })
    expect(await read()).toEqual({ outcome: 'whole', asked: [3], stored: 3200 })
  })

  test('reads complete pages again, the newest first, until it has an order that STP inserted late', async () => {
    await importOrders(0, 500)
    await importOrders(500, 1, { fechaOperacion: 20_261_119 })
    await importOrders(501, 2400)
    expect(await read()).toEqual({ outcome: 'whole', asked: [0, 1, 2], stored: 2900 })
    // The order moves to this day: it stands in the middle of the first page and moves every order behind it.
    await importOrders(500, 1)
    expect(await read()).toEqual({ outcome: 'whole', asked: [2, 1, 0], stored: 2901 })
    expect(await read()).toEqual({ outcome: 'whole', asked: [2], stored: 2901 })
  })

  test('drops an order that STP no longer lists', async () => {
    await importOrders(0, 1500)
    await read()
    await importOrders(3, 1, { fechaOperacion: 20_261_119 })
    expect(await read()).toEqual({ outcome: 'whole', asked: [1, 0], stored: 1499 })
  })

  test('reads a complete page again once, an hour after its orders settled', async () => {
    const at = (time: string) => ctx.setNow(`2026-11-20T${time}:00Z`)
    const settled = { estado: 'LQ', tsLiquidacion: Date.parse('2026-11-20T16:10:00Z') }
    await importOrders(0, 1000, settled)
    await importOrders(1000, 1200)
    at('16:20')
    expect((await read()).asked).toEqual([0, 1, 2])
    at('16:50')
    expect((await read()).asked).toEqual([2])
    at('17:20')
    expect((await read()).asked).toEqual([0, 2])
    at('18:20')
    expect((await read()).asked).toEqual([2])
  })
})

describe('the list of a finished day', () => {
  beforeEach(() => ctx.setNow('2026-11-23T16:00:00Z'))

  test('continues after the page that had no answer', async () => {
    await importOrders(0, 2500)
    const pass = { action: 'delay' as const, on: 'list' as const, delay_ms: 0, count: 1 }
    ctx.simulator.faults.set([pass, { action: 'forbidden', on: 'list', count: 1 }])
    expect(await read()).toEqual({ outcome: 'failed', asked: [0, 1], stored: 1000 })
    expect(await read()).toEqual({ outcome: 'whole', asked: [1, 2], stored: 2500 })
    expect((await read()).asked).toEqual([0, 1, 2])
  })

  test('starts again if the unfinished reading is older than twelve hours', async () => {
    await importOrders(0, 1500)
    const pass = { action: 'delay' as const, on: 'list' as const, delay_ms: 0, count: 1 }
    ctx.simulator.faults.set([pass, { action: 'forbidden', on: 'list', count: 1 }])
    await read()
    ctx.setNow('2026-11-24T16:00:00Z')
    expect((await read()).asked).toEqual([0, 1])
  })

  test('takes no query where the stored list is enough', async () => {
    await importOrders(0, 5)
    await read()
    const stored = await readList(ctx.deps, list, { purpose: 'unknown', accepts_stored: true })
    expect(stored).toEqual({ outcome: 'whole', pages: 0 })
  })
})
