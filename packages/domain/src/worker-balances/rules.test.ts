import { describe, expect, test } from 'vitest'
import { messages } from '../messages.ts'
import { isOpenRefund, type RefundFacts, type RefundOrder, refundProblem, refundState } from './rules.ts'

const order = (status: RefundOrder['status'], state: RefundOrder['state'] = null, is_contested = false) => ({
  ...{ status, state, is_contested },
})

describe('the state of a refund', () => {
  test.each([
    ['open', null, 'requested'],
    ['refused', null, 'refused'],
    ['withdrawn', null, 'withdrawn'],
    ['stale', null, 'stale'],
    ['approved', order('pending'), 'sending'],
    ['approved', order('unknown'), 'sending'],
    ['approved', order('sent'), 'sending'],
    ['approved', order('sent', 'LQ'), 'paid'],
    ['approved', order('failed'), 'back'],
    ['approved', order('sent', 'CN'), 'back'],
    ['approved', order('sent', 'D'), 'back'],
    ['approved', order('review'), 'in_review'],
    ['approved', order('sent', 'LQ', true), 'in_review'],
  ] as const)('with the approval %s and the order %o is %s', (approval, transfer, state) => {
    expect(refundState(approval, transfer)).toBe(state)
  })

  test('is open until it has an outcome', () => {
    expect(isOpenRefund('in_review')).toBe(true)
    expect(isOpenRefund('back')).toBe(false)
  })
})

const possible: RefundFacts = {
  ...{ balance: 1_000, receivable: 0, unproved: 0, amount: 1_000 },
  ...{ has_account: true, account_obstacle: null },
  ...{ has_open_refund: false, has_open_payout: false },
}

test.each([
  [{}, undefined],
  [{ amount: 1_001 }, 'refund.above_balance'],
  [{ receivable: 1 }, 'refund.owes_apart'],
  [{ receivable: 400, amount: 600 }, undefined],
  [{ unproved: 1 }, 'refund.unproved'],
  [{ unproved: 2_000, amount: 1 }, 'refund.unproved'],
  [{ unproved: 400, amount: 600 }, undefined],
  [{ unproved: 400, receivable: 1, amount: 600 }, 'refund.unproved'],
  [{ has_account: false }, 'refund.account_missing'],
  [{ account_obstacle: 'mismatch' }, 'refund.account_mismatch'],
  [{ account_obstacle: 'verifying' }, undefined],
  [{ account_obstacle: 'unconfirmed' }, undefined],
  [{ has_open_refund: true }, 'refund.in_progress'],
  [{ has_open_payout: true }, 'refund.payout_in_progress'],
] as const)('a request with %o gives the code %s', (change, code) => {
  expect(refundProblem('request', { ...possible, ...change })?.code).toBe(code)
})

test.each([
  ['mismatch', 'refund.account_mismatch'],
  ['verifying', 'refund.account_verifying'],
  ['unconfirmed', 'refund.account_unconfirmed'],
] as const)('a release to an account that is %s gives the code %s', (account_obstacle, code) => {
  expect(refundProblem('release', { ...possible, account_obstacle })?.code).toBe(code)
})

test.each([
  [{ amount: 1_001 }],
  [{ receivable: 1 }],
  [{ has_account: false }],
  [{ has_open_refund: true }],
  [{ has_open_payout: true }],
  [{ account_obstacle: 'mismatch' }],
] as const)('the text of a request with %o fits staff and the worker alike', (change) => {
  const { code, detail } = refundProblem('request', { ...possible, ...change }) ?? {}
  const texts = [detail, code && messages[code]].filter((text) => text !== undefined)
  expect(texts.length).toBeGreaterThan(0)
  for (const text of texts) expect(text).not.toMatch(/trabajador|\b(Debe|sus?)\b/)
})
