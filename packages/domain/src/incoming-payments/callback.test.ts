import { expect, it } from 'vitest'
import { callbackFields } from '../transfers/callback-fields.ts'
import { incomingPaymentCallback } from './callback.ts'

/** The shape that public integrators record; the values are invented. */
const usual = {
  id: 501,
  fechaOperacion: 20_250_311,
  institucionOrdenante: 40_072,
  institucionBeneficiaria: 90_646,
  claveRastreo: 'PAGO0000000001',
  monto: 1234.56,
  nombreOrdenante: 'EMPRESA DE PRUEBA SA DE CV',
  tipoCuentaOrdenante: 40,
  cuentaOrdenante: '072691004495711499',
  rfcCurpOrdenante: 'ND',
  nombreBeneficiario: 'FINANCIERA DE PRUEBA',
  tipoCuentaBeneficiario: 40,
  cuentaBeneficiario: '646180110400000007',
  nombreBeneficiario2: null,
  tipoCuentaBeneficiario2: null,
  cuentaBeneficiario2: null,
  rfcCurpBeneficiario: 'ND',
  conceptoPago: 'PAGO CREDITO',
  referenciaNumerica: 5_273_144,
  empresa: 'PRUEBA',
  tipoPago: 1,
  tsLiquidacion: '1741650000000',
  folioCodi: null,
}

const read = (change: object = {}) =>
  incomingPaymentCallback.safeParse(callbackFields(JSON.stringify({ ...usual, ...change })))

it('reads the fields of an incoming payment, numbers and texts alike', () => {
  expect(read().data).toEqual({
    id: 501,
    empresa: 'PRUEBA',
    fechaOperacion: '2025-03-11',
    institucionOrdenante: 40_072,
    claveRastreo: 'PAGO0000000001',
    monto: 123_456,
    nombreOrdenante: 'EMPRESA DE PRUEBA SA DE CV',
    cuentaOrdenante: '072691004495711499',
    rfcCurpOrdenante: 'ND',
    cuentaBeneficiario: '646180110400000007',
    conceptoPago: 'PAGO CREDITO',
    referenciaNumerica: 5_273_144,
    tipoPago: 1,
    tsLiquidacion: '2025-03-10T23:40:00.000Z',
  })
  expect(read({ id: '501', monto: '1234.56', fechaOperacion: '20250311' }).data).toEqual(read().data)
})

it('takes what is missing, wrong or too long for nothing, or cuts it', () => {
  const odd = { fechaOperacion: 20_251_399, referenciaNumerica: 0, tsLiquidacion: '0', nombreOrdenante: '' }
  expect(read({ ...odd, conceptoPago: 'x'.repeat(300) }).data).toMatchObject({
    fechaOperacion: null,
    referenciaNumerica: null,
    tsLiquidacion: null,
    nombreOrdenante: null,
    conceptoPago: 'x'.repeat(210),
  })
})

it.each([
  ['no amount', { monto: undefined }],
  ['an amount of zero', { monto: 0 }],
  ['an amount below zero', { monto: -5 }],
  ['thousandths', { monto: 10.005 }],
  ['nothing to know it by', { id: null, claveRastreo: null }],
  ['neither an id nor a day', { id: null, fechaOperacion: null }],
])('is not readable with %s', (_what, change) => {
  expect(read(change).success).toBe(false)
})

it('is readable by either of its two identities', () => {
  expect(read({ id: null }).success).toBe(true)
  expect(read({ claveRastreo: null, fechaOperacion: null }).success).toBe(true)
})
