import { afterEach, describe, expect, it, vi } from 'vitest'
import { startClientServer } from '../fixtures/client-server.ts'
import { firma, foreignClient, foreignKey } from '../fixtures/foreign-client.ts'
import { startSimulator } from '../simulator.ts'
import type { SimulatorOptions } from './options.ts'
import { paymentUrl, stateUrl } from './settings.ts'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const empresa = 'AJENA'
const account = '646180110400000007'

async function listen() {
  const server = await startClientServer()
  closers.push(server.stop)
  return server
}

async function start(options: SimulatorOptions = {}) {
  const simulator = await startSimulator({
    public_key: foreignKey.publicKey,
    company: empresa,
    payer_account: account,
    opening_balance: 100_000,
    webhook_retry_ms: 10,
    ...options,
  })
  closers.push(simulator.stop)
  return { simulator, client: foreignClient(simulator.url) }
}

const saldo = async (client: ReturnType<typeof foreignClient>) => {
  const body = { empresa, cuentaOrdenante: account }
  const path = '/efws/API/consultaSaldoCuenta'
  return (await client.signed('POST', path, { body, values: [empresa, account, ''] })).body.respuesta
}

describe('an incoming payment', () => {
  it('created by /admin is posted, confirmed and in the balance', async () => {
    const { origin, messages } = await listen()
    const { simulator, client } = await start({ webhook: `${origin}/stp/order-state` })
    const paid = await client.send({
      method: 'POST',
      path: '/admin/payments',
      body: {
        monto: 1234.56,
        claveRastreo: 'PAGO0000000001',
        conceptoPago: 'PAGO CREDITO',
        referenciaNumerica: 5_273_144,
      },
    })
    expect(paid.body).toMatchObject({ estado: 'LQ', respuesta: null, told_to: `${origin}/stp/payment` })
    await vi.waitFor(
      () => expect(simulator.payments()[0]?.respuesta).toEqual({ mensaje: 'confirmar', id: null }),
      10_000,
    )
    expect(messages).toEqual([
      {
        path: '/stp/payment',
        body: {
          id: paid.body.idEF,
          fechaOperacion: expect.any(Number),
          institucionOrdenante: 40_072,
          institucionBeneficiaria: 90_646,
          claveRastreo: 'PAGO0000000001',
          monto: 1234.56,
          nombreOrdenante: expect.any(String),
          tipoCuentaOrdenante: 40,
          cuentaOrdenante: '072691004495711499',
          rfcCurpOrdenante: 'ND',
          nombreBeneficiario: expect.any(String),
          tipoCuentaBeneficiario: 40,
          cuentaBeneficiario: account,
          nombreBeneficiario2: null,
          tipoCuentaBeneficiario2: null,
          cuentaBeneficiario2: null,
          rfcCurpBeneficiario: 'ND',
          conceptoPago: 'PAGO CREDITO',
          referenciaNumerica: 5_273_144,
          empresa,
          tipoPago: 1,
          tsLiquidacion: expect.stringMatching(/^\d{13}$/),
          folioCodi: null,
        },
      },
    ])
    const key = { empresa, claveRastreo: 'PAGO0000000001', tipoOrden: 'R' }
    const values = [empresa, 'PAGO0000000001', 'R', '']
    const found = await client.signed('POST', '/efws/API/consultaOrden', { body: key, values })
    expect(found.body.respuesta).toMatchObject({
      estado: 'CCO',
      monto: 1234.56,
      institucionContraparte: 40_072,
    })
    expect(await saldo(client)).toEqual({ saldo: 2_234.56, cargosPendientes: 0 })
    const older = await client.older('consOrdenesFech', { empresa, estado: 'R' })
    expect(older.body.resultado).toMatchObject({ lst: [{ estado: 'LQ', monto: 1234.56 }, null] })
    expect(simulator.orders()).toEqual([])
  })

  it('is returned once when the client answers devolver', async () => {
    const { origin, messages, reply } = await listen()
    Object.assign(reply, { status: 400, body: { mensaje: 'devolver', id: 6 } })
    const { simulator, client } = await start({ payment_webhook: `${origin}/abono` })
    const { idEF } = simulator.receivePayment({ monto: 100 })
    await vi.waitFor(
      () => expect(simulator.payments()[0]).toMatchObject({ estado: 'D', causaDevolucion: 6 }),
      10_000,
    )
    expect(simulator.payments()[0]?.respuesta).toEqual({ mensaje: 'devolver', id: 6 })
    expect(await saldo(client)).toEqual({ saldo: 1_000, cargosPendientes: 0 })

    // A second callback does not change its state.
    Object.assign(reply, { status: 200, body: { mensaje: 'confirmar' } })
    await client.send({ method: 'POST', path: `/admin/payments/${idEF}/tell`, body: {} })
    await vi.waitFor(() => expect(messages).toHaveLength(2), 10_000)
    expect(simulator.payments()[0]).toMatchObject({ estado: 'D', respuesta: { mensaje: 'devolver' } })
  })

  it('is posted again until the client answers confirmar or devolver', async () => {
    const { origin, messages, reply } = await listen()
    Object.assign(reply, { status: 200, body: { mensaje: 'recibido' } })
    const { simulator } = await start({ payment_webhook: `${origin}/abono` })
    simulator.faults.set([{ on: 'webhook', action: 'duplicate' }])
    simulator.receivePayment({ monto: '20.50', institucionOrdenante: 90_646 })
    await vi.waitFor(() => expect(messages.length).toBeGreaterThan(1), 10_000)
    expect(simulator.payments()[0]?.respuesta).toBeNull()
    Object.assign(reply, { status: 200, body: { mensaje: 'confirmar' } })
    await vi.waitFor(() => expect(simulator.payments()[0]?.respuesta).not.toBeNull(), 10_000)
    // A payment from another client of STP is a transfer in STP's own books.
    expect(simulator.payments()[0]?.estado).toBe('TLQ')
  })

  it('is posted once a webhook is set', async () => {
    const { origin, messages } = await listen()
    const { simulator } = await start()
    simulator.receivePayment({ monto: 5 })
    expect(simulator.payments()[0]?.respuesta).toBeNull()
    simulator.configure({ webhook: `${origin}/order-state` })
    await vi.waitFor(() => expect(messages).toMatchObject([{ path: '/payment', body: { monto: 5 } }]), 10_000)
  })

  it('is refused by /admin with 422 when it is malformed', async () => {
    const { client } = await start()
    for (const body of [{}, { monto: -1 }, { monto: 1.001 }, { monto: 1, importe: 2 }]) {
      const answer = await client.send({ method: 'POST', path: '/admin/payments', body })
      expect(answer.status, JSON.stringify(body)).toBe(422)
    }
    expect((await client.send({ method: 'POST', path: '/admin/payments/1/tell', body: {} })).status).toBe(404)
  })
})

