import { afterEach, describe, expect, it, vi } from 'vitest'
import { startClientServer } from '../fixtures/client-server.ts'
import { foreignClient, foreignKey, foreignOrder } from '../fixtures/foreign-client.ts'
import { startSimulator } from '../simulator.ts'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

async function start() {
  const server = await startClientServer()
  const simulator = await startSimulator({
    ...{ public_key: foreignKey.publicKey, company: 'AJENA', payer_account: '646180110400000007' },
    ...{ settle_ms: null, webhook: `${server.origin}/stp/`, webhook_retry_ms: 5, opening_balance: 0 },
  })
  closers.push(simulator.stop, server.stop)
  const client = foreignClient(simulator.url)
  const put = (body: object) => client.send({ method: 'PUT', path: '/admin/faults', body })
  return { simulator, client, put, messages: server.messages }
}

const orderCount = 40

/** What happened at STP after 40 orders with this seed, in one comparable list. */
async function history(seed: number) {
  const { simulator, client, put, messages } = await start()
  await put({ seed, rate: 0, events: 0.8, delay_ms: 2 })
  for (let at = 0; at < orderCount; at += 1) {
    await client.register(foreignOrder({ claveRastreo: `ORDEN${String(at).padStart(7, '0')}` }))
  }
  const played = simulator.faults.played().map(({ action, met }) => `${met} ${action}`)
  const count = (action: string) => played.filter((one) => one.endsWith(` ${action}`)).length
  const forged = ['forged_payment', 'forged_amount', 'forged_order', 'forged_settlement']
  const arrived = ['payment', 'payment_return', 'forged_amount']
  const sum = (actions: string[]) => actions.reduce((total, action) => total + count(action), 0)
  await vi.waitFor(async () => {
    const { forgeries } = await (await fetch(`${simulator.url}/admin/forgeries`)).json()
    expect(forgeries).toHaveLength(sum(forged))
    expect(simulator.payments().filter(({ estado }) => estado === 'D')).toHaveLength(count('payment_return'))
    expect(simulator.payments()).toHaveLength(sum(arrived))
    expect(messages.length).toBeGreaterThanOrEqual(sum(forged) + count('payment'))
  }, 10_000)
  const places = simulator.books.places().map((place) => {
    const { of, tracking_key, amount_cents, in_account_cents, left_cents } = place
    return `${of} ${tracking_key} ${amount_cents} ${in_account_cents} ${left_cents}`
  })
  return { played, places: places.toSorted(), count }
}

describe('events by seed', () => {
  it('are the same payments, returns, fees and forgeries for the same seed', async () => {
    const first = await history(7)
    const again = await history(7)
    expect(again.played).toEqual(first.played)
    expect(again.places).toEqual(first.places)
    expect((await history(8)).played).not.toEqual(first.played)
    for (const action of ['payment', 'payment_return', 'forged_payment', 'forged_amount', 'fee']) {
      expect(first.count(action), action).toBeGreaterThan(0)
    }
    for (const action of ['forged_order', 'forged_settlement']) {
      expect(first.count(action), action).toBeGreaterThan(0)
    }
  })

  it('do not happen unless `events` is set', async () => {
    const { simulator, client, put } = await start()
    await put({ seed: 1, rate: 1, only: ['settle'] })
    await client.register(foreignOrder())
    expect(simulator.faults.played()).toEqual([])
  })
})

describe('a planned event', () => {
  it('happens after the order of its key is registered', async () => {
    const { simulator, client, put } = await start()
    const event = { on: 'event', action: 'fee', monto: 5.8, tracking_key: 'ORDEN0000002' }
    expect((await put({ faults: [event] })).status).toBe(200)
    await client.register(foreignOrder({ claveRastreo: 'ORDEN0000001' }))
    expect(simulator.orders()).toHaveLength(1)
    await client.register(foreignOrder({ claveRastreo: 'ORDEN0000002' }))
    await vi.waitFor(() => expect(simulator.orders()).toHaveLength(3), 10_000)
    expect(simulator.books.places().at(-1)).toMatchObject({ of: 'fee', left_cents: 580 })
  })

  it('settles nothing when it is forged: the order stays in transit', async () => {
    const { simulator, client, put, messages } = await start()
    await put({ faults: [{ on: 'event', action: 'forged_settlement', monto: 1 }] })
    await client.register(foreignOrder())
    await vi.waitFor(() => expect(messages).toMatchObject([{ body: { estado: 'LQ' } }]), 10_000)
    expect(simulator.books.places().at(-1)).toMatchObject({ of: 'sent', in_transit_cents: 120 })
  })
})
