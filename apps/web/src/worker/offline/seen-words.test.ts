import { expect, test } from 'vitest'
import { seenText } from './seen-words.ts'

test('shows the time for today, and day and time for another day, in Mexico City time', () => {
  const at = '2026-11-20T16:32:00Z'
  expect(seenText(at, '2026-11-21T05:59:00Z')).toBe('Sin conexión. Visto hoy a las 10:32.')
  expect(seenText(at, '2026-11-21T06:00:00Z')).toBe('Sin conexión. Visto el 20 de noviembre a las 10:32.')
})
