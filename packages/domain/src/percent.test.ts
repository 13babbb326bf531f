import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { percentText, readPercent } from './percent.ts'

describe('readPercent', () => {
  test.each([
    ['18', 0.18],
    ['18 %', 0.18],
    ['18%', 0.18],
    [' 18.0 ', 0.18],
    ['18.5', 0.185],
    ['18,5', 0.185],
    ['0', 0],
    ['0.1', 0.001],
    ['29', 0.29],
    ['57', 0.57],
    ['100', 1],
    ['1800', 18],
  ])('reads %j as %d', (text, fraction) => {
    expect(readPercent(text)).toEqual({ fraction })
  })

  test.each(['', '-1', 'mucho', '18.', '.5', '1e2', '1 8', '18 % anual', '1,800.5', '٣'])(
    '%j is no number',
    (text) => {
      expect(readPercent(text)).toEqual({ fault: 'no_number' })
    },
  )

  test.each(['0.18', '18.55', '1,801', '18.01 %'])('%j has too many decimals', (text) => {
    expect(readPercent(text)).toEqual({ fault: 'too_fine' })
  })
})

test('a fraction of 3 decimals is read back exactly as it was written', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999 }), (thousandths) => {
      const fraction = Number(`${thousandths}e-3`)
      expect(readPercent(percentText(fraction))).toEqual({ fraction })
    }),
  )
})
