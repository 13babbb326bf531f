import { expect, test } from 'vitest'
import { APPROVAL_STATES, decisionProblem, withdrawalProblem } from './rules.ts'

const open = {
  action: 'refund.release',
  state: 'open',
  requested_by: 1,
  deciders: 'staff',
  subject: 'user',
  subject_id: 9,
} as const
const admin = { id: 2, user_type: 'U0' } as const
const manager = { id: 3, user_type: 'U1' } as const
const worker = { id: 4, user_type: 'U2' } as const

test.each([
  ['an admin', open, admin, undefined],
  ['a manager', open, manager, undefined],
  ['a worker', open, worker, 'approval.admin_only'],
  ['the requester', open, { ...admin, id: 1 }, 'approval.own'],
  ['an admin, where admins decide', { ...open, deciders: 'admin' }, admin, undefined],
  ['a manager, where admins decide', { ...open, deciders: 'admin' }, manager, 'approval.admin_only'],
  ['an admin, of a request of the command line', { ...open, requested_by: null }, admin, undefined],
  [
    'the person whom a request of the command line concerns',
    { ...open, requested_by: null, subject_id: 2 },
    admin,
    'approval.about_you',
  ],
  ['the worker whom another person’s request concerns', { ...open, subject_id: 3 }, manager, undefined],
  ['the only admin for themselves', { ...open, requested_by: 2, deciders: 'admin' }, admin, 'approval.own'],
] as const)('the decision by %s', (...[, approval, user, code]) => {
  expect(decisionProblem(approval, user)?.code).toBe(code)
})

test('only an open approval is decided or withdrawn', () => {
  for (const state of APPROVAL_STATES) {
    const problem = state === 'open' ? null : { code: 'approval.not_open', status: 409 }
    expect(decisionProblem({ ...open, state }, admin)).toEqual(problem)
    expect(withdrawalProblem({ ...open, state }, { id: 1 })).toEqual(problem)
  }
})

test('only the requester withdraws', () => {
  expect(withdrawalProblem(open, admin)).toEqual({ code: 'approval.not_own', status: 403 })
})

test.each(['worker.confirm', 'worker.confirm_upload'])('nobody withdraws %s', (action) => {
  const problem = { code: 'approval.not_withdrawable', status: 409 }
  expect(withdrawalProblem({ ...open, action }, { id: 1 })).toEqual(problem)
})
