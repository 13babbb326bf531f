import { expect, test } from 'vitest'
import { callerFilter } from './caller-filter.ts'

test('allows every address without a list', () => {
  expect(callerFilter(undefined)('203.0.113.9')).toBe(true)
})

test.each([
  ['200.1.2.3', true],
  ['::ffff:200.1.2.3', true],
  ['200.1.2.4', false],
  ['10.8.255.1', true],
  ['10.9.0.1', false],
  ['2001:db8::7', true],
  ['2001:db9::7', false],
])('with a list, %s is allowed: %s', (ip, allowed) => {
  expect(callerFilter(['200.1.2.3', '10.8.0.0/16', '2001:db8::/32'])(ip)).toBe(allowed)
})

test.each(['stp.example', '10.8.0.0/', '10.8.0.0/x', '10.8.0.0/16/8', ''])(
  'throws at creation for the entry «%s»',
  (entry) => {
    expect(() => callerFilter([entry])).toThrow(
      `STP_WEBHOOK_ALLOW: ${entry} is neither an address nor a range`,
    )
  },
)
