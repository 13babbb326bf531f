import { expect, it } from 'vitest'
import { isSignersName } from './typed-signature.ts'

it.each([
  ['María López Núñez', true],
  ['  maria  LOPEZ nunez ', true],
  ['María López', false],
  ['Maria Lopez Nunes', false],
  ['', false],
  [' ', false],
])('takes the typed name «%s» as that of María López Núñez: %s', (typed, is_own) => {
  expect(isSignersName(typed, 'María López Núñez')).toBe(is_own)
})

it('takes no empty name for a person without a name', () => {
  expect(isSignersName('', '')).toBe(false)
})
