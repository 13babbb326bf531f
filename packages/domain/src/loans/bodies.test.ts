import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  acceptBody,
  creditPeriod,
  loanRequestBody,
  maxAdvanceBody,
  SIGNATURE_LIMIT_BYTES,
  simulationBody,
} from './bodies.ts'
import { FREQUENCIES } from './frequency.ts'

function messagesOf(schema: z.ZodType, value: unknown): string[] {
  return (
    schema.safeParse(value).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []
  )
}

const PERIOD = 'El plazo debe ser de 3, 6, 9 o 12 meses'
const LOCATION = 'No pudimos obtener tu ubicación. No es posible aceptar la solicitud sin este permiso.'

describe('the body of a loan request', () => {
  it.each([6, '6', '6 meses'])('reads the credit term %j as 6 months [B3.4]', (period) => {
    const body = loanRequestBody.parse({ type: 'credit', amount: 10_000, period })
    expect(body).toEqual({ type: 'credit', amount: 1_000_000, period: 6 })
    expect(z.encode(loanRequestBody, body)).toEqual({ type: 'credit', amount: 10_000, period: 6 })
    expect(z.encode(creditPeriod, 6)).toBe(6)
  })

  it('ignores the period, dates, statuses and flags sent with an advance', () => {
    const sent = {
      type: 'advance',
      amount: 500.5,
      period: '5 días',
      status: 'APP',
      approved: 1,
      next_payment_date: 'x',
    }
    expect(loanRequestBody.parse(sent)).toEqual({ type: 'advance', amount: 50_050 })
  })

  it.each([
    [{ type: 'credit', amount: 10_000, period: 5 }, [`period: ${PERIOD}`]],
    [{ type: 'credit', amount: 10_000 }, [`period: ${PERIOD}`]],
    [{ type: 'credit', amount: 0, period: 6 }, ['amount: Por favor, ingresa un valor válido y positivo']],
    [
      { type: 'credit', amount: 10.001, period: 6 },
      ['amount: Debe ser una cantidad en pesos con hasta 2 decimales'],
    ],
    [{ type: 'advance' }, ['amount: Por favor, ingresa un valor válido y positivo']],
    [{ type: 'loan', amount: 1 }, ['type: Elige crédito o anticipo']],
  ])('rejects %o with %o', (body, errors) => expect(messagesOf(loanRequestBody, body)).toEqual(errors))
})

describe('the body of an acceptance', () => {
  const body = {
    signature: 'data:image/png;base64,iVBORw0KGgo=',
    latitude: 19.43,
    longitude: -99.13,
    contract_sha256: 'AB'.repeat(32),
  }

  it('accepts a signature, a location and a contract hash', () => {
    expect(acceptBody.parse(body).contract_sha256).toBe('ab'.repeat(32))
    const points = [{ x: 1, y: 2, time: 3, pressure: 0.5 }]
    expect(
      acceptBody.parse({ ...body, accuracy: 12, strokes: [{ penColor: 'black', points }] }).strokes,
    ).toEqual([{ points }])
  })

  it.each([
    [{ signature: undefined }, 'signature: Dibuja tu firma para continuar.'],
    [{ signature: 'data:image/jpeg;base64,AAAA' }, 'signature: La firma no es una imagen válida.'],
    [
      { signature: `data:image/png;base64,${'A'.repeat(Math.ceil(SIGNATURE_LIMIT_BYTES / 3) * 4 + 4)}` },
      'signature: La firma es demasiado grande.',
    ],
    [{ latitude: undefined }, `latitude: ${LOCATION}`],
    [{ longitude: 181 }, `longitude: ${LOCATION}`],
    [{ latitude: 0, longitude: 0 }, `latitude: ${LOCATION}`],
    [{ contract_sha256: 'abc' }, 'contract_sha256: Abre y lee el contrato antes de firmarlo.'],
  ])('rejects %o with «%s» [E9.10]', (change, message) =>
    expect(messagesOf(acceptBody, { ...body, ...change })).toEqual([message]),
  )
})

it('a simulation without payments or with a negative rate is rejected', () => {
  const body = { annual_interest_rate: 0.18, amount: 10_000, number_of_payments: 12 }
  expect(simulationBody.parse(body)).toMatchObject({ amount: 1_000_000, frequency: 'monthly' })
  expect(messagesOf(simulationBody, { ...body, number_of_payments: 0, annual_interest_rate: -1 })).toEqual([
    'annual_interest_rate: Debe ser un número positivo con hasta 3 decimales',
    'number_of_payments: Debe haber al menos un pago',
  ])
})

it('a simulation takes the four frequencies and a VAT rate up to 1', () => {
  const body = { annual_interest_rate: 0.18, amount: 10_000, number_of_payments: 12 }
  for (const frequency of FREQUENCIES)
    expect(simulationBody.parse({ ...body, frequency })).toMatchObject({ frequency })
  expect(messagesOf(simulationBody, { ...body, frequency: 'daily', tax_rate: 16, tax_added: 'sí' })).toEqual([
    'frequency: Elige mensual, quincenal, catorcenal o semanal',
    'tax_rate: Debe ser una fracción entre 0 y 1',
    'tax_added: Debe ser verdadero o falso',
  ])
})

it('the maximum of an advance accepts a salary, null, none or 0, and rejects a negative one', () => {
  expect([{}, { loan: null }, { loan: 0 }, { loan: 8500 }].map((body) => maxAdvanceBody.parse(body))).toEqual(
    [...[{}, { loan: null }, { loan: 0 }, { loan: 850_000 }]],
  )
  expect(maxAdvanceBody.safeParse({ loan: -1 }).error?.issues).toMatchObject([
    { path: ['loan'], message: 'El sueldo no puede ser negativo' },
  ])
})
