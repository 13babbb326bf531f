import { beforeEach, expect, test } from 'vitest'
import { loanItemOf } from '../../../test/loan.ts'
import { workerOf } from '../../../test/worker-screen.tsx'
import { endSession, openSession } from '../../lib/session.ts'
import { lastSeen, rememberLoans } from './last-seen.ts'

const loan = loanItemOf('active', { id: 7, amount: 1_000_000, amount_due: 950_050 })
const at_ms = Date.parse('2026-11-20T16:32:00Z')

beforeEach(() => openSession('secret', workerOf({ first_name: 'Ana' })))

test('keeps what is shown of a loan, in centavos, and nothing else of anybody', () => {
  rememberLoans([loan], at_ms)
  const { id, type, folio, state, next_payment_date } = loan
  expect(lastSeen()).toEqual({
    first_name: 'Ana',
    at: '2026-11-20T16:32:00.000Z',
    loans: [{ id, type, folio, state, next_payment_date, amount: 1_000_000, amount_due: 950_050 }],
  })
  expect(localStorage.getItem('quincena.last-seen')).not.toContain('secret')
})

test('the end of a session forgets it, and a guest leaves nothing', () => {
  rememberLoans([loan], at_ms)
  endSession()
  expect(lastSeen()).toBeNull()
  rememberLoans([loan], at_ms)
  expect(lastSeen()).toBeNull()
})

test('what another version kept, or somebody changed, is as good as nothing', () => {
  localStorage.setItem('quincena.last-seen', '{"loans":[{"id":"x"}]}')
  expect(lastSeen()).toBeNull()
})
