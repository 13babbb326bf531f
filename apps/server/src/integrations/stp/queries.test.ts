import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { testClient, testKey, testOrder } from './fixtures/harness.ts'
import type { FaultInput } from './simulator/fault.ts'
import type { Simulator } from './simulator/options.ts'
import { startSimulator } from './simulator.ts'
import { queryAnswer } from './wire.ts'

let simulator: Simulator
beforeAll(async () => {
  simulator = await startSimulator({
    public_key: testKey.publicKey,
    settle_ms: null,
    opening_balance: 100_000_000,
  })
})
afterEach(() => {
  simulator.faults.clear()
  simulator.setClock(null)
})
afterAll(() => simulator.stop())

async function sent() {
  const client = testClient(simulator.url)
  const order = testOrder()
  await client.registerOrder(order)
  return { client, key: order.tracking_key }
}

describe('queryOrder', () => {
  it('reads an order in transit, settled and returned', async () => {
    const { client, key } = await sent()
    const query = () => client.queryOrder({ tracking_key: key, operation_date: null })
    expect(await query()).toMatchObject({
      outcome: 'found',
      order: {
        tracking_key: key,
        stp_state: 'A',
        state: null,
        amount: 123_456,
        ts_liquidation: null,
        url_cep: null,
      },
    })
    expect(simulator.act(key, 'settle')).toBe(true)
    expect(await query()).toMatchObject({
      order: {
        state: 'LQ',
        ts_liquidation: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
        url_cep: expect.stringMatching(/^https:\/\/www\.banxico\.org\.mx\/cep\/go\?i=90646&s=\d{8}&d=/),
      },
    })
    expect(simulator.act(key, 'return', 3)).toBe(true)
    expect(await query()).toMatchObject({ order: { state: 'D', return_cause: '3' } })
    expect(simulator.act(key, 'cancel')).toBe(false)
  })

  it('reads the holder of the beneficiary account from settlement on: as sent, or as its bank answers', async () => {
    const rfc = 'NUNM800416AB1'
    const client = testClient(simulator.url)
    const settle = async (beneficiary_account: string) => {
      const order = testOrder({ beneficiary_account, rfc_curp_beneficiary: rfc })
      await client.registerOrder(order)
      const key = { tracking_key: order.tracking_key, operation_date: null }
      expect(await client.queryOrder(key)).toMatchObject({ order: { cep_name: null, cep_rfc: null } })
      simulator.act(order.tracking_key, 'settle')
      return await client.queryOrder(key)
    }
    const sentName = { cep_name: 'Maria Nunez', cep_rfc: rfc }
    expect(await settle('072691004495711499')).toMatchObject({ order: sentName })
    simulator.setHolder('072691004495711499', { name: 'NUÑEZ LOPEZ MARIA', rfc: null })
    expect(await settle('072691004495711499')).toMatchObject({
      order: { cep_name: 'NUÑEZ LOPEZ MARIA', cep_rfc: null },
    })
    simulator.setHolder('072691004495711499', {})
    expect(await settle('072691004495711499')).toMatchObject({ order: sentName })
  })

  it('finds an order on its operating day only', async () => {
    simulator.setClock('2026-11-20T23:59:30Z') // Friday 17:59 in Mexico City
    const { client, key } = await sent()
    simulator.setClock('2026-11-21T00:01:00Z') // 18:01: the running day is Monday's
    const query = (operation_date: string | null) => client.queryOrder({ tracking_key: key, operation_date })
    expect(await query(null)).toEqual({ outcome: 'not_found' })
    expect(await query('2026-11-20')).toMatchObject({
      outcome: 'found',
      order: { operation_date: '2026-11-20' },
    })
    expect(await query('2026-11-19')).toEqual({ outcome: 'not_found' })
    expect(await query('2026-11-24')).toMatchObject({
      outcome: 'unknown',
      detail: expect.stringContaining('estado 8'),
    })
  })

  it.each<[string, FaultInput]>([
    ['the answer is lost each time', { on: 'query', action: 'lose', count: 3 }],
    ['STP answers 503 each time', { on: 'query', action: 'answer', status: 503, body: '', count: 3 }],
    [
      '404 with an answer of STP',
      { on: 'query', action: 'answer', status: 404, body: '{"estado":6,"mensaje":""}' },
    ],
    ['403 page', { on: 'query', action: 'forbidden' }],
    [
      'the hourly limit',
      { on: 'query', action: 'answer', status: 400, body: '{"estado":3,"mensaje":"limite"}' },
    ],
    [
      'an unreadable order',
      { on: 'query', action: 'answer', status: 200, body: '{"estado":0,"mensaje":"","respuesta":{}}' },
    ],
  ])('returns unknown: %s', async (_name, fault) => {
    const { client, key } = await sent()
    simulator.faults.set([fault])
    const result = await client.queryOrder({ tracking_key: key, operation_date: null })
    expect(result.outcome).toBe('unknown')
  })

  it('returns unknown when the answer is another order', async () => {
    const { client, key } = await sent()
    const other = await sent()
    const answer = await fetch(`${simulator.url}/admin/orders`).then((response) => response.json())
    const respuesta = answer.orders.find(
      (order: { claveRastreo: string }) => order.claveRastreo === other.key,
    )
    const body = JSON.stringify({ estado: 0, mensaje: '', respuesta })
    simulator.faults.set([{ on: 'query', action: 'answer', status: 200, body }])
    expect(await client.queryOrder({ tracking_key: key, operation_date: null })).toMatchObject({
      outcome: 'unknown',
    })
  })

  it('returns unknown with the reason when STP refuses the firma', async () => {
    const { key } = await sent()
    const client = testClient(simulator.url, { company: 'OTRA' })
    simulator.faults.set([
      { on: 'query', action: 'answer', status: 400, body: '{"estado":2,"mensaje":"firma"}' },
    ])
    const result = await client.queryOrder({ tracking_key: key, operation_date: null })
    expect(result).toEqual({ outcome: 'unknown', reason: 'result', detail: 'estado 2: firma' })
  })
})

