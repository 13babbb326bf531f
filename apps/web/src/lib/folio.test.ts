import { expect, test } from 'vitest'
import { keepFolios } from './folio.ts'

test('folios stay whole, and nothing else changes', () => {
  expect(keepFolios('Tu crédito C-000138 y A-000140.')).toBe('Tu crédito C-\u2060000138 y A-\u2060000140.')
  expect(keepFolios('Del 3-000138 no-es')).toBe('Del 3-000138 no-es')
})
