import { expect, test } from 'vitest'
import { seal, unseal } from './secret-box.ts'

const secrets = { secret_key: 'a'.repeat(64) }
const context = { purpose: 'prueba', owner: 7 }

test('decrypts a sealed text only with the same owner, purpose and secret', () => {
  const sealed = seal(secrets, 'JBSWY3DPEHPK3PXP', context)
  expect(unseal(secrets, sealed, context)).toBe('JBSWY3DPEHPK3PXP')
  expect(sealed.includes('JBSWY3DPEHPK3PXP')).toBe(false)
  expect(seal(secrets, 'JBSWY3DPEHPK3PXP', context).equals(sealed)).toBe(false)
  expect(() => unseal(secrets, sealed, { ...context, owner: 8 })).toThrow()
  expect(() => unseal(secrets, sealed, { ...context, purpose: 'otra' })).toThrow()
  expect(() => unseal({ secret_key: 'b'.repeat(64) }, sealed, context)).toThrow()
  const changed = Buffer.from(sealed)
  changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1
  expect(() => unseal(secrets, changed, context)).toThrow()
})
