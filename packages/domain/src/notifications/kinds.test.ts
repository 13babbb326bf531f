import { expect, test } from 'vitest'
import { categoryOf } from './kinds.ts'

test.each([
  ['sent:5:17', 'money'],
  ['settled:5:17', 'money'],
  ['approved:5:2026-11-20', 'offer'],
  ['rejected:5:2026-11-20', 'request'],
  ['paid:5:3', 'payment'],
  ['overdue:5:2026-11-15', 'problem'],
  ['security:9', 'security'],
  ['import:4', 'message'],
  ['no-such-kind:4', 'message'],
  [null, 'message'],
])('gives the reason %s the category %s', (reason, category) => {
  expect(categoryOf(reason)).toBe(category)
})
