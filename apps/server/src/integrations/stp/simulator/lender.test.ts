import { afterEach, describe, expect, it, vi } from 'vitest'
import { startClientServer } from '../fixtures/client-server.ts'
import { foreignClient, foreignKey, foreignOrder } from '../fixtures/foreign-client.ts'
import { startSimulator } from '../simulator.ts'

const closers: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closers.splice(0)) await close()
})

const empresa = 'AJENA'
const account = '646180110400000007'
const day = 20_261_120

async function start() {
  const server = await startClientServer()
  const simulator = await startSimulator({
    ...{ public_key: foreignKey.publicKey, company: empresa, payer_account: account, settle_ms: null },
    ...{ webhook: `${server.origin}/stp/`, opening_balance: 0 },
  })
  closers.push(simulator.stop, server.stop)
  simulator.setClock('2026-11-20T16:00:00Z')
  const client = foreignClient(simulator.url)
  const admin = (path: string, body: object) => client.send({ method: 'POST', path: `/admin/${path}`, body })
  const list = (tipoOrden: 'E' | 'R') =>
    client.signed('POST', '/efws/API/V2/conciliacion', {
      body: { empresa, page: 0, tipoOrden, fechaOperacion: '' },
      values: [empresa, tipoOrden, ''],
    })
  return { simulator, messages: server.messages, client, admin, list }
}

describe("the lender's own money", () => {
  it('arrives as a deposit: a received order from the lender itself, with its callback', async () => {
    const { simulator, messages, client, admin, list } = await start()
    await client.register(foreignOrder())
    expect((await admin('deposits', { monto: 500_000 })).body).toMatchObject({ estado: 'LQ' })
    expect((await list('R')).body.datos).toMatchObject([
      {
        nombreOrdenante: 'Empresa Ajena',
        cuentaOrdenante: '012180001112223336',
        rfcCurpOrdenante: 'ND',
        conceptoPago: 'DEPOSITO DE FONDOS',
        monto: 500_000,
        estado: 'LQ',
        fechaOperacion: day,
        tsLiquidacion: expect.any(Number),
      },
    ])
    await vi.waitFor(
      () => expect(messages).toMatchObject([{ path: '/stp/payment', body: { monto: 500_000 } }]),
      10_000,
    )
    expect(simulator.books.places().at(-1)).toMatchObject({ of: 'deposit', in_account_cents: 50_000_000 })
  })

  it('leaves as a withdrawal: a settled order sent that no client registered, without a callback', async () => {
    const { simulator, messages, admin, list } = await start()
    const withdrawn = await admin('withdrawals', { monto: '250.50', claveRastreo: 'RETIRO000001' })
    expect(withdrawn.body).toMatchObject({ estado: 'LQ', nombreCep: 'EMPRESA' })
    expect((await list('E')).body).toMatchObject({
      total: 1,
      datos: [
        {
          claveRastreo: 'RETIRO000001',
          cuentaOrdenante: account,
          cuentaBeneficiario: '012180001112223336',
          medioEntrega: 1,
          monto: 250.5,
          estado: 'LQ',
        },
      ],
    })
    expect(simulator.books.movements().slice(1)).toMatchObject([
      { of: 'withdrawal', kind: 'captured', pending_cents: 25_050 },
      { of: 'withdrawal', kind: 'settled', saldo_cents: -25_050 },
    ])
    expect(messages).toEqual([])
  })

  it("pays STP's fee: a transfer to STP's own account with its concept", async () => {
    const { simulator, messages, admin, list } = await start()
    await admin('fees', { monto: 5.8 })
    expect((await list('E')).body.datos).toMatchObject([
      {
        institucionContraparte: 90_646,
        conceptoPago: 'COMISION STP',
        nombreBeneficiario: 'STP',
        estado: 'TLQ',
        monto: 5.8,
        urlCEP: null,
      },
    ])
    expect(simulator.books.accounts()).toEqual([{ account, saldo: -580, cargosPendientes: 0 }])
    expect(messages).toEqual([])
  })

  it('is refused with 422 when the input is malformed', async () => {
    const { admin } = await start()
    for (const path of ['deposits', 'withdrawals', 'fees']) {
      for (const body of [{}, { monto: 0 }, { monto: 1.001 }, { monto: 1, importe: 2 }]) {
        expect((await admin(path, body)).status, path).toBe(422)
      }
    }
  })
})

describe('the holder of an account', () => {
  it('is answered from settlement on, as the order names it or as the admin set it', async () => {
    const { simulator, client, list } = await start()
    const put = (body: object) => client.send({ method: 'PUT', path: '/admin/holders', body })
    const cuentaBeneficiario = '072691004495711499'
    const named = { account: cuentaBeneficiario, name: 'SANCHEZ LOPEZ RICARDO', rfc: 'SALR800416AB1' }
    await client.register(foreignOrder({ claveRastreo: 'ANTES0000001' }))
    expect((await list('E')).body.datos).toMatchObject([{ nombreCep: null, rfcCep: null }])
    simulator.act('ANTES0000001', 'settle')
    expect((await put(named)).body).toEqual({ holders: [named] })
    await client.register(foreignOrder({ claveRastreo: 'DESPUES00001' }))
    simulator.act('DESPUES00001', 'settle')
    expect((await list('E')).body.datos).toMatchObject([
      { nombreCep: 'Ricardo Sanchez', rfcCep: 'ND' },
      { nombreCep: 'SANCHEZ LOPEZ RICARDO', rfcCep: 'SALR800416AB1' },
    ])
    expect((await put({ account: 'ninguna' })).status).toBe(422)
  })
})
