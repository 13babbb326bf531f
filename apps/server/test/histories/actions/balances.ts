import { useBalance } from '../../../src/lending/payments/commands/use-balance.ts'
import {
  approveRequest,
  refuseRequest,
  withdrawRequest,
} from '../../../src/platform/approvals/commands/decide-approval.ts'
import { requestRefund } from '../../../src/treasury/refunds/commands/request-refund.ts'
import { payReceivable } from '../../../src/treasury/worker-accounts/commands/pay-receivable.ts'
import type { Step } from '../steps.ts'
import type { World } from '../world.ts'
import { type Action, aim, choose, command, scale } from './action.ts'

const owing = ['active', 'overdue'] as const

/** All of an amount in 4 of 10 cases, else a part; a wild step asks for one centavo more than there is. */
function partOf(amount: number, { choice, wild }: Step): number {
  if (wild) return amount + 1
  return choice < 0.4 ? amount : scale(choice, 1, amount)
}

/** Selects a worker with a balance; a wild step selects any who ever had one. */
function pickCreditor({ seen }: World, { wild, detail }: Step) {
  return choose(
    seen.accounts.filter(({ balance_cents }) => wild || balance_cents > 0),
    detail,
  )
}

const nameOf = ({ people }: World, user_id: number) =>
  user_id === people.worker.id ? 'the worker' : 'the colleague'

/** The worker, or staff, pay a loan with the worker's balance. */
const spendBalance: Action = (world, step) => {
  const { people, seen } = world
  const account = seen.accounts.find(({ user_id }) => user_id === people.worker.id)
  const loan = aim(world, step, owing)
  if (loan === undefined || account === undefined || account.balance_cents === 0) return null
  const limit = Math.max(1, Math.min(account.balance_cents, loan.amount_due_cents))
  const body = { amount_paid: partOf(limit, step), previous_amount_due: loan.amount_due_cents }
  const [who, name] = step.detail < 0.6 ? [people.worker, 'the worker'] : [people.manager, 'a manager']
  return command(world, {
    who,
    text: `${name} pays ${body.amount_paid} centavos of a loan with the balance`,
    run: (deps, context) => useBalance(deps, context, { loan_id: loan.id, body }),
  })
}

/** A worker, or staff, ask for a refund of a balance. */
const askRefund: Action = (world, step) => {
  const account = pickCreditor(world, step)
  if (account === undefined) return null
  const { worker, colleague, manager, admin } = world.people
  const { user_id } = account
  const self = user_id === worker.id ? worker : colleague
  const [who, name] = choose(
    [
      [self, 'its worker'],
      [manager, 'a manager'],
      [admin, 'an admin'],
    ] as const,
    step.choice,
  ) ?? [self, '']
  const amount = partOf(account.balance_cents, step)
  return command(world, {
    who,
    text: `${name} asks for a refund of ${amount} centavos to ${nameOf(world, user_id)}`,
    run: (deps, context) => requestRefund(deps, context, { user_id, amount }),
  })
}

/** Staff pay what a worker owes apart from the loans with the worker's balance. */
const payOwed: Action = (world, step) => {
  const debtors = world.seen.accounts.filter(({ receivable_cents }) => receivable_cents > 0)
  const account = choose(debtors, step.detail)
  if (account === undefined || account.balance_cents === 0) return null
  const amount = partOf(Math.min(account.balance_cents, account.receivable_cents), step)
  return command(world, {
    who: world.people.manager,
    text: `staff pay ${amount} centavos that ${nameOf(world, account.user_id)} owes apart with the balance`,
    run: (deps, context) => payReceivable(deps, context, { user_id: account.user_id, amount }),
  })
}

const approvedShare = 0.85

/** A second person approves or refuses a request; in a wild step the requester tries to. */
const decide: Action = (world, { choice, detail, wild }) => {
  const request = choose(world.seen.approvals, choice)
  if (request === undefined) return null
  const { admin, manager } = world.people
  const is_own = request.requested_by === admin.id
  const who = is_own === wild ? admin : manager
  const { id, action } = request
  if (detail < approvedShare)
    return command(world, {
      who,
      text: `a second person approves ${action}`,
      run: (deps, context) => approveRequest(deps, context, id),
    })
  return command(world, {
    who,
    text: `a second person refuses ${action}`,
    run: (deps, context) => refuseRequest(deps, context, { id, reason: 'No procede' }),
  })
}

const withdraw: Action = (world, { choice }) => {
  const request = choose(world.seen.approvals, choice)
  if (request === undefined) return null
  const who = Object.values(world.people).find(({ id }) => id === request.requested_by)
  if (who === undefined) return null
  return command(world, {
    who,
    text: `the requester withdraws ${request.action}`,
    run: (deps, context) => withdrawRequest(deps, context, request.id),
  })
}

/** Actions on workers' balances and on requests that need two people. */
export const balanceActions = {
  useBalance: spendBalance,
  askRefund,
  payOwed,
  decide,
  withdrawRequest: withdraw,
}
