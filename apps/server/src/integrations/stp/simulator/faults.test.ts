import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { foreignClient, foreignKey, foreignOrder } from '../fixtures/foreign-client.ts'
import { listenForCallbacks } from '../fixtures/harness.ts'
import { startSimulator } from '../simulator.ts'
import type { FaultInput } from './fault.ts'
import type { Simulator } from './options.ts'

let simulator: Simulator
let callbacks: Awaited<ReturnType<typeof listenForCallbacks>>
let client: ReturnType<typeof foreignClient>
const claveRastreo = 'AJENO0000001'

beforeEach(async () => {
  callbacks = await listenForCallbacks()
  simulator = await startSimulator({
    public_key: foreignKey.publicKey,
    webhook: callbacks.url,
    settle_ms: 0,
    webhook_retry_ms: 5,
  })
  client = foreignClient(simulator.url)
})
afterEach(async () => {
  await simulator.stop()
  await callbacks.stop()
})

/** Plans faults over HTTP, as for a simulator that runs as a program. */
async function plan(...faults: FaultInput[]) {
  const answer = await client.send({ method: 'PUT', path: '/admin/faults', body: { faults } })
  expect(answer.status).toBe(200)
}

const register = () => client.register(foreignOrder({ claveRastreo }))
const postedStates = () => callbacks.messages.map(({ estado }) => estado)
const refused = async () => {
  const answer = await fetch(`${simulator.url}/speiws/rest/ordenPago/registra`, { method: 'PUT', body: '{}' })
  return { status: answer.status, text: await answer.text() }
}

describe('faults of calls', () => {
  it('lose the answer after the order is registered', async () => {
    await plan({ on: 'register', action: 'lose', when: 'after' })
    await expect(register()).rejects.toThrow()
    expect(simulator.orders()).toHaveLength(1)
    expect((await register()).json).toMatchObject({ resultado: { id: -1 } })
  })

  it('lose the answer before the order is registered', async () => {
    await plan({ on: 'register', action: 'lose', when: 'before' })
    await expect(register()).rejects.toThrow()
    expect(simulator.orders()).toHaveLength(0)
    expect((await register()).json).toEqual({ resultado: { id: expect.any(Number) } })
  })

  it('delay the answer', async () => {
    await plan({ on: 'register', action: 'delay', when: 'after', delay_ms: 60 })
    const before = performance.now()
    await register()
    expect(performance.now() - before).toBeGreaterThan(50)
  })

  it('answer 5xx before or after the order is registered', async () => {
    await plan({ on: 'register', action: 'answer', status: 503, body: '<h1>503</h1>' })
    expect(await refused()).toEqual({ status: 503, text: '<h1>503</h1>' })
    await plan({ on: 'register', action: 'answer', when: 'after', status: 500, body: '{"error":"interno"}' })
    expect((await register()).status).toBe(500)
    expect(simulator.orders()).toHaveLength(1)
  })

  it('answer with the 403 page of nginx', async () => {
    await plan({ on: 'register', action: 'forbidden' })
    expect(await refused()).toMatchObject({
      status: 403,
      text: expect.stringMatching(/403 Forbidden[\s\S]*nginx/),
    })
  })

  it('past_cut: the order gets the next bank day', async () => {
    simulator.setClock('2026-11-20T23:59:00Z') // Friday 17:59 in Mexico City
    await plan({ on: 'register', action: 'past_cut' })
    await register()
    expect(simulator.orders()[0]?.fechaOperacion).toBe(20_261_123)
    const clock = await client.send({
      method: 'PUT',
      path: '/admin/clock',
      body: { now: '2026-11-20T23:59:00Z' },
    })
    expect(clock.body).toMatchObject({ mode: 'set', operating_day: 20_261_120 })
  })

  it('apply to queries, accounts and returns too', async () => {
    const paths: [FaultInput['on'], string, string][] = [
      ['query', 'POST', '/consultasws/API/orden/clave-rastreo'],
      ['list', 'POST', '/consultasws/API/operaciones/actual'],
      ['institutions', 'POST', '/efws/API/consultaInstituciones'],
      ['balance', 'POST', '/spei/webservices/SpeiConsultaServices'],
      ['legacy_query', 'POST', '/speiws/rest/ordenPago/consOrdEnvRastreo'],
      ['legacy_list', 'POST', '/speiws/rest/ordenPago/consSaldoEnvRec'],
      ['account', 'DELETE', '/speiws/rest/cuentaModule/moral'],
      ['return_payment', 'PUT', '/speiws/rest/ordenPago/retornaOrden'],
    ]
    for (const [on, method, path] of paths) {
      const body = { faults: [{ on, action: 'answer', status: 502, body: '{}' }] }
      await client.send({ method: 'PUT', path: '/admin/faults', body })
      expect((await client.send({ method, path, body: {} })).status, path).toBe(502)
      expect(simulator.faults.list()).toEqual([])
    }
  })
})

