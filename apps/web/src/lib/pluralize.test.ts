import { expect, test } from 'vitest'
import { countText, pluralize } from './pluralize.ts'

test.each([
  [undefined, '\u00a0'],
  [0, '0 órdenes'],
  [1, '1 orden'],
  [2345, '2,345 órdenes'],
])('formats %s as «%s»', (count, text) => expect(pluralize(count, 'orden', 'órdenes')).toBe(text))

test('a capped count is «más de» its number', () => {
  expect(countText({ count: 10_000, isCapped: true }, 'orden', 'órdenes')).toBe('más de 10,000 órdenes')
  expect(countText({ count: 10_000, isCapped: false }, 'orden', 'órdenes')).toBe('10,000 órdenes')
})
