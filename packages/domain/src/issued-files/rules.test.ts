import { expect, test } from 'vitest'
import { maskFolio } from './rules.ts'

test.each([
  ['C-000123', 'C-••••23'],
  ['A-1000007', 'A-•••••07'],
  ['CNA-000012', 'CNA-••••12'],
])('masks the folio %s as %s', (folio, masked) => {
  expect(maskFolio(folio)).toBe(masked)
})
