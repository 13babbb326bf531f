import { describe, expect, it } from 'vitest'
import { callbackFields, keptBody } from './callback-fields.ts'

describe('the fields of a callback', () => {
  it('keep every digit of a number, and strings as they are', () => {
    const text = '{"monto": 999999999999.990, "n": -1.5e+7, "t": "a \\"1\\" b", "si": true, "no": null}'
    expect(callbackFields(text)).toEqual({
      monto: '999999999999.990',
      n: '-1.5e+7',
      t: 'a "1" b',
      si: true,
      no: null,
    })
  })

  it('leave lists and objects out, and what PostgreSQL cannot keep', () => {
    expect(callbackFields('{"a": [1], "b": {"c": 2}, "d": "x\\u0000y\\ud800"}')).toEqual({ d: 'xy\ufffd' })
  })

  it.each(['', 'null', '[]', '"LQ"', '7', '{"estado":', '<xml/>', `${'['.repeat(100_000)}`])(
    'are none in %.20s',
    (text) => {
      expect(callbackFields(text)).toBeNull()
    },
  )

  it('take no longer than the body is long, also where no string ends', () => {
    const started = performance.now()
    expect(callbackFields('\\"'.repeat(1_000_000))).toBeNull()
    expect(callbackFields(`{"a": "${'\\"'.repeat(1_000_000)}`)).toBeNull()
    expect(performance.now() - started).toBeLessThan(5000)
  })
})

describe('what is kept', () => {
  it('is a flat object as it came', () => {
    expect(keptBody('{"id": 9, "estado": "LQ\\u0000"}')).toEqual({ id: 9, estado: 'LQ' })
  })

  it.each(['no json', '{"a": [1]}', '[1]', `{"a": "${'x'.repeat(9000)}"}`])(
    'of anything else is its beginning: %.20s',
    (text) => {
      expect(keptBody(text)).toEqual({ text: text.slice(0, 8000), length: text.length })
    },
  )
})
