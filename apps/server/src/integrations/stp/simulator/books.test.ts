import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { firma, foreignClient, foreignKey, foreignOrder } from '../fixtures/foreign-client.ts'
import { startSimulator } from '../simulator.ts'
import type { SimulatorOptions } from './options.ts'
import type { Place } from './places.ts'

const folder = mkdtempSync(join(tmpdir(), 'stp-books-'))
const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})
afterAll(() => rmSync(folder, { recursive: true }))

const empresa = 'AJENA'
const account = '646180110400000007'
const opening_balance = 1_000_000

async function start(options: SimulatorOptions = {}) {
  const simulator = await startSimulator({
    ...{ public_key: foreignKey.publicKey, company: empresa, payer_account: account },
    ...{ settle_ms: null, opening_balance },
    ...options,
  })
  closers.push(simulator.stop)
  const client = foreignClient(simulator.url)
  const send = (claveRastreo: string, monto: number) => client.register(foreignOrder({ claveRastreo, monto }))
  return { simulator, client, send }
}
type Started = Awaited<ReturnType<typeof start>>

const movementsAnswer = z.object({
  movements: z.array(
    z.looseObject({ kind: z.string(), of: z.string(), saldo_cents: z.int(), pending_cents: z.int() }),
  ),
  accounts: z.array(z.looseObject({ account: z.string(), saldo: z.int(), cargosPendientes: z.int() })),
})

const readJson = async ({ simulator }: Started, path: string): Promise<unknown> =>
  await (await fetch(`${simulator.url}/admin/${path}`)).json()

async function readMovements(started: Started) {
  return movementsAnswer.parse(await readJson(started, 'movements'))
}

/** The balance as a client of STP reads it, by the three calls. */
async function readBalances({ client, simulator }: Started) {
  const efws = await client.signed('POST', '/efws/API/consultaSaldoCuenta', {
    body: { empresa, cuentaOrdenante: account },
    values: [empresa, account, ''],
  })
  const rest = await client.send({
    method: 'POST',
    path: '/speiws/rest/ordenPago/consSaldoCuenta',
    body: { cuentaOrdenante: account, firma: firma(account) },
  })
  const soap = await fetch(`${simulator.url}/spei/webservices/SpeiConsultaServices`, {
    method: 'POST',
    body: `<h:cuenta>${account}</h:cuenta><h:firma>${firma(account)}</h:firma>`,
  })
  return { efws: efws.body.respuesta, rest: rest.body.resultado, soap: await soap.text() }
}

describe('the books', () => {
  it('have one movement for each centavo in or out, and the balance is their sum', async () => {
    const started = await start()
    const { simulator, send } = started
    await send('ENVIADA00001', 100)
    await send('ENVIADA00002', 20.5)
    await send('ENVIADA00003', 3.25)
    await send('ENVIADA00004', 0.01)
    simulator.act('ENVIADA00001', 'settle')
    simulator.act('ENVIADA00002', 'settle')
    simulator.act('ENVIADA00002', 'return')
    simulator.act('ENVIADA00003', 'cancel')
    simulator.receivePayment({ monto: 1234.56 })
    const back = simulator.receivePayment({ monto: 10 })
    const path = `/admin/payments/${back.idEF}/return`
    expect((await started.client.send({ method: 'POST', path, body: {} })).status).toBe(200)
    expect((await started.client.send({ method: 'POST', path, body: {} })).status).toBe(409)

    const { movements, accounts } = await readMovements(started)
    const rows = movements.map(({ kind, of, saldo_cents, pending_cents }) => [
      `${of} ${kind}`,
      saldo_cents,
      pending_cents,
    ])
    expect(rows).toEqual([
      ['opening opening', 1_000_000, 0],
      ['sent captured', 0, 10_000],
      ['sent captured', 0, 2_050],
      ['sent captured', 0, 325],
      ['sent captured', 0, 1],
      ['sent settled', -10_000, -10_000],
      ['sent settled', -2_050, -2_050],
      ['sent returned', 2_050, 0],
      ['sent cancelled', 0, -325],
      ['received received', 123_456, 0],
      ['received received', 1_000, 0],
      ['received received_returned', -1_000, 0],
    ])
    expect(accounts).toEqual([{ account, saldo: 1_113_456, cargosPendientes: 1 }])
    expect(await readBalances(started)).toEqual({
      efws: { saldo: 11_134.56, cargosPendientes: 0.01 },
      rest: { id: 1, saldoCuenta: { saldo: '11134.56', cargosPendientes: '0.01' } },
      soap: expect.stringContaining('<cargosPendientes>0.01</cargosPendientes><saldo>11134.56</saldo>'),
    })
  })

  it('say of every centavo whether it is in the account, in transit or has left', async () => {
    const started = await start()
    const { simulator, send } = started
    await send('ENVIADA00001', 100)
    await send('ENVIADA00002', 20.5)
    await send('ENVIADA00003', 3.25)
    simulator.act('ENVIADA00001', 'settle')
    simulator.act('ENVIADA00002', 'return')
    simulator.receivePayment({ monto: 1234.56 })
    simulator.chargeFee({ monto: 5.8 })
    const answer: unknown = await readJson(started, 'places')
    const { places } = z.object({ places: z.array(z.custom<Place>()) }).parse(answer)
    const short = (row: Place) => [row.of, row.in_account_cents, row.in_transit_cents, row.left_cents]
    expect(places.map(short)).toEqual([
      ['opening', 1_000_000, 0, 0],
      ['sent', 0, 0, 10_000],
      ['sent', 2_050, 0, 0],
      ['sent', 0, 325, 0],
      ['received', 123_456, 0, 0],
      ['fee', 0, 0, 580],
    ])
    for (const row of places) {
      expect(row.in_account_cents + row.in_transit_cents + row.left_cents).toBe(row.amount_cents)
    }
    expect(places[1]).toMatchObject({ tracking_key: 'ENVIADA00001', account, order_id: expect.any(Number) })
  })

  it('put what other CLABEs of the client receive into its paying account', async () => {
    const started = await start()
    started.simulator.receivePayment({ monto: 7, cuentaBeneficiario: '646180110412345678' })
    const { accounts } = await readMovements(started)
    expect(accounts).toEqual([{ account, saldo: 1_000_700, cargosPendientes: 0 }])
  })

  it('follow imported orders: a new one from its capture, a changed amount as a correction', async () => {
    const started = await start()
    const { client, simulator } = started
    const { firma: _, ...cuerpo } = { firma: '', ...foreignOrder({ monto: '50.00' }) }
    const order = {
      idEF: 9_000_001,
      estado: 'LQ',
      fechaOperacion: 20_261_120,
      tsCaptura: 1,
      tsLiquidacion: 2,
    }
    const post = (monto: string) =>
      client.send({
        method: 'POST',
        path: '/admin/orders',
        body: { orders: [{ ...order, cuerpo: { ...cuerpo, monto } }] },
      })
    await post('50.00')
    await post('49.99')
    const { movements, accounts } = await readMovements(started)
    expect(movements.slice(1).map(({ kind }) => kind)).toEqual([
      'captured',
      'settled',
      'corrected',
      'corrected',
    ])
    expect(accounts).toEqual([{ account, saldo: opening_balance - 4_999, cargosPendientes: 0 }])
    expect(simulator.books.places()[1]).toMatchObject({ amount_cents: 4_999, left_cents: 4_999 })
  })
})

