import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Body, foreignClient, foreignKey, foreignOrder } from '../fixtures/foreign-client.ts'
import { startSimulator } from '../simulator.ts'
import type { Simulator } from './options.ts'

const empresa = 'AJENA'
const account = '646180110400000007'
const day = 20_261_120
const payments = 1_003

let simulator: Simulator
let client: ReturnType<typeof foreignClient>
const keyOf = (at: number) => `ABONO${String(at).padStart(7, '0')}`

beforeAll(async () => {
  simulator = await startSimulator({
    public_key: foreignKey.publicKey,
    ...{ company: empresa, payer_account: account, settle_ms: null },
  })
  simulator.setClock('2026-11-20T16:00:00Z') // Friday 10:00 in Mexico City
  client = foreignClient(simulator.url)
  for (let at = 0; at < payments; at += 1) {
    simulator.receivePayment({
      ...{ monto: (at + 1) / 100, claveRastreo: keyOf(at), conceptoPago: 'PAGO CREDITO' },
      ...{
        nombreOrdenante: 'JUANA PEREZ',
        cuentaOrdenante: '012180001112223336',
        institucionOrdenante: 40_012,
      },
      ...{ rfcCurpOrdenante: 'PEJU800416AB1', referenciaNumerica: 77 },
    })
  }
  await client.register(foreignOrder())
})
afterAll(() => simulator.stop())

/** The facts of a received order that every list and query answers. */
const facts = {
  nombreOrdenante: 'JUANA PEREZ',
  cuentaOrdenante: '012180001112223336',
  rfcCurpOrdenante: 'PEJU800416AB1',
  tipoCuentaOrdenante: 40,
  institucionContraparte: 40_012,
  institucionOperante: 90_646,
  cuentaBeneficiario: account,
  conceptoPago: 'PAGO CREDITO',
  referenciaNumerica: 77,
  estado: 'LQ',
  fechaOperacion: day,
  tsLiquidacion: expect.any(Number),
}

const post = (path: string, body: Body, values: readonly (string | number)[]) =>
  client.signed('POST', path, { body, values })
const pageAnswer = z.object({ datos: z.array(z.looseObject({ claveRastreo: z.string() })), total: z.int() })

async function page(tipoOrden: 'E' | 'R', at: number) {
  const body = { empresa, page: at, tipoOrden, fechaOperacion: `${day}` }
  const { body: answer } = await post('/efws/API/V2/conciliacion', body, [empresa, tipoOrden, day])
  return pageAnswer.parse(answer)
}

describe('received orders', () => {
  it('stand in V2/conciliacion in pages of 1,000 with the total, each once, beside those sent', async () => {
    const [first, second, third] = [await page('R', 0), await page('R', 1), await page('R', 2)]
    expect([first.total, second.total]).toEqual([payments, payments])
    expect([first, second, third].map(({ datos }) => datos.length)).toEqual([1_000, 3, 0])
    const keys = [...first.datos, ...second.datos].map(({ claveRastreo }) => claveRastreo)
    expect(keys).toEqual(Array.from({ length: payments }, (_, at) => keyOf(at)))
    expect(second.datos[2]).toMatchObject({ ...facts, monto: payments / 100 })
    expect(await page('E', 0)).toMatchObject({ total: 1, datos: [{ claveRastreo: 'AJENO0000001' }] })
  })

  it('keep their page when one of them is returned', async () => {
    const [payment] = simulator.payments()
    const path = `/admin/payments/${payment?.idEF}/return`
    await client.send({ method: 'POST', path, body: { cause: 18 } })
    expect((await page('R', 0)).datos[0]).toMatchObject({
      claveRastreo: keyOf(0),
      estado: 'D',
      causaDevolucion: 18,
    })
  })

  it('are found by consultaOrden and consultaOrdenes on their operating day only', async () => {
    const one = { empresa, claveRastreo: keyOf(1), tipoOrden: 'R', fechaOperacion: `${day}` }
    const found = await post('/efws/API/consultaOrden', one, [empresa, keyOf(1), 'R', day])
    expect(found.body.respuesta).toMatchObject({ ...facts, monto: 0.02, nombreCep: null })
    const other = { ...one, fechaOperacion: '20261119' }
    const none = await post('/efws/API/consultaOrden', other, [empresa, keyOf(1), 'R', '20261119'])
    expect(none).toMatchObject({ status: 400, body: { estado: 6 } })
    const sent = { ...one, tipoOrden: 'E' }
    const asSent = await post('/efws/API/consultaOrden', sent, [empresa, keyOf(1), 'E', day])
    expect(asSent).toMatchObject({ status: 400, body: { estado: 6 } })
    const claveRastreo = `${keyOf(1)},${keyOf(2)}`
    const many = await post('/efws/API/consultaOrdenes', { ...one, claveRastreo }, [
      ...[empresa, 'R', claveRastreo, day],
    ])
    expect(many.body.datos).toMatchObject([facts, facts])
  })

  it('stand in the older lists', async () => {
    const list = await client.older('consOrdenesFech', { empresa, estado: 'R', fechaOperacion: day })
    const { lst } = z.object({ lst: z.array(z.unknown()) }).parse(list.body.resultado)
    expect(lst).toHaveLength(payments + 1)
    expect(lst.at(-2)).toMatchObject(facts)
    expect(lst.at(-1)).toBeNull()
    const cents = (payments * (payments + 1)) / 2
    const totals = await client.older('consSaldoEnvRec', { empresa, fechaOperacion: day })
    expect(totals.body.resultado).toMatchObject({
      saldos: [
        { tipoOperacion: 'E', totalOperaciones: 1, montoTotal: '1.20' },
        { tipoOperacion: 'R', totalOperaciones: payments, montoTotal: (cents / 100).toFixed(2) },
      ],
    })
  })

  it('are found by the calls of 2025, alone or beside those sent', async () => {
    const base = '/consultasws/API'
    const one = { empresa, claveRastreo: keyOf(1), tipoOrden: 'R', fechaOperacion: `${day}` }
    const found = await post(`${base}/orden/clave-rastreo`, one, [empresa, keyOf(1), 'R', '', day])
    expect(found.body.respuesta).toMatchObject(facts)
    for (const call of ['operaciones', 'conciliacion']) {
      const received = { empresa, pagina: 1, tipoOrden: 'R' }
      const alone = await post(`${base}/${call}/actual`, received, [empresa])
      expect(alone.body).toMatchObject({ total: payments, datos: [facts, facts, facts] })
      const both = { empresa, pagina: 0, fechaOperacion: `${day}` }
      const list = await post(`${base}/${call}/historica`, both, [empresa, day])
      expect(list.body).toMatchObject({ total: payments + 1 })
    }
  })

  it('are limited per hour like all queries: estado 3 with HTTP 400', async () => {
    simulator.configure({ hourly_limit: 1 })
    simulator.setClock('2026-11-20T18:00:00Z')
    const body = { empresa, page: 0, tipoOrden: 'R', fechaOperacion: '' }
    const values = [empresa, 'R', '']
    expect((await post('/efws/API/V2/conciliacion', body, values)).status).toBe(200)
    const one = { empresa, claveRastreo: keyOf(1), tipoOrden: 'R' }
    expect(await post('/efws/API/consultaOrden', one, [empresa, keyOf(1), 'R', ''])).toMatchObject({
      status: 400,
      body: { estado: 3, mensaje: expect.any(String) },
    })
    simulator.configure({ hourly_limit: null })
  })
})
