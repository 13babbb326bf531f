import { expect, test } from 'vitest'
import { mayEditUser } from './rules.ts'

test.each([
  ['U0', 'U0', true],
  ['U0', 'U2', true],
  ['U1', 'U0', false],
  ['U1', 'U1', false],
  ['U1', 'U2', true],
])('a user of type %s may edit one of type %s: %s', (me, one, expected) => {
  expect(mayEditUser({ user_type: me }, { user_type: one })).toBe(expected)
})
