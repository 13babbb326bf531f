import { expect, test } from 'vitest'
import {
  approvalLimit,
  DEFAULT_LOAN_LIMITS,
  exceededLimit,
  isAboveApproverDay,
  isAboveLimit,
} from './duties.ts'

const none = { approver: 0, company: 0, lender: 0 }
const limits = DEFAULT_LOAN_LIMITS

test.each([
  ['at the limit of one loan', 5_000_000, none, null],
  ['above it', 5_000_001, none, '$50,000.00 por solicitud'],
  ['at the limit of an approver', 5_000_000, { ...none, approver: 25_000_000 }, null],
  ['above it', 5_000_000, { ...none, approver: 25_000_001 }, '$300,000.00 al día por quien aprueba'],
  ['above that of the company', 1, { ...none, company: 100_000_000 }, '$1,000,000.00 al día por empresa'],
  ['above that of the lender', 1, { ...none, lender: 500_000_000 }, '$5,000,000.00 al día en total'],
])('%s', (...[, amount, sums, text]) => {
  expect(exceededLimit(limits, { amount, company_id: 1 }, sums)).toBe(text)
})

test('one person is enough at a limit', () => {
  expect([isAboveLimit(100, 100), isAboveLimit(101, 100)]).toEqual([false, true])
})

test('a company may have a limit of its own', () => {
  const own = { ...limits, companies: [{ company: 7, approval: 100 }] }
  expect([approvalLimit(own, 7), approvalLimit(own, 8), approvalLimit(own, null)]).toEqual([
    100, 5_000_000, 5_000_000,
  ])
})

test.each([
  ['up to the sum', 5_000_000, 25_000_000, false],
  ['above it', 5_000_000, 25_000_001, true],
  ['a first loan above it', 31_000_000, 0, false],
])('a second approving person, %s', (...[, amount, before, isAbove]) => {
  expect(isAboveApproverDay(limits, amount, before)).toBe(isAbove)
  expect(isAboveApproverDay({ ...limits, per_approver: 0 }, amount, before)).toBe(false)
})
