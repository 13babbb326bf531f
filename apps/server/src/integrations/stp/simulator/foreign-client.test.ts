import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type Body,
  firma,
  foreignClient,
  foreignKey,
  foreignOrder,
  olderCadena,
} from '../fixtures/foreign-client.ts'
import { startSimulator } from '../simulator.ts'
import type { Simulator } from './options.ts'

let simulator: Simulator
let client: ReturnType<typeof foreignClient>
const today = 20_261_120
const empresa = 'AJENA'
const account = '646180110400000007'

beforeEach(async () => {
  simulator = await startSimulator({
    public_key: foreignKey.publicKey,
    settle_ms: null,
    opening_balance: 1_000_000,
  })
  simulator.setClock('2026-11-20T16:00:00Z') // Friday 10:00 in Mexico City
  client = foreignClient(simulator.url)
})
afterEach(() => simulator.stop())

const registered = { resultado: { id: expect.any(Number) } }

const spellings: Body[] = [
  { claveRastreo: 'AJENO0000001' },
  { claveRastreo: 'AJENO0000002', monto: '1.20', referenciaNumerica: '5273144', tipoPago: '1' },
  { claveRastreo: 'AJENO0000003', monto: 500, latitud: undefined, longitud: undefined },
  {
    claveRastreo: 'AJENO0000004',
    prioridad: 0,
    medioEntrega: 3,
    topologia: 'T',
    nombreOrdenante: undefined,
  },
  { claveRastreo: 'AJENO0000005', fechaOperacion: today, institucionOperante: 90_646 },
  {
    claveRastreo: 'AJENO0000006',
    institucionContraparte: 97_846,
    cuentaBeneficiario: '846180000400000001',
  },
]

async function registerOrders() {
  for (const change of spellings) {
    const answer = await client.register(foreignOrder(change))
    expect(answer, JSON.stringify(change)).toMatchObject({ status: 200, json: registered })
  }
}

describe('PUT ordenPago/registra', () => {
  it('accepts numbers or text, with or without coordinates', registerOrders)

  it('is found under all paths that clients use', async () => {
    const paths = [
      '/ordenPago/registra',
      '/speiws/rest//ordenPago/registra/',
      '/spei/rest/ordenPago/registra',
    ]
    for (const [at, path] of paths.entries()) {
      const claveRastreo = `RUTA000000${at}`
      expect((await client.register(foreignOrder({ claveRastreo }), path)).json, path).toEqual(registered)
    }
  })

  it('signs 37 values for an indirect participant', async () => {
    const indirect = {
      tipoPago: 30,
      nombreParticipanteIndirecto: 'Participante',
      cuentaParticipanteIndirecto: '646180110400000007',
      rfcParticipanteIndirecto: 'TCU200828RX8',
    }
    const order = foreignOrder({ claveRastreo: 'INDIRECTO001', ...indirect })
    expect((await client.register(order)).json).toEqual(registered)
    const other = { ...order, claveRastreo: 'INDIRECTO002' }
    const altered = { ...other, firma: firma('||otra cosa||') }
    const answer = await client.send({
      method: 'PUT',
      path: '/speiws/rest/ordenPago/registra',
      body: altered,
    })
    expect(answer.json).toEqual({ resultado: { descripcionError: 'Error validando la firma', id: 0 } })
  })

  const refusals: [number, string, Body][] = [
    [0, 'El campo conceptoPago es obligatorio', { conceptoPago: undefined }],
    [
      -1,
      `La clave de rastreo {AJENO0000001} para la fecha {${today}} de la institucion {90646} ya fue utilizada`,
      {},
    ],
    [-5, 'Dato obligatorio {institución contraparte}', { institucionContraparte: undefined }],
    [-6, 'Empresa_Invalida O Institucion_Operante_Invalida', { institucionOperante: 40_002 }],
    [-7, 'La cuenta {012180000118359719} no existe', { cuentaOrdenante: '012180000118359719' }],
    [-9, 'La Institucion 90679 no es valida', { institucionContraparte: 90_679 }],
    [-9, 'La Institucion 90642 no es valida', { institucionContraparte: 90_642 }],
    [-11, 'El tipo de cuenta 5 es invalido', { tipoCuentaBeneficiario: 5 }],
    [-13, 'Tipo_Pago_Invalida', { tipoPago: 99 }],
    [-16, 'Fecha_Operacion_Invalida', { fechaOperacion: 20_261_119 }],
    [-20, 'El monto {0.0} no es válido', { monto: 0 }],
    [-21, 'Digito_Verificador_Invalido', { cuentaBeneficiario: '072691004495711490' }],
    [
      -22,
      'La cuenta CLABE {6461801570} no coincide para la institucion operante {40072}',
      { cuentaBeneficiario: '6461801570' },
    ],
    [-23, 'Longitud_Clabe_Incorrecta', { cuentaBeneficiario: '07269100449571149' }],
    [
      -24,
      'Cuenta {646180110400000007} - {MISMA_CUENTA}',
      { cuentaBeneficiario: account, institucionContraparte: 90_646 },
    ],
    [-34, 'Clave rastreo invalida : ABC123', { claveRastreo: 'ABC123' }],
    [-200, 'Orden sin cuenta ordenante. Se rechaza por PLD', { cuentaOrdenante: undefined }],
    [4, 'Cuenta invalida', { tipoCuentaBeneficiario: 3, cuentaBeneficiario: '4152313304961111' }],
    [8, 'Rfc_Curp Inválido', { rfcCurpBeneficiario: 'X'.repeat(19) }],
  ]
  it.each(refusals)('refuses with %i: %s', async (id, descripcionError, change) => {
    await registerOrders()
    const { status, json } = await client.register(foreignOrder(change))
    expect({ status, json }).toEqual({ status: 200, json: { resultado: { descripcionError, id } } })
  })

  it('refuses all orders while read_only is set', async () => {
    simulator.configure({ read_only: true })
    const answer = await client.register(foreignOrder({ claveRastreo: 'PAUSA000001' }))
    simulator.configure({ read_only: false })
    expect(answer.json).toEqual({
      resultado: { descripcionError: 'Enlace Financiero en modo consultas', id: -30 },
    })
  })
})

