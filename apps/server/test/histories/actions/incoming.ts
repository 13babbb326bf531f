import type { Deps } from '../../../src/deps.ts'
import { paymentMessage } from '../../../src/integrations/stp/simulator/messages.ts'
import { registerIncomingPayment } from '../../../src/lending/payments/commands/register-incoming-payment.ts'
import { checkWaitingPayments } from '../../../src/treasury/incoming-payments/commands/check-waiting-payments.ts'
import {
  dismissIncomingPayment,
  reopenIncomingPayment,
} from '../../../src/treasury/incoming-payments/commands/dismiss-incoming-payment.ts'
import { receivePaymentCallback } from '../../../src/treasury/transfers/commands/receive-message.ts'
import { postCallback } from '../../loans.ts'
import type { Step } from '../steps.ts'
import type { Abono, Loan, World } from '../world.ts'
import { type Action, aim, choose, command, loanName, scale } from './action.ts'

const owing = ['active', 'overdue'] as const
const cents = 100

/** The payer's reference: the loan id (4 of 10), its folio (4 of 10), or nothing that identifies the loan. */
function clueOf(loan: Loan, detail: number): Record<string, unknown> {
  if (detail < 0.4) return { referenciaNumerica: loan.id }
  return detail < 0.8 ? { conceptoPago: `PAGO ${loan.folio}` } : { conceptoPago: 'PAGO' }
}

/** Posts the callback of money that arrived, or passes it to `receivePaymentCallback` if the process may be killed. */
export async function deliverAbono(world: World, deps: Deps, abono: Abono) {
  const text = JSON.stringify(abono)
  if (deps !== world.deps) return receivePaymentCallback(deps, { text, ip: '127.0.0.1' })
  const answer = await postCallback(world.ctx, abono, { path: 'payment' })
  if (answer.body !== '{"mensaje":"confirmar"}') throw new Error(`webhook: ${answer.body}`)
}

const lostShare = 0.25

/** Money arrives at STP: `amount` in centavos. */
export function arrive(
  { ctx, abonos, simulator }: World,
  { amount, ...fields }: { amount: number } & Record<string, unknown>,
) {
  const { company: empresa, payer_account: cuentaBeneficiario } = ctx.deps.env.stp
  simulator.setClock(ctx.clock.now.toString())
  const claveRastreo = `ABONO${String(abonos.length + 1).padStart(7, '0')}`
  return simulator.receivePayment({
    monto: amount / cents,
    claveRastreo,
    empresa,
    cuentaBeneficiario,
    ...fields,
  })
}

/** Money arrives for a loan (the amount due, more or less), or STP repeats the callback of earlier money. */
const abono: Action = (world, step) => {
  const { abonos } = world
  const known = choose(abonos, step.detail)
  if (known !== undefined && step.choice < 0.25) {
    const text = `STP repeats the callback of the money that arrived ${abonos.indexOf(known) + 1}.`
    return { text, run: (deps) => deliverAbono(world, deps, known) }
  }
  const loan = aim(world, step, owing)
  if (loan === undefined) return null
  const { amount_due_cents: due } = loan
  const amount = step.detail < 0.5 && due > 0 ? due : scale(step.detail, 1, 2_000_000)
  const lost = step.detail > 1 - lostShare
  return {
    text: `${amount} centavos arrive for ${loanName(world, loan.id)}${lost ? ', their callback is late' : ''}`,
    async run(deps) {
      const callback = paymentMessage(arrive(world, { amount, ...clueOf(loan, step.detail) }))
      abonos.push(callback)
      if (!lost) await deliverAbono(world, deps, callback)
    },
  }
}

/** A forged callback: unknown tracking key, other bank, other amount, or a copy with another loan's reference. */
function forgeryOf(real: Abono, loan: Loan, { choice, detail }: Step): Abono {
  const id = 80_000_000 + scale(choice, 1, 999_999) + scale(detail, 1, 999_999)
  const copied = { ...real, ...clueOf(loan, detail), nombreOrdenante: 'PERSONA FALSA' }
  const invented = { ...copied, id, institucionOrdenante: 40_012 }
  if (detail < 0.25) return { ...invented, claveRastreo: `FALSO${scale(detail, 1_000_000, 9_999_999)}` }
  if (detail < 0.4) return invented
  const named = choice < 0.5 ? copied : { ...copied, id }
  return detail < 0.55 ? { ...named, monto: real.monto + 1 } : named
}

/** Posts a forged callback, often a copy of real money whose own callback has not been delivered. */
const forgeAbono: Action = (world, step) => {
  const late = world.abonos.filter(({ id }) => !world.seen.incoming.some(({ stp_id }) => stp_id === id))
  const real = choose(step.choice < 0.7 && late.length > 0 ? late : world.abonos, step.choice)
  const loan = aim(world, step, owing)
  if (real === undefined || loan === undefined) return null
  const forged = forgeryOf(real, loan, step)
  return {
    text: `somebody posts a callback of ${forged.monto} pesos that differs from STP's record`,
    run: (deps) => deliverAbono(world, deps, forged),
  }
}

const checkAbonos: Action = ({ seen }) =>
  seen.incoming.some(({ stp_check }) => stp_check !== 'confirmed')
    ? { text: 'the server queries STP about the money that it has not confirmed', run: checkWaitingPayments }
    : null

/** Selects an incoming payment with this status; a wild step selects among all. */
function pick(world: World, step: Step, status: string) {
  const { incoming } = world.seen
  return choose(step.wild ? incoming : incoming.filter((one) => one.status === status), step.detail)
}

const confirm: Action = (world, step) => {
  const arrived = pick(world, step, 'open')
  const loan = aim(world, step, owing)
  if (arrived === undefined || loan === undefined) return null
  const { amount_due_cents: due } = loan
  const amount_paid = Math.max(1, Math.min(arrived.amount_cents, due))
  const body = { loan_request: loan.id, amount_paid, previous_amount_due: due }
  return command(world, {
    who: world.people.manager,
    text: `staff register ${amount_paid} of the ${arrived.amount_cents} centavos for ${loanName(world, loan.id)}`,
    run: (deps, context) => registerIncomingPayment(deps, context, { incoming_payment_id: arrived.id, body }),
  })
}

const dismiss: Action = (world, step) => {
  const arrived = pick(world, step, 'open')
  if (arrived === undefined) return null
  return command(world, {
    who: world.people.manager,
    text: `staff dismiss ${arrived.amount_cents} centavos that arrived`,
    run: (deps, context) =>
      dismissIncomingPayment(deps, context, { id: arrived.id, reason: 'No es un pago' }),
  })
}

const reopen: Action = (world, step) => {
  const arrived = pick(world, step, 'dismissed')
  if (arrived === undefined) return null
  return command(world, {
    who: world.people.manager,
    text: `staff reopen ${arrived.amount_cents} centavos that arrived`,
    run: (deps, context) => reopenIncomingPayment(deps, context, arrived.id),
  })
}

/** Actions on incoming payments. */
export const incomingActions = { abono, forgeAbono, checkAbonos, confirm, dismiss, reopen }
