import { expect, test } from 'vitest'
import { openPart, sealPart } from './sealed-parts.ts'

const [secret, other] = ['a secret of 32 characters or more', 'another secret of 32 characters..']
const place = { name: '2026-11-20T16-00-00Z', path: 'public.loan.rows', index: 1 }
const part = { bytes: Buffer.from('rows of loans'), is_last: false }

test('opens a sealed part with one of several secrets, and never seals alike', () => {
  const sealed = sealPart(secret, place, part)
  expect(openPart([other, secret], place, sealed)).toEqual(part)
  expect(sealPart(secret, place, part).equals(sealed)).toBe(false)
  expect(sealed.includes('loans')).toBe(false)
})

test.each([
  ['another backup', { ...place, name: '2026-11-21T16-00-00Z' }],
  ['another file', { ...place, path: 'public.payment.rows' }],
  ['another place in the file', { ...place, index: 2 }],
])('refuses a part of %s', (_what, elsewhere) => {
  expect(() => openPart([secret], elsewhere, sealPart(secret, place, part))).toThrow(/was altered, or/)
})

test('refuses every altered byte, every cut, and another secret', () => {
  const sealed = sealPart(secret, place, part)
  for (let at = 0; at < sealed.length; at += 1) {
    const altered = Buffer.from(sealed)
    altered.writeUInt8(altered.readUInt8(at) ^ 1, at)
    expect(() => openPart([secret], place, altered), `byte ${at}`).toThrow(/was altered|is not a part/)
    expect(() => openPart([secret], place, sealed.subarray(0, at)), `cut at ${at}`).toThrow(
      /was altered|is not a part/,
    )
  }
  expect(() => openPart([other], place, sealed)).toThrow(/BACKUP_KEY is not the one/)
})
