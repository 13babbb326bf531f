import { businessDay } from '@quincena/domain/dates'
import { CREDIT_MONTHS } from '@quincena/domain/loans/limits'
import { OPEN_STATES } from '@quincena/domain/loans/rules'
import { acceptLoan } from '../../../src/lending/acceptances/commands.ts'
import { requireOffer } from '../../../src/lending/contracts/queries/contracts.ts'
import { findParties } from '../../../src/lending/contracts/queries/draft.ts'
import { cancelLoan } from '../../../src/lending/loans/commands/cancel-loan.ts'
import { deleteLoan } from '../../../src/lending/loans/commands/delete-loan.ts'
import { patchLoan } from '../../../src/lending/loans/commands/patch-loan.ts'
import { requestLoan } from '../../../src/lending/loans/commands/request-loan.ts'
import { updateUser } from '../../../src/people/users/commands/update-user.ts'
import { makeClabe } from '../../factories.ts'
import { showContract } from '../../loans.ts'
import { signatureUrl } from '../../png.ts'
import { contextOf } from '../world.ts'
import { type Action, aim, choose, command, loanName, scale } from './action.ts'

const place = { latitude: 25.6866, longitude: -100.3161 }
const advanceShare = 0.45

/** The worker requests a loan; only a wild step does so while a loan of the same type is open. */
const request: Action = (world, { choice, detail, wild }) => {
  const who = world.people.worker
  const type = choice < advanceShare ? 'advance' : 'credit'
  const open: readonly string[] = OPEN_STATES
  if (!wild && world.seen.loans.some((loan) => loan.type === type && open.includes(loan.state))) return null
  if (type === 'advance') {
    const amount = scale(detail, 10_000, 400_000)
    return command(world, {
      who,
      text: `the worker asks for an advance of ${amount} centavos`,
      run: (deps, context) => requestLoan(deps, context, { type: 'advance', amount }),
    })
  }
  const period = choose(CREDIT_MONTHS, detail) ?? 12
  const amount = scale(choice, 100_000, 4_800_000)
  return command(world, {
    who,
    text: `the worker asks for a credit of ${amount} centavos over ${period} months`,
    run: (deps, context) => requestLoan(deps, context, { type: 'credit', amount, period }),
  })
}

const edit: Action = (world, step) => {
  const loan = aim(world, step, ['requested'])
  if (loan === undefined) return null
  const amount = scale(step.detail, 10_000, loan.amount_cents)
  return command(world, {
    who: world.people.manager,
    text: `staff change ${loanName(world, loan.id)} to ${amount} centavos`,
    run: (deps, context) => patchLoan(deps, context, { loan_id: loan.id, patch: { amount } }),
  })
}

/** A decision by a manager or the loan's owner. */
function decide(
  who: 'manager' | 'worker',
  patch: { status: string; reason?: string },
  states: Parameters<typeof aim>[2],
): Action {
  return (world, step) => {
    const loan = aim(world, step, states)
    if (loan === undefined) return null
    return command(world, {
      who: world.people[who],
      text: `the ${who} says ${patch.status} to ${loanName(world, loan.id)}`,
      run: (deps, context) => patchLoan(deps, context, { loan_id: loan.id, patch }),
    })
  }
}

const remove: Action = (world, step) => {
  const loan = aim(world, step, ['requested', 'rejected'])
  if (loan === undefined || step.detail > 0.5) return null
  return command(world, {
    who: world.people.admin,
    text: `an admin deletes ${loanName(world, loan.id)}`,
    run: (deps, context) => deleteLoan(deps, context, loan.id),
  })
}

const readAgainShare = 0.85

/** The worker signs; in 15 of 100 cases with a contract read earlier, perhaps on another day. */
const accept: Action = (world, step) => {
  const loan = aim(world, step, ['approved'])
  if (loan === undefined) return null
  const { ctx, read, people } = world
  const reads = step.detail < readAgainShare || !read.has(loan.id)
  let contract_sha256 = read.get(loan.id) ?? ''
  const signing = command(world, {
    who: people.worker,
    text: `the worker ${reads ? 'reads and signs' : 'signs'} ${loanName(world, loan.id)}`,
    run: (deps, context) =>
      acceptLoan(deps, context, {
        ...place,
        loan_id: loan.id,
        signature: signatureUrl,
        contract_sha256,
      }),
  })
  return {
    text: signing.text,
    async run(deps) {
      if (reads) {
        const today = businessDay(ctx.clock.now)
        requireOffer(await findParties(deps.db, people.worker, { loan_id: loan.id, today }), today)
        contract_sha256 = await showContract(ctx, { loan, worker: people.worker })
        read.set(loan.id, contract_sha256)
      }
      await signing.run(deps)
    },
  }
}

/** An admin cancels a returned loan, or a signed one: that is refused once its order is claimed. */
const giveUp: Action = (world, step) => {
  const loan = aim(world, step, ['payout_returned', 'disbursing'])
  if (loan === undefined) return null
  return command(world, {
    who: world.people.admin,
    text: `an admin cancels ${loanName(world, loan.id)}`,
    run: (deps, context) => cancelLoan(deps, context, { loan_id: loan.id, reason: 'La cuenta no existe' }),
  })
}

/** Staff change the worker's CLABE. */
const bank: Action = (world, { choice, detail }) => {
  const number = scale(detail, 1_000_000, 99_000_000)
  const patch = { bank: '40012', debit_card_number: makeClabe(number) }
  const { worker, manager, admin } = world.people
  const [who, name] = choice < 0.5 ? [manager, 'a manager'] : [admin, 'an admin']
  return {
    text: `${name} changes the worker's account to number ${number}`,
    run: (deps) =>
      updateUser(deps, contextOf(who, 'bank'), { id: worker.id, patch, requireFactor: () => undefined }),
  }
}

/** Actions on loans: request, decision, signature, cancellation. */
export const loanActions = {
  request,
  edit,
  approve: decide('manager', { status: 'APP' }, ['requested', 'rejected']),
  reject: decide('manager', { status: 'REJ', reason: 'Ingresos insuficientes' }, ['requested', 'approved']),
  withdraw: decide('worker', { status: 'REJ' }, ['requested', 'approved']),
  delete: remove,
  accept,
  giveUp,
  bank,
}
