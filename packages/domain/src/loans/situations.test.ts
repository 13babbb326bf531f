import { expect, test } from 'vitest'
import { LOAN_STATES } from './rules.ts'
import { SITUATIONS, situationOf, stateOfSituation } from './situations.ts'

test.each(LOAN_STATES)('a loan that is %s has one situation, which selects that state', (state) => {
  const situation = situationOf({ state, in_clarification: false })
  expect(stateOfSituation(situation)).toBe(state)
})

test('a loan in clarification is in review, unless its payout came back', () => {
  expect(situationOf({ state: 'active', in_clarification: true })).toBe('in_review')
  expect(situationOf({ state: 'disbursing', in_clarification: true })).toBe('in_review')
  expect(situationOf({ state: 'payout_returned', in_clarification: true })).toBe('returned')
  expect(stateOfSituation('in_review')).toBeUndefined()
})

test('every situation but «in review» is that of a state', () => {
  const found = LOAN_STATES.map((state) => situationOf({ state, in_clarification: false }))
  expect(SITUATIONS.filter((situation) => !found.includes(situation))).toEqual(['in_review'])
})
