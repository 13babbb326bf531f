import { expect, it } from 'vitest'
import { ownDecisionLabel } from './own-decision.ts'

it.each([
  [null, 'Retirada por ti'],
  ['2026-11-14T18:05:00Z', 'No la tomaste'],
])('calls a loan approved at %s and ended by its worker «%s»', (approved_at, label) => {
  expect(ownDecisionLabel({ approved_at })).toBe(label)
})