describe('faults of callbacks', () => {
  it.each<[string, FaultInput[], string[]]>([
    ['duplicate', [{ on: 'webhook', action: 'duplicate' }], ['LQ', 'LQ']],
    ['D after LQ', [{ on: 'settle', action: 'return_later', cause: 2 }], ['LQ', 'D']],
    [
      'D before LQ',
      [
        { on: 'settle', action: 'return_later', delay_ms: 1 },
        { on: 'webhook', action: 'delay', delay_ms: 400 },
      ],
      ['D', 'LQ'],
    ],
    [
      'LQ again after D',
      [
        { on: 'settle', action: 'return_later', delay_ms: 30 },
        { on: 'webhook', action: 'duplicate', delay_ms: 400 },
      ],
      ['LQ', 'D', 'LQ'],
    ],
    ['return', [{ on: 'settle', action: 'return', cause: 3 }], ['D']],
    ['cancellation', [{ on: 'settle', action: 'cancel' }], ['CN']],
  ])('%s', async (_, faults, expected) => {
    await plan(...faults)
    await register()
    await vi.waitFor(() => expect(postedStates()).toEqual(expected), 10_000)
  })

  it('drop: the callback comes only after /tell', async () => {
    await plan({ on: 'webhook', action: 'drop' })
    await register()
    await vi.waitFor(() => expect(simulator.orders()[0]?.estado).toBe('LQ'), 10_000)
    expect(simulator.faults.list()).toEqual([])
    expect(postedStates()).toEqual([])
    // Posted again by the command.
    await client.send({ method: 'POST', path: `/admin/orders/${claveRastreo}/tell`, body: {} })
    await vi.waitFor(() => expect(postedStates()).toEqual(['LQ']), 10_000)
  })
})

const playedFaults = z.object({ played: z.array(z.looseObject({ on: z.string(), met: z.string() })) })

describe('faults by seed, over HTTP', () => {
  async function history(seed: number) {
    simulator.faults.clear()
    const body = { seed, rate: 0.5, delay_ms: 2, only: ['register', 'settle'] }
    expect((await client.send({ method: 'PUT', path: '/admin/faults', body })).body).toMatchObject({
      seed: body,
    })
    for (let at = 0; at < 30; at += 1) {
      const key = `S${seed}H${simulator.orders().length}X${at}A000`
      await client.register(foreignOrder({ claveRastreo: key })).catch(() => null)
    }
    const { played } = playedFaults.parse(await (await fetch(`${simulator.url}/admin/faults/played`)).json())
    return played.filter(({ on }) => on === 'register').map(({ met, ...fault }) => fault)
  }

  it('are the same for the same seed', async () => {
    const first = await history(11)
    expect(first.length).toBeGreaterThan(5)
    expect(await history(11)).toEqual(first)
    expect(await history(12)).not.toEqual(first)
  })

  it('are refused with 422 for a bad seed', async () => {
    for (const body of [{ seed: 1 }, { seed: 1, rate: 2 }, { rate: 1 }, {}]) {
      expect((await client.send({ method: 'PUT', path: '/admin/faults', body })).status).toBe(422)
    }
  })
})
