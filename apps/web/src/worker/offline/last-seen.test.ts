import { beforeEach, expect, test } from 'vitest'
import { loanItemOf } from '../../../test/loan.ts'
import { workerOf } from '../../../test/worker-screen.tsx'
import { endSession, openSession } from '../../lib/session.ts'
import { lastSeen, rememberLoans } from './last-seen.ts'

const to_pay = { by: '2026-12-15', amount: 100_000 }
const loan = loanItemOf('active', { id: 7, amount: 1_000_000, amount_due: 950_050, to_pay })
const at_ms = Date.parse('2026-11-20T16:32:00Z')

beforeEach(() => openSession('5', workerOf({ first_name: 'Ana' })))

test('stores only the shown fields of a loan, with amounts in centavos', () => {
  rememberLoans([loan], at_ms)
  const { id, type, folio, state } = loan
  expect(lastSeen()).toEqual({
    first_name: 'Ana',
    at: '2026-11-20T16:32:00.000Z',
    loans: [
      {
        ...{ id, type, folio, state, amount: 1_000_000, amount_due: 950_050 },
        ...{ to_pay: { by: '2026-12-15', amount: 100_000 }, overdue: 0, in_clarification: false },
        approved_at: null,
      },
    ],
  })
  expect(localStorage.getItem('quincena.last-seen')).not.toContain('secret')
})

test('removes the loans when the session ends, and stores nothing for a guest', () => {
  rememberLoans([loan], at_ms)
  endSession()
  expect(lastSeen()).toBeNull()
  rememberLoans([loan], at_ms)
  expect(lastSeen()).toBeNull()
})

test('returns null if the stored data is invalid', () => {
  localStorage.setItem('quincena.last-seen', '{"loans":[{"id":"x"}]}')
  expect(lastSeen()).toBeNull()
})
