import { describe, expect, it } from 'vitest'
import { stpOutcome, stpRemedy, stpReturnCause } from './stp-states.ts'

describe('stpOutcome', () => {
  it.each([
    ['LQ', ['LQ', 'LIQUIDACION', 'LIQUIDADA', 'LIQUIDADO', 'Liquidación', 'Liquidada', 'Liquidado']],
    ['LQ', ['Success', 'exito', 'éxito', 'TLQ', ' lq ']],
    ['CN', ['CN', 'CANCELACION', 'CANCELADA', 'CANCELADO', 'Cancelación', 'Cancelada', 'Cancel']],
    ['CN', ['CL', 'CR', 'CA', 'TCL', 'RL', 'RA', 'RB', 'EL']],
    [
      'D',
      [
        'D',
        'DEVOLUCION',
        'DEVUELTA',
        'DEVUELTO',
        'Devolución',
        'Devuelta',
        'Refund',
        'devolucion',
        'TD',
        'RE',
      ],
    ],
    [
      null,
      ['C', 'PL', 'L', 'PA', 'A', 'E', 'XC', 'XD', 'EA', 'R', 'XR', 'EP', 'EC', 'TC', 'TL', 'TA', 'CCO', ''],
    ],
  ])('reads as %s: %j', (outcome, spellings) => {
    expect(spellings.map(stpOutcome)).toEqual(spellings.map(() => outcome))
  })
})

describe('stpRemedy', () => {
  it.each([-1, -2, 5, -30, -100, -999, 77])('asks after %i, which is no definite refusal', (id) => {
    expect(stpRemedy(id, 'x')).toBe('ask')
  })
  it('asks after 0 unless its message is a definite refusal', () => {
    expect(stpRemedy(0, 'No se recibió respuesta del servicio')).toBe('ask')
    expect(stpRemedy(0, 'Error validando la firma')).toBe('fix_setup')
    expect(stpRemedy(0, 'Firma invalida No entity found for query')).toBe('fix_setup')
    expect(stpRemedy(0, 'El campo monto es obligatorio')).toBe('fix_order')
  })
  it.each([
    [-22, 'fix_order'],
    [-9, 'fix_order'],
    [-200, 'fix_setup'],
    [8, 'fix_order'],
  ])('knows %i as a refusal: %s', (id, remedy) => {
    expect(stpRemedy(id, 'x')).toBe(remedy)
  })
})

describe('stpReturnCause', () => {
  it('reads numbers, digits and text', () => {
    expect(stpReturnCause(1)).toBe('Cuenta inexistente')
    expect(stpReturnCause('1')).toBe('Cuenta inexistente')
    expect(stpReturnCause('Cuenta inexistente')).toBe('Cuenta inexistente')
    expect(stpReturnCause('')).toBeNull()
    expect(stpReturnCause(null)).toBeNull()
  })
})
