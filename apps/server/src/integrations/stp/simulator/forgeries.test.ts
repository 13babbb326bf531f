import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startClientServer } from '../fixtures/client-server.ts'
import { foreignClient, foreignKey, foreignOrder } from '../fixtures/foreign-client.ts'
import { startSimulator } from '../simulator.ts'
import type { FaultInput } from './fault.ts'
import type { Simulator } from './options.ts'

let server: Awaited<ReturnType<typeof startClientServer>>
let simulator: Simulator
let client: ReturnType<typeof foreignClient>
const empresa = 'AJENA'
const account = '646180110400000007'

beforeEach(async () => {
  server = await startClientServer()
  simulator = await startSimulator({
    ...{ public_key: foreignKey.publicKey, company: empresa, payer_account: account },
    ...{ settle_ms: null, webhook: `${server.origin}/stp/`, webhook_retry_ms: 5 },
  })
  client = foreignClient(simulator.url)
})
afterEach(async () => {
  await simulator.stop()
  await server.stop()
})

const admin = (method: string, path: string, body: object) =>
  client.send({ method, path: `/admin/${path}`, body })
const plan = (...faults: FaultInput[]) => admin('PUT', 'faults', { faults })
const query = (tipoOrden: 'E' | 'R', claveRastreo: string) =>
  client.signed('POST', '/efws/API/consultaOrden', {
    body: { empresa, claveRastreo, tipoOrden },
    values: [empresa, claveRastreo, tipoOrden, ''],
  })
const bodies = () => server.messages.map(({ body }) => body)

describe('a forged callback', () => {
  it('reports a payment that STP does not have, to the real address and account', async () => {
    const fields = { monto: 5_265.76, claveRastreo: 'FALSO0000001' }
    const forged = await admin('POST', 'forgeries', { kind: 'payment', fields })
    expect(forged).toMatchObject({ status: 200, body: { status: 200, answer: '{"mensaje":"confirmar"}' } })
    expect(server.messages).toMatchObject([
      { path: '/stp/payment', body: { ...fields, empresa, cuentaBeneficiario: account } },
    ])
    expect(await query('R', 'FALSO0000001')).toMatchObject({ status: 400, body: { estado: 6 } })
    expect(simulator.books.movements()).toHaveLength(1)
    const { forgeries } = await (await fetch(`${simulator.url}/admin/forgeries`)).json()
    expect(forgeries).toMatchObject([{ kind: 'payment', message: fields }])
  })

  it('copies a real payment with another amount; STP answers the real one', async () => {
    const { idEF } = simulator.receivePayment({ monto: 10, claveRastreo: 'PAGO00000001' })
    await admin('POST', 'forgeries', { kind: 'payment', like: idEF, fields: { monto: 1_000 } })
    await vi.waitFor(() => expect(bodies().map(({ monto }) => monto)).toContain(1_000), 10_000)
    const [one, two] = bodies().map(({ monto, ...rest }) => rest)
    expect(one).toEqual(two)
    expect((await query('R', 'PAGO00000001')).body.respuesta).toMatchObject({ monto: 10 })
  })

  it('reports the settlement of an order in transit, or of one that STP does not have', async () => {
    await client.register(foreignOrder())
    const like = simulator.orders()[0]?.idEF
    await admin('POST', 'forgeries', { kind: 'order_state', like, fields: { estado: 'LQ' } })
    await admin('POST', 'forgeries', { kind: 'order_state', fields: { claveRastreo: 'OTRA00000001' } })
    expect(bodies()).toMatchObject([
      { id: like, claveRastreo: 'AJENO0000001', estado: 'LQ' },
      { claveRastreo: 'OTRA00000001', estado: 'LQ' },
    ])
    expect((await query('E', 'AJENO0000001')).body.respuesta).toMatchObject({ estado: 'A' })
  })

  it('is refused without a real order to copy (404) and when it is malformed (422)', async () => {
    expect((await admin('POST', 'forgeries', { kind: 'payment', like: 1 })).status).toBe(404)
    for (const body of [{}, { kind: 'other' }, { kind: 'payment', monto: 1 }]) {
      expect((await admin('POST', 'forgeries', body)).status).toBe(422)
    }
  })
})

describe('callbacks of payments', () => {
  const arrive = (claveRastreo: string) => simulator.receivePayment({ monto: 10, claveRastreo })
  const keys = () => bodies().map(({ claveRastreo }) => claveRastreo)

  it('are lost for good when dropped, also after a change of settings', async () => {
    await plan({ on: 'webhook', action: 'drop', type: 'R' })
    await client.register(foreignOrder())
    arrive('PAGO00000001')
    simulator.configure({ webhook: `${server.origin}/stp/` })
    simulator.act('AJENO0000001', 'settle')
    await vi.waitFor(() => expect(keys()).toEqual(['AJENO0000001']), 10_000)
    expect((await query('R', 'PAGO00000001')).status).toBe(200)
  })

  it('are duplicated, delayed and reordered as planned', async () => {
    await plan(
      { on: 'webhook', action: 'reorder', tracking_key: 'PAGO00000001' },
      { on: 'webhook', action: 'duplicate', tracking_key: 'PAGO00000002' },
    )
    arrive('PAGO00000001')
    arrive('PAGO00000002')
    await vi.waitFor(() => expect(keys().toSorted()).toHaveLength(3), 10_000)
    expect(keys()[0]).toBe('PAGO00000002')
    expect(keys().toSorted()).toEqual(['PAGO00000001', 'PAGO00000002', 'PAGO00000002'])
  })

  it('a reordered callback without a later one is posted after its longest delay', async () => {
    await plan({ on: 'webhook', action: 'reorder', delay_ms: 20 })
    arrive('PAGO00000001')
    await vi.waitFor(() => expect(keys()).toEqual(['PAGO00000001']), 10_000)
  })

  it('only the callback of a return is lost, and the order is D', async () => {
    await plan({ on: 'webhook', action: 'drop', state: 'D' })
    await client.register(foreignOrder())
    simulator.act('AJENO0000001', 'settle')
    simulator.act('AJENO0000001', 'return')
    simulator.configure({ settle_ms: null })
    await vi.waitFor(() => expect(bodies().map(({ estado }) => estado)).toEqual(['LQ']), 10_000)
    expect((await query('E', 'AJENO0000001')).body.respuesta).toMatchObject({ estado: 'D' })
    expect(simulator.faults.list()).toEqual([])
  })
})
