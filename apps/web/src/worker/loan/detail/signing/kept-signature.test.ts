import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { workerOf } from '../../../../../test/worker-screen.tsx'
import { endSession, loseSession, openSession } from '../../../../lib/session.ts'
import { forgetSignature, keepSignature, keptSignature } from './kept-signature.ts'

const body = {
  signature: 'data:image/png;base64,iVBORw0KGgo=',
  latitude: 19.43,
  longitude: -99.13,
  contract_sha256: 'a'.repeat(64),
}

beforeEach(() => openSession('5', workerOf()))
afterEach(() => {
  endSession()
  vi.restoreAllMocks()
})

test('keeps one signature per loan with its key until it is forgotten', () => {
  const { signed, isKept } = keepSignature(1, body)
  keepSignature(2, body)
  expect(isKept).toBe(true)
  expect(keptSignature(1)).toMatchObject({ key: signed.key, body })
  const again = keepSignature(1, body)
  expect(again.signed.key).not.toBe(signed.key)
  expect(keptSignature(1)?.key).toBe(again.signed.key)
  forgetSignature(1)
  expect(keptSignature(1)).toBeNull()
  expect(keptSignature(2)).not.toBeNull()
})

test.each([
  ['a logout', endSession],
  ['the server ends the session', loseSession],
])('removes signatures from the phone when %s', (_, end) => {
  keepSignature(1, body)
  end()
  expect(localStorage.getItem('quincena.signatures')).toBeNull()
})

test('does not give a signature to another user of the phone', () => {
  keepSignature(1, body)
  openSession('6', workerOf({ id: 99 }))
  expect(keptSignature(1)).toBeNull()
  keepSignature(2, body)
  openSession('7', workerOf())
  expect(keptSignature(1), 'the next signature replaces those of other users').toBeNull()
})

test('says that nothing is kept if the storage is full, and ignores damaged data', () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  expect(keepSignature(1, body).isKept).toBe(false)
  vi.restoreAllMocks()
  localStorage.setItem('quincena.signatures', '[{"loan_id":1}]')
  expect(keptSignature(1)).toBeNull()
})