describe('the older queries', () => {
  beforeEach(registerOrders)

  const query = { empresa, claveRastreo: 'AJENO0000002', institucionOperante: 90_646 }

  it('consOrdEnvRastreo finds an order on its day, and answers -100 when there is none', async () => {
    simulator.act('AJENO0000002', 'settle')
    simulator.act('AJENO0000002', 'return', 2)
    const found = await client.older('consOrdEnvRastreo', { ...query, fechaOperacion: today })
    expect(found.body.resultado).toMatchObject({
      id: 1,
      ordenPago: { estado: 'D', monto: 1.2, causaDevolucion: 2, tsLiquidacion: expect.any(Number) },
    })
    const none = await client.older('consOrdEnvRastreo', { ...query, claveRastreo: 'does not exist' })
    const descripcionError = 'No se encontró la orden con rastreo does not exist'
    expect(none.json).toEqual({ resultado: { descripcionError, id: -100 } })
  })

  it('consOrdenesFech lists a day; the list ends in null', async () => {
    const sent = await client.older('consOrdenesFech', { empresa, estado: 'E' })
    expect(sent.body.resultado).toMatchObject({ id: 1 })
    expect(JSON.stringify(sent.json)).toMatch(/,null\]\}\}$/)
    const none = await client.older('consOrdenesFech', { empresa, estado: 'E', fechaOperacion: 20_210_420 })
    expect(none.json).toEqual({ resultado: { descripcionError: 'No se encontraron ordenes', id: -100 } })
  })

  it('consSaldoEnvRec sums the orders of the company of the query only', async () => {
    const own = await client.older('consSaldoEnvRec', { empresa })
    const count = simulator.orders().length
    expect(own.body.resultado).toMatchObject({
      id: 1,
      saldos: [
        {
          empresa,
          tipoOperacion: 'E',
          totalOperaciones: count,
          montoTotal: expect.stringMatching(/\.\d\d$/),
        },
      ],
    })
    expect((await client.older('consSaldoEnvRec', { empresa: 'TERCERA' })).body.resultado).toMatchObject({
      id: -100,
    })
  })

  it('consSaldoCuenta answers the balance to a firma over the order fields or the bare account', async () => {
    const path = '/speiws/rest/ordenPago/consSaldoCuenta'
    const fetchBalance = (cuentaOrdenante: string, text: string) =>
      client.send({ method: 'POST', path, body: { cuentaOrdenante, firma: firma(text) } })
    const asOrder = `||${'|'.repeat(10)}${account}${'|'.repeat(23)}||`
    const answer = await fetchBalance(account, asOrder)
    expect(answer.json).toEqual({
      resultado: {
        id: 1,
        saldoCuenta: { cargosPendientes: expect.stringMatching(/^\d+\.\d\d$/), saldo: '10000.00' },
      },
    })
    expect((await fetchBalance(account, account)).json).toEqual(answer.json)
    const unknown = await fetchBalance('123456789012345678', '123456789012345678')
    expect(unknown.body.resultado).toMatchObject({ id: -7 })
  })

  it('refuses a firma over another text', async () => {
    const body = { ...query, firma: firma(olderCadena({ ...query, empresa: 'OTRA' })) }
    const answer = await client.send({
      method: 'POST',
      path: '/speiws/rest/ordenPago/consOrdEnvRastreo',
      body,
    })
    expect(answer.json).toEqual({ resultado: { descripcionError: 'Error validando la firma', id: 0 } })
  })
})

