import { spawn } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { startBundledSimulator } from './bundled.ts'
import { cadena } from './cadena.ts'
import { listenForCallbacks, testClient, testKey, testOrder } from './fixtures/harness.ts'
import { createSigner } from './signature.ts'
import type { SimulatorOptions } from './simulator/options.ts'
import { startSimulator } from './simulator.ts'

const folder = mkdtempSync(join(tmpdir(), 'stp-'))
const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})
afterAll(() => rmSync(folder, { recursive: true }))

async function start(options: SimulatorOptions = {}) {
  const simulator = await startSimulator({
    public_key: testKey.publicKey,
    settle_ms: 20,
    webhook_retry_ms: 20,
    ...options,
  })
  closers.push(simulator.stop)
  return simulator
}

async function listen() {
  const callbacks = await listenForCallbacks()
  closers.push(callbacks.stop)
  return callbacks
}

describe('settling', () => {
  it('settles an order after settle_ms and posts one callback', async () => {
    const { url: webhook, messages } = await listen()
    const simulator = await start({ webhook })
    const order = testOrder({ folio_origin: 'C-000001' })
    const result = await testClient(simulator.url).registerOrder(order)
    await vi.waitFor(() => expect(simulator.orders()[0]?.avisado).toBe('LQ'), 10_000)
    expect(messages).toEqual([
      {
        id: result.outcome === 'registered' && result.id,
        empresa: 'PRUEBA',
        claveRastreo: order.tracking_key,
        folioOrigen: 'C-000001',
        estado: 'LQ',
        causaDevolucion: '',
        tsLiquidacion: expect.stringMatching(/^\d{13}$/),
      },
    ])
  })

  it('repeats a callback until it is answered with 200', async () => {
    const { url: webhook, messages, answers } = await listen()
    answers.status = 500
    const simulator = await start({ webhook })
    await testClient(simulator.url).registerOrder(testOrder())
    await vi.waitFor(() => expect(messages.length).toBeGreaterThan(1), 10_000)
    expect(simulator.orders()[0]?.avisado).toBeNull()
    answers.status = 200
    await vi.waitFor(() => expect(simulator.orders()[0]?.avisado).toBe('LQ'), 10_000)
  })

  it('returns, cancels or holds orders as planned, by amount or key', async () => {
    const { url: webhook, messages } = await listen()
    const simulator = await start({ webhook })
    const client = testClient(simulator.url)
    const [returned, cancelled, held] = [testOrder({ amount: 100_01 }), testOrder(), testOrder()]
    simulator.faults.set([
      { on: 'settle', action: 'return', cause: 2, amount: 100.01 },
      { on: 'settle', action: 'cancel', tracking_key: cancelled.tracking_key },
      { on: 'settle', action: 'hold', tracking_key: held.tracking_key },
    ])
    for (const order of [returned, cancelled, held]) await client.registerOrder(order)
    await vi.waitFor(() => expect(messages).toHaveLength(2), 10_000)
    expect(simulator.orders().map((order) => order.estado)).toEqual(['D', 'CN', 'A'])
    expect(messages).toContainEqual(
      expect.objectContaining({ estado: 'D', causaDevolucion: '2', tsLiquidacion: '0' }),
    )
    expect(simulator.faults.list()).toEqual([])
  })

  it('duplicates, drops and delays callbacks as planned', async () => {
    const { url: webhook, messages } = await listen()
    const simulator = await start({ webhook, settle_ms: null })
    const client = testClient(simulator.url)
    const [doubled, dropped, late] = [testOrder(), testOrder(), testOrder()]
    simulator.faults.set([
      { on: 'webhook', action: 'duplicate', tracking_key: doubled.tracking_key },
      { on: 'webhook', action: 'drop', tracking_key: dropped.tracking_key },
      { on: 'webhook', action: 'delay', delay_ms: 150, tracking_key: late.tracking_key },
    ])
    for (const order of [late, doubled, dropped]) {
      await client.registerOrder(order)
      simulator.act(order.tracking_key, 'settle')
    }
    simulator.act(late.tracking_key, 'return')
    await vi.waitFor(() => expect(messages).toHaveLength(4), 10_000)
    const states = messages.map((one) => one.estado)
    expect(states).toEqual(expect.arrayContaining(['D', 'LQ', 'LQ', 'LQ']))
    // The callback of the return came before that of the settlement.
    const ofLate = messages.filter((one) => one.claveRastreo === late.tracking_key)
    expect(ofLate).toEqual([
      expect.objectContaining({ estado: 'D' }),
      expect.objectContaining({ estado: 'LQ' }),
    ])
  })
})

