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
    const cpuTimeOf = (count: number, repeats: number) => {
      const text = start + '\\"'.repeat(count)
      const before = process.threadCpuUsage()
      for (let round = 0; round < repeats; round += 1) expect(callbackFields(text)).toBeNull()
      const { user, system } = process.threadCpuUsage(before)
      return user + system
    }
    // This thread's time, because other programs do not count in it. Quadratic code would take 64 times as long for one
    // long text as for 64 short ones of the same length in all.
    cpuTimeOf(64_000, 5)
    expect(cpuTimeOf(4_096_000, 1) / cpuTimeOf(64_000, 64)).toBeLessThan(16)
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
