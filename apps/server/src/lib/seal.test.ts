import { expect, test } from 'vitest'
import { seal, unseal } from './seal.ts'

const secrets = { secret_key: 'a'.repeat(64) }
const kept = { purpose: 'prueba', owner: 7 }

test('what was sealed opens for the same owner, purpose and secret, and for nothing else', () => {
  const sealed = seal(secrets, 'JBSWY3DPEHPK3PXP', kept)
  expect(unseal(secrets, sealed, kept)).toBe('JBSWY3DPEHPK3PXP')
  expect(sealed.includes('JBSWY3DPEHPK3PXP')).toBe(false)
  expect(seal(secrets, 'JBSWY3DPEHPK3PXP', kept).equals(sealed)).toBe(false)
  expect(() => unseal(secrets, sealed, { ...kept, owner: 8 })).toThrow()
  expect(() => unseal(secrets, sealed, { ...kept, purpose: 'otra' })).toThrow()
  expect(() => unseal({ secret_key: 'b'.repeat(64) }, sealed, kept)).toThrow()
  const changed = Buffer.from(sealed)
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1
  expect(() => unseal(secrets, changed, kept)).toThrow()
})