describe('the balance in SOAP', () => {
  const send = async (cuenta: string, text = cuenta) => {
    const body = `<soapenv:Envelope><soapenv:Body><h2h:consultaSaldoCuenta><cuenta>${cuenta}</cuenta><firma>${firma(text)}</firma></h2h:consultaSaldoCuenta></soapenv:Body></soapenv:Envelope>`
    const url = `${simulator.url}/spei/webservices/SpeiConsultaServices`
    const response = await fetch(url, { method: 'POST', body })
    return { status: response.status, text: await response.text() }
  }
  it('answers the balance, or a fault with the reason', async () => {
    expect(await send(account)).toMatchObject({
      status: 200,
      text: expect.stringContaining('<saldo>10000.00</saldo>'),
    })
    const fault = '<faultstring>Cuenta {123456789012345678} - {No encontrada}</faultstring>'
    expect(await send('123456789012345678')).toMatchObject({
      status: 500,
      text: expect.stringContaining(fault),
    })
    expect(await send(account, 'otra')).toMatchObject({ status: 500, text: expect.stringContaining('firma') })
  })
})

describe('the query services', () => {
  beforeEach(registerOrders)

  const post = (path: string, body: Body, values: readonly (string | number)[]) =>
    client.signed('POST', path, { body, values })
  const one = { empresa, claveRastreo: 'AJENO0000001', tipoOrden: 'E' }

  it('consultaOrden answers an order in transit, or estado 2, 6 or 8', async () => {
    const path = '/efws/API/consultaOrden'
    const found = await post(path, one, [empresa, 'AJENO0000001', 'E', ''])
    expect(found).toMatchObject({
      status: 200,
      json: { estado: 0, mensaje: 'Datos consultados correctamente' },
    })
    expect(found.body.respuesta).toMatchObject({
      estado: 'A',
      tsLiquidacion: null,
      fechaOperacion: today,
      monto: 1.2,
    })
    const empty = { ...one, claveRastreo: '' }
    expect(await post(path, empty, [empresa, '', 'E', ''])).toMatchObject({
      status: 400,
      json: { estado: 2, mensaje: '{claveRastreo=el campo clave de rastreo no puede venir vacio}' },
    })
    const unknown = { ...one, claveRastreo: 'APZ11111111111' }
    expect(await post(path, unknown, [empresa, 'APZ11111111111', 'E', ''])).toMatchObject({
      status: 400,
      json: { estado: 6, mensaje: 'No se encontraron datos relacionados' },
    })
    const later = { ...one, fechaOperacion: '20301231' }
    expect(await post(path, later, [empresa, 'AJENO0000001', 'E', '20301231'])).toMatchObject({
      status: 400,
      json: { estado: 8 },
    })
  })

  it('consultaOrdenes answers up to 100 orders by key', async () => {
    const claveRastreo = 'AJENO0000001,AJENO0000003,NINGUNA00001'
    const answer = await post('/efws/API/consultaOrdenes', { ...one, claveRastreo }, [
      empresa,
      'E',
      claveRastreo,
      '',
    ])
    expect(answer.body.datos).toMatchObject([
      { claveRastreo: 'AJENO0000001' },
      { claveRastreo: 'AJENO0000003' },
    ])
    const many = Array.from({ length: 101 }, (_, at) => `CLAVE${String(at).padStart(5, '0')}`).join(',')
    const refused = await post('/efws/API/consultaOrdenes', { ...one, claveRastreo: many }, [
      empresa,
      'E',
      many,
      '',
    ])
    expect(refused).toMatchObject({ status: 400, json: { estado: 2 } })
  })

  it('V2/conciliacion lists a day; the page is not signed', async () => {
    const body = { empresa, page: 0, tipoOrden: 'E', fechaOperacion: '' }
    const answer = await post('/efws/API/V2/conciliacion', body, [empresa, 'E', ''])
    expect(answer.json).toMatchObject({ estado: 0, total: simulator.orders().length })
    const after = await post('/efws/API/V2/conciliacion', { ...body, page: 1 }, [empresa, 'E', ''])
    expect(after.json).toMatchObject({ datos: [], total: simulator.orders().length })
  })

  it('consultaInstituciones and consultaSaldoCuenta answer participants and balance', async () => {
    const banks = await post('/efws/API/consultaInstituciones', { empresa }, [empresa])
    expect(banks.body.datos).toContainEqual({ estado: 'C', clave: '40072', participante: expect.any(String) })
    const path = '/efws/API/consultaSaldoCuenta'
    const balance = await post(path, { empresa, cuentaOrdenante: account }, [empresa, account, ''])
    expect(balance.body.respuesta).toEqual({ saldo: 10_000, cargosPendientes: expect.any(Number) })
  })

  it('the calls of 2025 answer one order by operating or natural day, and lists by `pagina`', async () => {
    const base = '/consultasws/API'
    const key = await post(`${base}/orden/clave-rastreo`, { ...one, fechaOperacion: `${today}` }, [
      ...[empresa, 'AJENO0000001', 'E', '', today],
    ])
    expect(key.body.respuesta).toMatchObject({ claveRastreo: 'AJENO0000001' })
    const natural = await post(`${base}/orden/clave-rastreo`, { ...one, fechaNatural: `${today}` }, [
      ...[empresa, 'AJENO0000001', 'E', today, ''],
    ])
    expect(natural.json).toEqual(key.json)
    const total = simulator.orders().length
    for (const call of ['operaciones', 'conciliacion']) {
      const now = await post(`${base}/${call}/actual`, { empresa, pagina: 0 }, [empresa])
      expect(now.json).toMatchObject({ estado: 0, total })
      const body = { empresa, pagina: 0, fechaOperacion: `${today}` }
      const past = await post(`${base}/${call}/historica`, body, [empresa, today])
      expect(past.json).toEqual(now.json)
      const dateless = await post(`${base}/${call}/historica`, { empresa, pagina: 0 }, [empresa, ''])
      expect(dateless).toMatchObject({ status: 400, json: { estado: 2 } })
    }
  })

  it('limits queries per hour only when hourly_limit is set', async () => {
    const send = () => post('/efws/API/consultaInstituciones', { empresa }, [empresa])
    simulator.configure({ hourly_limit: 2 })
    const answers = [await send(), await send(), await send()]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 400])
    expect(answers[2]?.json).toMatchObject({ estado: 3 })
    // The simulated clock runs on from 16:00: on a slow machine the queries above happen minutes after it.
    simulator.setClock('2026-11-20T18:00:00Z')
    expect((await send()).status).toBe(200)
    simulator.configure({ hourly_limit: null })
    expect((await send()).status).toBe(200)
  })
})
