import { describe, expect, it } from 'vitest'
import { testClient, testOrder } from './fixtures/harness.ts'
import { scriptedStp } from './fixtures/scripted-stp.ts'

// Answers of STP's demo hosts recorded by cuenca-mx/stpmex-python (commit 16cddb9, MIT) and its fork
// sairoko12/stpmex-python (commit d20ae1a, MIT), tests/**/cassettes; names and identity keys replaced there.
const success = { estado: 0, mensaje: 'Datos consultados correctamente' }
const order = {
  idEF: 9681565,
  claveRastreo: 'CUENCA0000192923',
  conceptoPago: 'test1',
  cuentaBeneficiario: '072691004508535517',
  cuentaOrdenante: '646180157093203384',
  empresa: 'TAMIZI',
  estado: 'A',
  fechaOperacion: 20230518,
  institucionContraparte: 40072,
  institucionOperante: 90646,
  medioEntrega: 3,
  monto: 10.9,
  nombreBeneficiario: 'Nombre Beneficiario',
  nombreOrdenante: 'NOMBRE ORDENANTE',
  nombreCep: null,
  rfcCep: null,
  sello: 'tp48qXO8HCsZwREL5xOPF9J6Zy9JJoQ/ybtRsTtCwGj7Y7e6T6/MWS4O0dUxN1jOSvv5660R8zGstGQuuXOKDw==',
  rfcCurpBeneficiario: 'ND',
  referenciaNumerica: 5588776,
  rfcCurpOrdenante: 'XXXX000000HXXXXX00',
  tipoCuentaBeneficiario: 40,
  tipoCuentaOrdenante: 40,
  tipoPago: 1,
  tsCaptura: 1684442273848,
  tsLiquidacion: null,
  causaDevolucion: null,
  urlCEP: null,
}
const cep =
  'https://www.banxico.org.mx/cep/go?i=90646&s=20210302&d=UeyxUDUvk7tVw7e2oHfZDd0OLEy6LQOjH%2FplFRIWkmuZhIldk77k9LNti7FrIh%2FLuDJvdloHczG5CvS84M%2FGf1rdzJauEzW0glVKa0%2Fnwxs%3D'
const listed = {
  ...order,
  idEF: 1245213,
  claveRastreo: 'PruebaJerry',
  claveRastreoDevolucion: 'COP20201234567895 ',
  cuentaBeneficiario: '6461800000123749',
  estado: 'CCO',
  fechaOperacion: 20220111,
  institucionContraparte: 90646,
  monto: 0.01,
  nombreBeneficiario: 'PREUABA',
  rfcCurpBeneficiario: null,
  tsCaptura: 1641925846953,
  tsLiquidacion: 1641925846953,
  urlCEP: 'https://www.banxico.org.mx/cep/go?i=90646&s=20210110.90646',
}

describe('consultaOrden', () => {
  const queryOrder = async (status: number, body: object, tracking_key = order.claveRastreo) => {
    await using stp = await scriptedStp({ status, body })
    const result = await testClient(stp.url).queryOrder({ tracking_key, operation_date: '2023-05-18' })
    return { result, requests: stp.requests[0] }
  }

  it('reads an order in transit', async () => {
    const { result, requests } = await queryOrder(200, { ...success, respuesta: order })
    expect(result).toEqual({
      outcome: 'found',
      order: {
        id: 9681565,
        tracking_key: 'CUENCA0000192923',
        state: null,
        stp_state: 'A',
        amount: 1_090,
        operation_date: '2023-05-18',
        beneficiary_name: 'Nombre Beneficiario',
        beneficiary_account: '072691004508535517',
        counterpart_institution: '40072',
        paying_account: '646180157093203384',
        payer_name: 'NOMBRE ORDENANTE',
        rfc_curp_payer: 'XXXX000000HXXXXX00',
        payment_concept: 'test1',
        numeric_reference: 5_588_776,
        payment_type: 1,
        ts_capture: '2023-05-18T20:37:53.848Z',
        ts_liquidation: null,
        return_cause: null,
        url_cep: null,
        cep_name: null,
        cep_rfc: null,
      },
    })
    expect(requests?.path).toBe('POST /efws/API/consultaOrden')
  })

  it.each([
    ['W1397800050926686208', { estado: 'CCO', monto: 1, tsLiquidacion: 1641321000363, urlCEP: null }, null],
    ['TESTJSH5018035039', { estado: 'TLQ', monto: 1.0, tsLiquidacion: 1684443066405, urlCEP: cep }, 'LQ'],
    ['APZ450057199641', { estado: 'TLQ', monto: 0.1, nombreOrdenante: 'null', urlCEP: cep }, 'LQ'],
  ])('reads %s', async (claveRastreo, recorded, state) => {
    const respuesta = { ...order, ...recorded, claveRastreo }
    const { result } = await queryOrder(200, { ...success, respuesta }, claveRastreo)
    const amount = Math.round(recorded.monto * 100)
    const url_cep = recorded.urlCEP
    expect(result).toMatchObject({ outcome: 'found', order: { state, amount, url_cep } })
  })

  it('returns not_found for estado 6', async () => {
    const body = { estado: 6, mensaje: 'No se encontraron datos relacionados' }
    expect((await queryOrder(400, body)).result).toEqual({ outcome: 'not_found' })
  })

  it.each([
    [2, '{claveRastreo=el campo clave de rastreo no puede venir vacio}', 'result'],
    [3, 'Se excedio el limite de consultas', 'limit'],
    [8, 'La fecha de operacion no puede ser mayor a la fecha actual', 'result'],
  ])('returns unknown for estado %i', async (estado, mensaje, reason) => {
    expect((await queryOrder(400, { estado, mensaje })).result).toMatchObject({ outcome: 'unknown', reason })
  })
})

