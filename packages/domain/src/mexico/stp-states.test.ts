import { describe, expect, it } from 'vitest'
import { stpOutcome, stpReturnCause } from './stp-states.ts'

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
  ])('returns %s for %j [B4.19 B9.28]', (outcome, spellings) => {
    expect(spellings.map(stpOutcome)).toEqual(spellings.map(() => outcome))
  })
})

describe('stpReturnCause', () => {
  it('reads numbers, digits and text, and returns null for none', () => {
    expect(stpReturnCause(1)).toBe('Cuenta inexistente')
    expect(stpReturnCause('1')).toBe('Cuenta inexistente')
    expect(stpReturnCause('Cuenta inexistente')).toBe('Cuenta inexistente')
    expect(stpReturnCause('')).toBeNull()
    expect(stpReturnCause(null)).toBeNull()
  })
})