describe('a restart', () => {
  it('keeps movements, places and the first opening balance', async () => {
    const data = join(folder, 'kept')
    const before = await start({ data })
    await before.send('ENVIADA00001', 100)
    before.simulator.act('ENVIADA00001', 'settle')
    before.simulator.receivePayment({ monto: 80 })
    const kept = await readMovements(before)
    await before.simulator.stop()
    closers.splice(0)
    appendFileSync(join(data, 'stp-orders.jsonl'), '{"idEF":93498') // killed while writing

    const after = await start({ data, opening_balance: 5 })
    expect(await readMovements(after)).toEqual(kept)
    expect(after.simulator.books.places()).toEqual(before.simulator.books.places())
  })

  it('writes the books of a folder that an older version left', async () => {
    const data = join(folder, 'older')
    const before = await start({ data })
    await before.send('ENVIADA00001', 100)
    before.simulator.act('ENVIADA00001', 'settle')
    await before.simulator.stop()
    closers.splice(0)
    const file = join(data, 'stp-orders.jsonl')
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/,"guardado":\d+/g, ''))
    const state = { clock: { offset_ms: 0, calendar: true }, accounts: {} }
    writeFileSync(join(data, 'stp-orders.state.json'), JSON.stringify(state))

    const after = await start({ data })
    expect(after.simulator.books.accounts()).toEqual([
      { account, saldo: opening_balance - 10_000, cargosPendientes: 0 },
    ])
  })
})

describe('an order above the balance', () => {
  it('is taken by default', async () => {
    const { send } = await start({ opening_balance: 10_000 })
    expect((await send('ENVIADA00001', 100.01)).body).toEqual({ resultado: { id: expect.any(Number) } })
  })

  it('is refused without overdraft, counting the orders in transit', async () => {
    const started = await start({ opening_balance: 10_000 })
    const { send, simulator, client } = started
    const settings = { method: 'PUT', path: '/admin/settings', body: { overdraft: false } }
    expect((await client.send(settings)).body).toMatchObject({ overdraft: false })
    expect((await send('ENVIADA00001', 60)).body).toEqual({ resultado: { id: expect.any(Number) } })
    const refused = { resultado: { id: 0, descripcionError: 'Saldo insuficiente' } }
    expect((await send('ENVIADA00002', 40.01)).body).toEqual(refused)
    expect((await send('ENVIADA00002', 40)).body).toEqual({ resultado: { id: expect.any(Number) } })
    simulator.act('ENVIADA00001', 'cancel')
    expect((await send('ENVIADA00003', 60)).body).toEqual({ resultado: { id: expect.any(Number) } })
    expect((await send('ENVIADA00004', 0.01)).body).toEqual(refused)
  })
})
