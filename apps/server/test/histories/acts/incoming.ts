import {
  dismissIncomingPayment,
  reopenIncomingPayment,
} from '../../../src/features/incoming-payments/commands/dismiss-incoming-payment.ts'
import { confirmIncomingPayment } from '../../../src/features/payments/commands/confirm-incoming-payment.ts'
import { tellAbono } from '../../incoming.ts'
import type { Step } from '../steps.ts'
import type { Loan, World } from '../world.ts'
import { type Act, aim, choose, command, loanName, scale } from './act.ts'

const owing = ['active', 'overdue'] as const
const cents = 100

/** What a payer may write so that the money is found for its loan, or is not. */
function clueOf(loan: Loan, detail: number): object {
  if (detail < 0.4) return { referenciaNumerica: loan.id }
  return detail < 0.8 ? { conceptoPago: `PAGO ${loan.folio}` } : { conceptoPago: 'PAGO' }
}

/** Money arrives for a loan, exactly what is owed or more or less; or STP tells again of what had arrived. */
const abono: Act = (world, step) => {
  const { ctx, abonos } = world
  const known = choose(abonos, step.detail)
  if (known !== undefined && step.choice < 0.25) {
    const text = `STP tells again of the money that arrived ${abonos.indexOf(known) + 1}.`
    return { text, run: () => tellAbono(ctx, known) }
  }
  const loan = aim(world, step, owing)
  if (loan === undefined) return null
  const { amount_due_cents: due } = loan
  const amount = step.detail < 0.5 && due > 0 ? due : scale(step.detail, 1, 2_000_000)
  const number = abonos.length + 1
  const told = {
    ...clueOf(loan, step.detail),
    id: 50_000_000 + number,
    claveRastreo: `ABONO${String(number).padStart(7, '0')}`,
    monto: amount / cents,
  }
  return {
    text: `${amount} centavos arrive for ${loanName(world, loan.id)}`,
    run() {
      abonos.push(told)
      return tellAbono(ctx, told)
    },
  }
}

function pick(world: World, step: Step, status: string) {
  const { incoming } = world.seen
  return choose(step.wild ? incoming : incoming.filter((one) => one.status === status), step.detail)
}

const confirm: Act = (world, step) => {
  const arrived = pick(world, step, 'open')
  const loan = aim(world, step, owing)
  if (arrived === undefined || loan === undefined) return null
  const { amount_due_cents: due } = loan
  const amount_paid = Math.max(1, Math.min(arrived.amount_cents, due))
  const body = { loan_request: loan.id, amount_paid, previous_amount_due: due }
  return command(world, {
    who: world.people.manager,
    text: `staff confirm ${amount_paid} of the ${arrived.amount_cents} centavos for ${loanName(world, loan.id)}`,
    run: (deps, context) => confirmIncomingPayment(deps, context, { incoming_payment_id: arrived.id, body }),
  })
}

const dismiss: Act = (world, step) => {
  const arrived = pick(world, step, 'open')
  if (arrived === undefined) return null
  return command(world, {
    who: world.people.manager,
    text: `staff put ${arrived.amount_cents} centavos that arrived aside`,
    run: (deps, context) =>
      dismissIncomingPayment(deps, context, { id: arrived.id, reason: 'No es un pago' }),
  })
}

const reopen: Act = (world, step) => {
  const arrived = pick(world, step, 'dismissed')
  if (arrived === undefined) return null
  return command(world, {
    who: world.people.manager,
    text: `staff take ${arrived.amount_cents} centavos that arrived up again`,
    run: (deps, context) => reopenIncomingPayment(deps, context, arrived.id),
  })
}

export const incomingActs = { abono, confirm, dismiss, reopen }