describe('a restart', () => {
  it('keeps orders, settles those in transit and posts callbacks that were due', async () => {
    const data = join(folder, 'restart')
    const before = await start({ data, settle_ms: null })
    const client = testClient(before.url)
    const [settled, waiting] = [testOrder(), testOrder()]
    await client.registerOrder(settled)
    await client.registerOrder(waiting)
    before.act(settled.tracking_key, 'settle')
    const ids = before.orders().map((order) => order.idEF)
    await before.stop()
    closers.splice(0)
    appendFileSync(join(data, 'stp-orders.jsonl'), '{"idEF":93498') // killed while writing

    const { url: webhook, messages } = await listen()
    const after = await start({ data, webhook })
    await vi.waitFor(() => expect(messages).toHaveLength(2), 10_000)
    expect(after.orders().map((order) => [order.idEF, order.estado])).toEqual(ids.map((id) => [id, 'LQ']))
    const again = await testClient(after.url).registerOrder(waiting)
    expect(again).toMatchObject({ outcome: 'unknown', detail: expect.stringContaining('ya fue utilizada') })
    const next = await testClient(after.url).registerOrder(testOrder())
    expect(next).toEqual({ outcome: 'registered', id: Math.max(...ids) + 1 })
  })

  it('keeps payments, accounts, their holders and the clock', async () => {
    const data = join(folder, 'kept')
    const before = await start({ data, public_key: undefined })
    before.setClock('2026-11-21T00:01:00Z') // Friday 18:01 in Mexico City
    before.receivePayment({ monto: 12.34, claveRastreo: 'PAGO0000000001' })
    const order = testOrder()
    before.setHolder(order.beneficiary_account, { name: 'OTRA PERSONA' })
    const open = async (url: string) => {
      const named = { nombre: 'A', apellidoPaterno: 'B', fechaNacimiento: '19800416', firma: 'eA==' }
      const account = { empresa: 'PRUEBA', cuenta: '646180157018613700', rfcCurp: 'SAHE800416HDFABC01' }
      const sent = { method: 'PUT', body: JSON.stringify({ ...named, ...account }) }
      return await (await fetch(`${url}/speiws/rest/cuentaModule/fisica`, sent)).json()
    }
    expect(await open(before.url)).toMatchObject({ id: 0 })
    await before.stop()
    closers.splice(0)

    const after = await start({ data, public_key: undefined })
    expect(after.payments()).toEqual(before.payments())
    await testClient(after.url).registerOrder(order)
    after.act(order.tracking_key, 'settle')
    expect(after.orders()[0]).toMatchObject({ nombreCep: 'OTRA PERSONA', rfcCep: 'ND' })
    expect(await open(after.url)).toMatchObject({ id: 3 })
    const clock = await (await fetch(`${after.url}/admin/clock`)).json()
    expect(clock).toMatchObject({ mode: 'set', operating_day: 20_261_123 })
    expect(after.receivePayment({ monto: 1 }).fechaOperacion).toBe(20_261_123)
  })
})

