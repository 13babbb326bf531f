import { describe, expect, it } from 'vitest'
import { callbackFields, keptBody } from './callback-fields.ts'

describe('callbackFields', () => {
  it('keeps every digit of a number', () => {
    const text = '{"monto": 999999999999.990, "n": -1.5e+7, "t": "a \\"1\\" b", "si": true, "no": null}'
    expect(callbackFields(text)).toEqual({
      monto: '999999999999.990',
      n: '-1.5e+7',
      t: 'a "1" b',
      si: true,
      no: null,
    })
  })

  it('omits lists, objects and characters that PostgreSQL cannot store', () => {
    expect(callbackFields('{"a": [1], "b": {"c": 2}, "d": "x\\u0000y\\ud800"}')).toEqual({ d: 'xy\ufffd' })
  })

  it.each(['', 'null', '[]', '"LQ"', '7', '{"estado":', '<xml/>', `${'['.repeat(100_000)}`])(
    'returns null for %.20s',
    (text) => {
      expect(callbackFields(text)).toBeNull()
    },
  )

  it.each([
    ['text', ''],
    ['an unterminated string', '{"a": "'],
  ])('takes linear time for %s', (_what, start) => {
    const timeOf = (count: number) => {
      const text = start + '\\"'.repeat(count)
      const started = performance.now()
      expect(callbackFields(text)).toBeNull()
      return performance.now() - started
    }
    // The least of five times, so that other programs hardly count. 16 times the text would take quadratic code 256
    // times as long.
    const leastTime = (count: number) => Math.min(...Array.from({ length: 5 }, () => timeOf(count)))
    timeOf(64_000)
    expect(leastTime(1_024_000) / leastTime(64_000)).toBeLessThan(64)
  })
})

describe('keptBody', () => {
  it('keeps a flat object as received', () => {
    expect(keptBody('{"id": 9, "estado": "LQ\\u0000"}')).toEqual({ id: 9, estado: 'LQ' })
  })

  it.each(['no json', '{"a": [1]}', '[1]', `{"a": "${'x'.repeat(9000)}"}`])(
    'keeps the first 8,000 characters of %.20s',
    (text) => {
      expect(keptBody(text)).toEqual({ text: text.slice(0, 8000), length: text.length })
    },
  )
})