describe('recorded answers', () => {
  // cuenca-mx/stpmex-python, cassettes test_consulta_orden_por_clave_rastreo_efws.yaml and …_enviada_efws.yaml (MIT).
  const recorded = {
    idEF: 1452366,
    claveRastreo: 'W1397800050926686208',
    cuentaBeneficiario: '646180123400000001',
    cuentaOrdenante: '012180321400000003',
    estado: 'CCO',
    fechaOperacion: 20220104,
    institucionContraparte: 40012,
    monto: 1,
    nombreBeneficiario: 'Prueba Beneficiario',
    tsCaptura: 1641321000363,
    tsLiquidacion: 1641321000363,
    causaDevolucion: null,
    urlCEP: 'http://170.70.236.24:18080/cep/goi=90646&s=20210110.90646',
  }

  it('reads an order and drops a link to a host other than Banxico', () => {
    expect(queryAnswer.parse({ respuesta: recorded }).respuesta).toMatchObject({
      id: 1452366,
      amount: 100,
      operation_date: '2022-01-04',
      stp_state: 'CCO',
      state: null,
      counterpart_institution: '40012',
      ts_liquidation: '2022-01-04T18:30:00.363Z',
      return_cause: null,
      url_cep: null,
    })
  })

  it.each([
    ['https://www.banxico.org.mx/cep/go?i=90646', true],
    ['https://www.banxico.org.mx.example.com/cep/', false],
    ['javascript:alert(1)', false],
    [null, false],
  ])('links %s: %s', (urlCEP, linked) => {
    const { respuesta } = queryAnswer.parse({ respuesta: { ...recorded, urlCEP } })
    expect(respuesta.url_cep).toBe(linked ? urlCEP : null)
  })

  it('reads a small number as a duration, not as an instant', () => {
    expect(
      queryAnswer.parse({ respuesta: { ...recorded, tsLiquidacion: 4524 } }).respuesta.ts_liquidation,
    ).toBeNull()
  })
})

describe('the other queries', () => {
  it('listPage returns the pages of a day with their total, and an empty page of an empty day', async () => {
    const own = await startSimulator({ public_key: testKey.publicKey, settle_ms: null })
    const client = testClient(own.url)
    const order = testOrder()
    await client.registerOrder(order)
    const first = own.orders()[0]
    const orders = Array.from({ length: 1_001 }, (_, at) => ({
      ...first,
      idEF: 20_000_000 + at,
      cuerpo: { ...first?.cuerpo, claveRastreo: `IMPORTADA${at}` },
    }))
    const imported = await fetch(`${own.url}/admin/orders`, {
      method: 'POST',
      body: JSON.stringify({ orders }),
    })
    expect(await imported.json()).toEqual({ imported: 1_001 })
    const at = { order_type: 'E' as const, operation_date: null }
    const pages = [await client.listPage({ ...at, page: 0 }), await client.listPage({ ...at, page: 1 })]
    const orders_read = pages.flatMap((read) => (read.outcome === 'page' ? read.orders : []))
    expect(pages).toMatchObject([{ total: 1_002 }, { total: 1_002 }])
    expect(new Set(orders_read.map((one) => one.id)).size).toBe(1_002)
    expect(await client.listPage({ ...at, page: 2 })).toMatchObject({ outcome: 'unknown', reason: 'result' })
    const empty = await client.listPage({ order_type: 'E', operation_date: '2020-01-02', page: 0 })
    expect(empty).toEqual({ outcome: 'page', orders: [], total: 0 })
    await own.stop()
  })

  it('listInstitutions returns code, name and connection', async () => {
    const result = await testClient(simulator.url).listInstitutions()
    expect(result).toMatchObject({ outcome: 'listed' })
    expect(result).toHaveProperty(
      'institutions',
      expect.arrayContaining([{ code: '40072', name: 'Banorte', connected: true }]),
    )
  })

  it('getBalance subtracts settled orders and lists those in transit as pending', async () => {
    const { client, key } = await sent()
    const before = await client.getBalance()
    simulator.act(key, 'settle')
    const after = await client.getBalance()
    if (before.outcome !== 'balance' || after.outcome !== 'balance') throw new Error('no balance')
    expect(after.balance).toBe(before.balance - 123_456)
    expect(after.pending).toBe(before.pending - 123_456)
  })
})
