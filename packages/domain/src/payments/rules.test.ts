import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { firstValueDate, paymentProblem, valueDateProblem } from './rules.ts'
import { paymentBody, previewQuery } from './schema.ts'

const messagesOf = (schema: z.ZodType, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? []

describe('the amount of a payment', () => {
  it.each([
    [100_000, 100_000, undefined],
    [100_000, 1, undefined],
    [100_000, 100_001, 'Hoy se liquida con $1,000.00.'],
    [0, 1, 'La deuda ha sido saldada. No es necesario realizar más pagos.'],
  ])('with a payoff of %s and %s paid gives the message %s', (payoff, amount_paid, message) => {
    expect(paymentProblem({ payoff, amount_paid })?.message).toBe(message)
  })

  it('above the payoff of an earlier day names the day', () => {
    const problem = paymentProblem({ payoff: 100_000, amount_paid: 100_001, earlier_day: '2026-12-12' })
    expect(problem?.message).toBe('Al 12 de diciembre se liquida con $1,000.00.')
  })
})

describe('the value date of a payment', () => {
  const loan = { today: '2026-12-20', start: '2026-11-20', latest: null }

  it.each([
    ['10 days back', loan, '2026-12-10'],
    ['at the payout, if that is later', { ...loan, start: '2026-12-15' }, '2026-12-15'],
    ['at the latest payment, if that is later', { ...loan, latest: '2026-12-18' }, '2026-12-18'],
    ['10 days back, if the latest payment is older', { ...loan, latest: '2026-12-01' }, '2026-12-10'],
  ])('starts %s', (_case, days, first) => {
    expect(firstValueDate(days)).toBe(first)
  })

  it.each([
    ['2026-12-20', undefined],
    ['2026-11-20', undefined],
    ['2026-12-21', 'payment.value_date_future'],
    ['2026-11-19', 'payment.value_date_before_payout'],
  ])('of %s gives the code %s', (value_date, code) => {
    expect(valueDateProblem({ ...loan, value_date })?.code).toBe(code)
  })
})

describe('the body of a payment', () => {
  const body = { loan_request: 1, amount_paid: 10, previous_amount_due: 10 }

  it.each([0, -1, undefined, 'mil'])(
    'with the amount %s is rejected as not above zero [B5.41]',
    (amount_paid) => {
      expect(messagesOf(paymentBody, { ...body, amount_paid })).toEqual([
        'amount_paid: La cantidad pagada debe ser mayor a cero.',
      ])
    },
  )

  it('keeps a reference without the spaces around it, and reads an empty one as none', () => {
    expect(paymentBody.parse({ ...body, reference: ' NOM-2026/12 ' }).reference).toBe('NOM-2026/12')
    expect(paymentBody.parse({ ...body, reference: ' ' }).reference).toBeNull()
  })

  it.each([
    [{ amount_paid: 10.005 }, 'amount_paid: Debe ser una cantidad en pesos con hasta 2 decimales'],
    [{ value_date: '2026-02-30' }, 'value_date: Fecha inválida'],
    [{ channel: 'cash' }, 'channel: Elige descuento de nómina, transferencia, depósito u otro'],
    [{ excess: 'refund' }, 'excess: Elige pagos más bajos, menos pagos o pagos por adelantado'],
    [{ reference: 'a<b' }, 'reference: Usa letras, números, espacios y . , # / _ -'],
    [{ reference: 'x'.repeat(41) }, 'reference: Máximo 40 caracteres'],
  ])('with %o is rejected with «%s»', (change, message) => {
    expect(messagesOf(paymentBody, { ...body, ...change })).toEqual([message])
  })
})

it('the query of a preview reads the amount from text', () => {
  expect(previewQuery.parse({ amount_paid: '1131.85' })).toEqual({ amount_paid: 113_185 })
  expect(messagesOf(previewQuery, { amount_paid: 'mil' })).toEqual([
    'amount_paid: La cantidad pagada debe ser mayor a cero.',
  ])
})
