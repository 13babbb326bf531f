import { describe, expect, it } from 'vitest'
import { returnCause, stpVerdict } from './stp-errors.ts'
import { callbackState, stpState } from './stp-states.ts'

describe('stpState', () => {
  it.each([
    ['LQ', ['LQ', 'TLQ']],
    ['CN', ['CN', 'CL', 'CR', 'CA', 'TCL', 'RL', 'RA', 'RB', 'EL']],
    ['D', ['D', 'TD', 'RE']],
    [
      null,
      ['C', 'PL', 'L', 'PA', 'A', 'E', 'XC', 'XD', 'EA', 'R', 'XR', 'EP', 'EC', 'TC', 'TL', 'TA', 'CCO', ''],
    ],
  ])('reads as %s: %j', (state, codes) => {
    expect(codes.map(stpState)).toEqual(codes.map(() => state))
  })
})

describe('callbackState', () => {
  it.each([
    [
      'LQ',
      [
        'LQ',
        'LIQUIDACION',
        'LIQUIDADA',
        'Liquidación',
        'Liquidado',
        'Success',
        'exito',
        'éxito',
        'TLQ',
        ' lq ',
      ],
    ],
    ['CN', ['CN', 'CANCELACION', 'CANCELADA', 'Cancelación', 'Cancelado', 'Cancel', 'CL', 'CR', 'CA', 'TCL']],
    ['D', ['D', 'DEVOLUCION', 'DEVUELTA', 'Devolución', 'Devuelto', 'Refund', 'devolucion', 'TD']],
    [null, ['', 'A', 'algo nuevo']],
  ])('reads as %s: %j', (state, spellings) => {
    expect(spellings.map(callbackState)).toEqual(spellings.map(() => state))
  })
})

describe('stpVerdict', () => {
  it('accepts a positive id without an error text only', () => {
    expect(stpVerdict({ id: 9349827 })).toBe('accepted')
    expect(stpVerdict({ id: 3, descripcionError: 'La cuenta No Pertenece a la Empresa' })).toBe('refused')
  })
  it.each([-1, -2, 5, -30, -100, -999, 77])('leaves %i open: it is no definite refusal', (id) => {
    expect(stpVerdict({ id, descripcionError: 'x' })).toBe('unknown')
  })
  it.each([
    ['No se recibió respuesta del servicio', 'unknown'],
    ['Error validando la firma', 'refused'],
    ['Firma invalida No entity found for query', 'refused'],
    ['El campo monto es obligatorio', 'refused'],
  ])('reads 0 by its text: %s', (descripcionError, verdict) => {
    expect(stpVerdict({ id: 0, descripcionError })).toBe(verdict)
  })
})

describe('returnCause', () => {
  it.each([
    [1, 'Cuenta inexistente'],
    ['1', 'Cuenta inexistente'],
    ['Cuenta rara', 'Cuenta rara'],
    ['', null],
    [null, null],
  ])('puts %j in words', (cause, words) => {
    expect(returnCause(cause)).toBe(words)
  })
})
