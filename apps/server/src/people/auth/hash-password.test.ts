import { expect, test } from 'vitest'
import { hashPassword, verifyPassword } from './commands/hash-password.ts'

test('verifies the right password only, and nothing without a stored hash', async () => {
  const stored = await hashPassword('Quincena-2026')
  expect(await verifyPassword(stored, 'Quincena-2026')).toBe(true)
  expect(await verifyPassword(stored, 'Quincena-2027')).toBe(false)
  expect(await verifyPassword(null, 'Quincena-2026')).toBe(false)
})

test('answers 503 when an address has 20 passwords waiting, and lets another address take its turn before them', async () => {
  const stored = await hashPassword('Quincena-2026')
  const ended: string[] = []
  const check = (owner: string) =>
    verifyPassword(stored, 'x', owner)
      .then(() => ended.push(owner))
      .catch((error: unknown) => error)
  const flood = Array.from({ length: 30 }, () => check('192.0.2.1'))
  const other = check('192.0.2.2')
  const outcomes = await Promise.all(flood)
  await other
  const refused = outcomes.filter((outcome) => typeof outcome !== 'number')
  expect(refused.length).toBeGreaterThanOrEqual(7)
  expect(refused.length).toBeLessThanOrEqual(9)
  for (const error of refused)
    expect(error).toMatchObject({ code: 'server.unavailable', status: 503, retry_after_s: 5 })
  expect(ended.indexOf('192.0.2.2')).toBeLessThan(10)
})
