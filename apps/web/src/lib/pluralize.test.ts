import { expect, test } from 'vitest'
import { pluralize } from './pluralize.ts'

test.each([
  [undefined, '\u00a0'],
  [0, '0 órdenes'],
  [1, '1 orden'],
  [2345, '2,345 órdenes'],
])('formats %s as «%s»', (count, text) => expect(pluralize(count, 'orden', 'órdenes')).toBe(text))
