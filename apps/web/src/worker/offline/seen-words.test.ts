import { expect, test } from 'vitest'
import { seenText } from './seen-words.ts'

test('says when it was seen: the time today, the day before that, on the clock of Mexico City', () => {
  const at = '2026-11-20T16:32:00Z'
  expect(seenText(at, '2026-11-21T05:59:00Z')).toBe(
    'Sin conexión. Esto es lo último que vimos, de las 10:32.',
  )
  expect(seenText(at, '2026-11-21T06:00:00Z')).toBe(
    'Sin conexión. Esto es lo último que vimos, del 20 de noviembre a las 10:32.',
  )
})