describe('the other queries', () => {
  it('reads conciliación and sends the page unsigned', async () => {
    await using stp = await scriptedStp({ status: 200, body: { ...success, datos: [listed], total: 1 } })
    const result = await testClient(stp.url).listPage({
      order_type: 'E',
      operation_date: '2022-01-11',
      page: 0,
    })
    expect(result).toMatchObject({
      outcome: 'page',
      total: 1,
      orders: [
        { id: 1245213, amount: 1, stp_state: 'CCO', operation_date: '2022-01-11', url_cep: listed.urlCEP },
      ],
    })
    expect(stp.requests).toMatchObject([
      {
        path: 'POST /efws/API/V2/conciliacion',
        body: { page: 0, tipoOrden: 'E', fechaOperacion: '20220111' },
      },
    ])
  })

  it('reads the institutions', async () => {
    const datos = [
      { estado: 'D', clave: '90632', participante: 'BULLITICK CB' },
      { estado: 'C', clave: '90647', participante: 'TELECOMM' },
    ]
    await using stp = await scriptedStp({ status: 200, body: { ...success, datos } })
    expect(await testClient(stp.url).listInstitutions()).toEqual({
      outcome: 'listed',
      institutions: [
        { code: '90632', name: 'BULLITICK CB', connected: false },
        { code: '90647', name: 'TELECOMM', connected: true },
      ],
    })
  })

  it('reads the balance by consSaldoCuenta when balance_call is rest', async () => {
    const body = { resultado: { id: 1, saldoCuenta: { cargosPendientes: '0.00', saldo: '10000.00' } } }
    await using stp = await scriptedStp({ status: 200, body })
    const client = testClient(stp.url, { balance_call: 'rest' })
    expect(await client.getBalance()).toEqual({ outcome: 'balance', balance: 1_000_000, pending: 0 })
    expect(stp.requests).toEqual([
      {
        path: 'POST /speiws/rest/ordenPago/consSaldoCuenta',
        body: { cuentaOrdenante: '646180110400000007', firma: expect.stringMatching(/^[\w+/]+=*$/) },
      },
    ])
  })

  it('returns unknown when the answer has no balance', async () => {
    const body = { resultado: { id: -7, descripcionError: 'Cuenta {1} - {No encontrada}' } }
    await using stp = await scriptedStp({ status: 200, body })
    const client = testClient(stp.url, { balance_call: 'rest' })
    expect(await client.getBalance()).toMatchObject({ outcome: 'unknown', reason: 'unreadable' })
  })
})

describe('registra', () => {
  const send = async (resultado: object) => {
    await using stp = await scriptedStp({ status: 200, body: { resultado } })
    return await testClient(stp.url).registerOrder(testOrder())
  }

  it('reads success', async () => {
    expect(await send({ id: 9349827 })).toEqual({ outcome: 'registered', id: 9349827 })
  })

  // Real messages, tests/test_client.py of cuenca-mx/stpmex-python.
  it.each([
    [-7, 'La cuenta {646180110400000007} no existe', 'fix_setup'],
    [-9, 'La Institucion 90679 no es valida', 'fix_order'],
    [-11, 'El tipo de cuenta 3 es invalido', 'fix_order'],
    [-20, 'El monto {500.0} no es válido', 'fix_order'],
    [-22, 'La cuenta CLABE {6461801570} no coincide para la institucion operante {40072}', 'fix_order'],
    [-24, 'Cuenta {646180157000000004} - {MISMA_CUENTA}', 'fix_order'],
    [-34, 'Clave rastreo invalida : ABC123', 'fix_order'],
    [-200, 'Orden sin cuenta ordenante. Se rechaza por PLD', 'fix_setup'],
  ])('reads the refusal %i', async (id, descripcionError, remedy) => {
    const result = await send({ descripcionError, id })
    expect(result).toEqual({ outcome: 'refused', id, message: descripcionError, remedy })
  })

  it.each([
    ['a positive id with an error text', { id: 9349827, descripcionError: 'algo' }],
    ['no id', { descripcionError: 'algo' }],
    [
      'a key that was used',
      {
        id: -1,
        descripcionError:
          'La clave de rastreo {CR1564969083} para la fecha {20190101} de la institucion {90646} ya fue utilizada',
      },
    ],
  ])('returns unknown for %s', async (_, resultado) => {
    expect(await send(resultado)).toMatchObject({ outcome: 'unknown' })
  })
})