describe('as a program', () => {
  it('runs beside a server and stops with it', async () => {
    const own = { company: 'PRUEBA', payer_account: '646180110400000007', public_key: testKey.publicKey }
    const bundled = await startBundledSimulator({ data_dir: join(folder, 'bundled'), ...own })
    const { url: webhook, messages } = await listen()
    await bundled.setWebhook(webhook)
    const settings = { method: 'PUT', body: '{"settle_ms":0}' }
    await fetch(`${bundled.url}/admin/settings`, settings)
    expect(await testClient(bundled.url).registerOrder(testOrder())).toMatchObject({ outcome: 'registered' })
    await vi.waitFor(() => expect(messages).toHaveLength(1), 10_000)
    await bundled.stop()
    await expect(fetch(bundled.url)).rejects.toThrow()
  })

  it('reads its options from the command line', async () => {
    const keyFile = join(folder, 'key.pem')
    writeFileSync(keyFile, testKey.publicKey)
    const { url: webhook, messages } = await listen()
    const options = ['--port', '0', '--public-key', keyFile, '--webhook', webhook, '--settle-ms', '1']
    const program = join(import.meta.dirname, 'simulator.ts')
    const child = spawn(process.execPath, [program, ...options, '--seed', '5', '--fault-rate', '0'], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    closers.push(async () => {
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    })
    const [line] = await once(child.stdout, 'data')
    const url = /http:\S+/.exec(String(line))?.[0] ?? ''
    expect(await testClient(url).registerOrder(testOrder())).toMatchObject({ outcome: 'registered' })
    await vi.waitFor(() => expect(messages).toMatchObject([{ estado: 'LQ' }]), 10_000)
    const seeded = await (await fetch(`${url}/admin/faults`)).json()
    expect(seeded).toMatchObject({ seed: { seed: 5, rate: 0 } })
    const other = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
    const private_key = String(other.export({ type: 'pkcs8', format: 'pem' }))
    expect(await testClient(url, { private_key }).registerOrder(testOrder())).toMatchObject({
      outcome: 'refused',
      message: 'Error validando la firma',
    })
  })

  it('ends when its parent is killed', async () => {
    const program = JSON.stringify(join(import.meta.dirname, 'simulator.ts'))
    const script = `const child = require('node:child_process').spawn(process.execPath, [${program}, '--with-parent'], { stdio: ['pipe', 'inherit', 'inherit'] })`
    const parent = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
    const [line] = await once(parent.stdout, 'data')
    const url = /http:\S+/.exec(String(line))?.[0] ?? ''
    expect((await fetch(`${url}/admin/orders`)).status).toBe(200)
    parent.kill('SIGKILL')
    await vi.waitFor(() => expect(fetch(url)).rejects.toThrow(), 10_000)
  })
})

describe('the wire format', () => {
  it('accepts numbers as text and answers the older queries', async () => {
    const simulator = await start({ public_key: undefined, settle_ms: null })
    const body = {
      empresa: 'TAMIZI',
      claveRastreo: 'CR1609257595',
      conceptoPago: 'Prueba',
      monto: '1.20',
      referenciaNumerica: '5273144',
      institucionContraparte: 40072,
      institucionOperante: '90646',
      nombreBeneficiario: 'Ricardo Sanchez',
      tipoPago: '1',
      cuentaBeneficiario: '072691004495711499',
      tipoCuentaBeneficiario: '40',
      rfcCurpBeneficiario: 'ND',
      cuentaOrdenante: '646180110400000007',
      tipoCuentaOrdenante: 40,
      nombreOrdenante: null,
      firma: 'c2luIHJldmlzYXI=',
    }
    const call = async (method: string, path: string, sent: object) => {
      const response = await fetch(`${simulator.url}/speiws/rest/ordenPago/${path}`, {
        method,
        body: JSON.stringify(sent),
      })
      return await response.json()
    }
    const registered = await call('PUT', 'registra', body)
    expect(registered).toEqual({ resultado: { id: expect.any(Number) } })
    const query = {
      empresa: 'TAMIZI',
      claveRastreo: 'CR1609257595',
      institucionOperante: 90646,
      firma: 'eA==',
    }
    const found = await call('POST', 'consOrdEnvRastreo', query)
    expect(found.resultado).toMatchObject({
      id: 1,
      ordenPago: { claveRastreo: 'CR1609257595', monto: 1.2, estado: 'A' },
    })
    expect(await call('POST', 'consOrdEnvRastreo', { ...query, claveRastreo: 'does not exist' })).toEqual({
      resultado: { descripcionError: 'No se encontró la orden con rastreo does not exist', id: -100 },
    })
    const list = await call('POST', 'consOrdenesFech', { empresa: 'TAMIZI', estado: 'E', firma: 'eA==' })
    expect(list.resultado.lst).toEqual([expect.objectContaining({ estado: 'A' }), null])
    const none = await call('POST', 'consOrdenesFech', {
      empresa: 'TAMIZI',
      estado: 'E',
      fechaOperacion: '20210420',
      firma: 'eA==',
    })
    expect(none).toEqual({ resultado: { descripcionError: 'No se encontraron ordenes', id: -100 } })
    const malformed = await call('PUT', 'registra', { ...body, claveRastreo: 'CR1609257596', firma: 'no!' })
    expect(malformed).toEqual({ resultado: { descripcionError: 'Error validando la firma', id: 0 } })
    const without = await call('PUT', 'registra', { ...body, firma: null })
    expect(without).toEqual({ resultado: { descripcionError: 'El campo firma es obligatorio', id: 0 } })
    // An empty key in a query is a bad request, as recorded.
    const bad = await fetch(`${simulator.url}/efws/API/consultaOrden`, {
      method: 'POST',
      body: JSON.stringify({ empresa: 'TAMIZI', claveRastreo: '', tipoOrden: 'R', firma: 'eA==' }),
    })
    expect(bad.status).toBe(400)
    expect(await bad.json()).toEqual({
      estado: 2,
      mensaje: '{claveRastreo=el campo clave de rastreo no puede venir vacio}',
    })
  })

  it('refuses a firma over accents', async () => {
    const simulator = await start()
    const sign = createSigner({ private_key: testKey.privateKey, passphrase: 'solo para pruebas' })
    const body = {
      empresa: 'PRUEBA',
      claveRastreo: 'ACENTOS12345',
      conceptoPago: 'Crédito',
      monto: 1,
      referenciaNumerica: 1,
      institucionContraparte: 40072,
      institucionOperante: 90646,
      nombreBeneficiario: 'Ana',
      tipoPago: 1,
      cuentaBeneficiario: '072691004495711499',
      tipoCuentaBeneficiario: 40,
      rfcCurpBeneficiario: 'ND',
      cuentaOrdenante: '646180110400000007',
      tipoCuentaOrdenante: 40,
    }
    const send = async (sent: typeof body) => {
      const signed = JSON.stringify({ ...sent, firma: sign(cadena('order', sent)) })
      const response = await fetch(`${simulator.url}/speiws/rest/ordenPago/registra`, {
        method: 'PUT',
        body: signed,
      })
      return await response.json()
    }
    expect(await send(body)).toEqual({ resultado: { descripcionError: 'Error validando la firma', id: 0 } })
    expect(await send({ ...body, conceptoPago: 'Credito' })).toEqual({
      resultado: { id: expect.any(Number) },
    })
  })
})

describe('/admin', () => {
  it('plans faults, changes orders and refuses bad input with 422', async () => {
    const simulator = await start({ settle_ms: null })
    const call = (method: string, path: string, body?: object) =>
      fetch(`${simulator.url}/admin/${path}`, { method, ...(body && { body: JSON.stringify(body) }) })
    const fault = { on: 'register', action: 'forbidden', count: 2 }
    expect(await (await call('PUT', 'faults', { faults: [fault] })).json()).toEqual({
      faults: [{ ...fault, when: 'before' }],
      seed: null,
    })
    const client = testClient(simulator.url)
    const order = testOrder()
    expect((await client.registerOrder(order)).outcome).toBe('unknown')
    expect((await client.registerOrder(order)).outcome).toBe('unknown')
    expect((await client.registerOrder(order)).outcome).toBe('registered')

    expect((await call('POST', `orders/${order.tracking_key}/return`, { cause: 1 })).status).toBe(200)
    expect((await call('POST', `orders/${order.tracking_key}/settle`)).status).toBe(409)
    expect((await call('POST', 'orders/NINGUNA1/settle')).status).toBe(404)
    expect((await (await call('GET', 'orders')).json()).orders).toMatchObject([
      { estado: 'D', causaDevolucion: 1 },
    ])
    expect((await call('PUT', 'faults', { faults: [{ on: 'register', action: 'explode' }] })).status).toBe(
      422,
    )
    expect((await call('PUT', 'clock', { now: '2026-11-21T00:01:00Z' })).status).toBe(200)
    expect((await call('GET', 'nothing')).status).toBe(404)
  })

  it('stops at once, even during a delay', async () => {
    const simulator = await startSimulator({ public_key: testKey.publicKey })
    simulator.faults.set([{ on: 'register', action: 'delay', when: 'after', delay_ms: 60_000 }])
    const waiting = testClient(simulator.url, { timeout_ms: 30_000 }).registerOrder(testOrder())
    await expect.poll(() => simulator.orders()).toHaveLength(1)
    await simulator.stop()
    expect(await waiting).toMatchObject({ outcome: 'unknown', reason: 'network' })
  })
})
