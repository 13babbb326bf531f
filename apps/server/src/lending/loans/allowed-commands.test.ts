import { randomUUID } from 'node:crypto'
import { LOAN_STATES, type LoanState } from '@quincena/domain/loans/rules'
import type { InjectOptions } from 'fastify'
import { beforeAll, describe, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeLoan, staffHeaders } from '../../../test/loans.ts'

let ctx: TestContext
let desks: Record<'U0' | 'U1', Record<string, string>>
beforeAll(async () => {
  // The states are written directly, without ledger entries: commands check the state before they read those.
  ctx = await createTestContext({ is_ledger_checked: false })
  desks = { U0: await staffHeaders(ctx, 'U0'), U1: await staffHeaders(ctx, 'U1') }
})

/** A loan whose state is written directly. */
async function loanIn(state: LoanState): Promise<number> {
  const { loan } = await makeLoan(ctx)
  await ctx.deps.db.updateTable('loan').set({ state }).where('id', '=', loan.id).execute()
  return loan.id
}

type Call = (id: number) => InjectOptions
const body = { amount_paid: 1, previous_amount_due: 7 }

const calls = {
  edit: (id) => ({ method: 'PATCH', url: `/loan/${id}`, payload: { amount: 6000 } }),
  approve: (id) => ({ method: 'PATCH', url: `/loan/${id}`, payload: { status: 'APP' } }),
  reject: (id) => ({ method: 'PATCH', url: `/loan/${id}`, payload: { status: 'REJ', reason: 'No' } }),
  pay: (id) => ({ method: 'POST', url: '/loan/payment', payload: { loan_request: id, ...body } }),
  settle: (id) => ({ method: 'POST', url: `/loan/${id}/payoff`, payload: body }),
  cancel: (id) => ({ method: 'POST', url: `/loan/${id}/cancel`, payload: { reason: 'No' } }),
  remove: (id) => ({ method: 'DELETE', url: `/loan/${id}` }),
} as const satisfies Record<string, Call>
type Command = keyof typeof calls

async function answerTo(name: Command, state: LoanState, role: 'U0' | 'U1') {
  const options: InjectOptions = calls[name](await loanIn(state))
  const answer = await ctx.app.inject({
    ...options,
    url: `${ctx.api}${options.url}`,
    headers: { ...desks[role], 'idempotency-key': randomUUID() },
  })
  return answer.statusCode < 300 ? 'done' : answer.json().code
}

/** States that allow each command. `debt_changed` means that the state is allowed: that check comes next. */
const allowedIn: Record<
  Command,
  { states: LoanState[]; answer: string; refusal: (state: LoanState) => string }
> = {
  edit: { states: ['requested'], answer: 'done', refusal: () => 'loan.not_editable' },
  approve: { states: ['requested', 'rejected'], answer: 'done', refusal: () => 'loan.transition_refused' },
  reject: { states: ['requested', 'approved'], answer: 'done', refusal: () => 'loan.transition_refused' },
  pay: { states: ['active', 'overdue'], answer: 'debt_changed', refusal: notInForce },
  settle: { states: ['active', 'overdue'], answer: 'debt_changed', refusal: notInForce },
  cancel: { states: ['payout_returned'], answer: 'done', refusal: notCancellable },
  remove: { states: [...LOAN_STATES], answer: 'done', refusal: () => '' },
}

/** The signed loan of this test has no order that could be withdrawn. */
function notCancellable(state: LoanState): string {
  return state === 'disbursing' ? 'loan.payout_left' : 'loan.not_returned'
}

function notInForce(state: LoanState): string {
  return state === 'completed' ? 'payment.settled' : 'loan.not_active'
}

const commands = Object.keys(calls).filter((name): name is Command => name in calls)
const adminsOnly: readonly Command[] = ['cancel', 'remove']

describe.each(LOAN_STATES)('§4 a loan that is %s', (state) => {
  test.each(commands)(
    '%s: admin and manager get the answer of the life-cycle table [B4.5 B6.7]',
    async (name) => {
      const { states, answer, refusal } = allowedIn[name]
      const expected = states.includes(state) ? answer : refusal(state)
      expect(await answerTo(name, state, 'U0')).toBe(expected)
      expect(await answerTo(name, state, 'U1')).toBe(adminsOnly.includes(name) ? 'route.forbidden' : expected)
    },
  )
})