describe('PUT ordenPago/retornaOrden', () => {
  it('returns a payment once; a repeat with the same key is answered alike, another key is refused', async () => {
    const { simulator, client } = await start()
    simulator.setClock('2026-11-20T16:00:00Z')
    simulator.receivePayment({ monto: 80, claveRastreo: 'PAGO0000000009' })
    const body = {
      fechaOperacion: 20_261_120,
      institucionOperante: 90_646,
      claveRastreo: 'PAGO0000000009',
      monto: 80,
      digitoIdentificadorBeneficiario: 1,
      claveRastreoDevolucion: 'DEVO0000000009',
      medioEntrega: 3,
    }
    const path = '/speiws/rest/ordenPago/retornaOrden'
    const values = [20_261_120, 90_646, 'PAGO0000000009', '80.00', 1, 'DEVO0000000009', 3]
    const bad = await client.send({ method: 'PUT', path, body: { ...body, firma: firma('||otra||') } })
    expect(bad.json).toEqual({ resultado: { descripcionError: 'Error validando la firma', id: 0 } })
    const back = await client.signed('PUT', path, { body, values })
    expect(back.json).toEqual({ resultado: { id: simulator.payments()[0]?.idEF } })
    expect(simulator.payments()[0]).toMatchObject({ estado: 'D', claveRastreoDevolucion: 'DEVO0000000009' })
    expect(await saldo(client)).toMatchObject({ saldo: 1_000 })
    const again = await client.signed('PUT', path, { body, values })
    expect(again.json).toEqual(back.json)
    const otherKey = { ...body, claveRastreoDevolucion: 'DEVO0000000010' }
    const other = await client.signed('PUT', path, {
      body: otherKey,
      values: values.with(5, 'DEVO0000000010'),
    })
    const notFound = { resultado: { descripcionError: 'Orden no encontrada', id: -1 } }
    expect(other.json).toEqual(notFound)
    const otherAmount = await client.signed('PUT', path, {
      body: { ...body, monto: 80.01 },
      values: values.with(3, '80.01'),
    })
    expect(otherAmount.json).toEqual(notFound)
    const { claveRastreoDevolucion: _, ...keyless } = body
    const without = await client.signed('PUT', path, { body: keyless, values: values.with(5, '') })
    expect(without.json).toMatchObject({ resultado: { id: 0 } })
    expect(await saldo(client)).toMatchObject({ saldo: 1_000 })
  })
})

describe('callback addresses', () => {
  const settings = {
    payment_webhook: null,
    settle_ms: null,
    hourly_limit: null,
    overdraft: true,
    read_only: false,
  }
  it.each([
    ['http://a/stp/s3cret/order-state', 'http://a/stp/s3cret/order-state', 'http://a/stp/s3cret/payment'],
    ['http://a/stp/s3cret/', 'http://a/stp/s3cret/order-state', 'http://a/stp/s3cret/payment'],
    ['http://a:80/', 'http://a:80/', null],
    ['http://a/hook', 'http://a/hook', null],
    [null, null, null],
  ])('%s', (webhook, state, payment) => {
    expect([stateUrl({ ...settings, webhook }), paymentUrl({ ...settings, webhook })]).toEqual([
      state,
      payment,
    ])
    expect(paymentUrl({ ...settings, webhook, payment_webhook: 'http://b/' })).toBe('http://b/')
  })
})
