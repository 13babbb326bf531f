import type { Deps } from '../../../src/deps.ts'
import { paymentMessage } from '../../../src/integrations/stp/simulator/messages.ts'
import { registerIncomingPayment } from '../../../src/lending/payments/commands/register-incoming-payment.ts'
import { creditWorker, undoCredit } from '../../../src/treasury/incoming-payments/commands/credit-worker.ts'
import { reconcileDueDays } from '../../../src/treasury/reconciliation/commands/reconcile-day.ts'
import { requestReturn } from '../../../src/treasury/returns/commands/request-return.ts'
import type { Step } from '../steps.ts'
import type { World } from '../world.ts'
import { type Action, aim, choose, command, scale } from './action.ts'
import { arrive, deliverAbono } from './incoming.ts'

const lostShare = 0.35

/** Money arrives that names no loan, from an account of nobody; often its callbacks are lost or late. */
const stranger: Action = (world, step) => {
  const amount = scale(step.choice, 1, 900_000)
  const lost = step.detail < lostShare
  return {
    text: `${amount} centavos arrive from a stranger${lost ? ', their callback is lost' : ''}`,
    async run(deps) {
      const order = arrive(world, {
        amount,
        nombreOrdenante: 'COMERCIALIZADORA DEL NORTE',
        conceptoPago: 'VARIOS',
      })
      const callback = paymentMessage(order)
      world.abonos.push(callback)
      if (!lost) await deliverAbono(world, deps, callback)
    },
  }
}

/** Selects received money of which something is left; a wild step selects any. */
function pickLeft({ seen }: World, { wild, detail }: Step) {
  const left = seen.incoming.filter(({ unapplied_cents }) => unapplied_cents > 0)
  return choose(wild ? seen.incoming : left, detail)
}

const wholeShare = 0.4

/** Staff give received money, or a part of it, to the balance of one of two workers. */
const credit: Action = (world, step) => {
  const arrived = pickLeft(world, step)
  if (arrived === undefined) return null
  const { id, unapplied_cents: left, amount_cents } = arrived
  const rest = step.wild ? amount_cents : left
  const amount = step.choice < wholeShare ? rest : scale(step.choice, 1, rest)
  const { worker, colleague, manager } = world.people
  const [user, name] =
    step.choice * 10 - Math.floor(step.choice * 10) < 0.7 ? [worker, 'worker'] : [colleague, 'colleague']
  return command(world, {
    who: manager,
    text: `staff give ${amount} of ${amount_cents} centavos to the ${name}`,
    run: (deps, context) => creditWorker(deps, context, { id, body: { user: user.id, amount } }),
  })
}

const takeCreditBack: Action = (world, { choice }) => {
  const given = choose(world.seen.credits, choice)
  if (given === undefined) return null
  return command(world, {
    who: world.people.admin,
    text: `an admin takes ${given.amount_cents} centavos back from a balance`,
    run: (deps, context) =>
      undoCredit(deps, context, { credit_id: given.id, reason: 'No era para este trabajador' }),
  })
}

/** Staff ask a second person to send received money back to its sender. */
const askReturn: Action = (world, step) => {
  const arrived = pickLeft(world, step)
  if (arrived === undefined) return null
  const { admin, manager } = world.people
  const [who, name] = step.choice < 0.5 ? [manager, 'a manager'] : [admin, 'an admin']
  return command(world, {
    who,
    text: `${name} asks to return ${arrived.amount_cents} centavos`,
    run: (deps, context) =>
      requestReturn(deps, context, { id: arrived.id, reason: 'No sabemos de quién es' }),
  })
}

const maxDays = 10
const recentHours = 24

/** Whether the server knows what STP did: the money can no longer be used. */
async function isFlagged({ db }: Deps, stp_order_id: number): Promise<boolean> {
  const row = await db
    .selectFrom('incoming_payment')
    .select('stp_returned_at')
    .where('stp_order_id', '=', stp_order_id)
    .executeTakeFirst()
  return row === undefined || row.stp_returned_at !== null
}

/**
 * STP takes money back that arrived, without an order of ours and without a callback; days pass until the server has
 * read it in a list. Only money of the last day of which nothing is used: what a worker has spent cannot come back.
 */
const takeBack: Action = (world, { choice }) => {
  const { simulator, seen, ctx } = world
  const since = ctx.clock.now.subtract({ hours: recentHours }).epochMilliseconds
  const payments = simulator.payments().filter(({ idEF, estado, tsCaptura }) => {
    const row = seen.incoming.find(({ stp_order_id }) => stp_order_id === idEF)
    const is_free = row === undefined || row.unapplied_cents === row.amount_cents
    return estado !== 'D' && tsCaptura > since && is_free
  })
  const payment = choose(payments, choice)
  if (payment === undefined) return null
  return {
    text: `STP takes ${payment.cuerpo.monto} pesos back from us; days pass`,
    async run() {
      const { idEF } = payment
      const url = `${simulator.url}/admin/payments/${idEF}/return`
      const answer = await fetch(url, { method: 'POST', body: '{}' })
      if (!answer.ok) throw new Error(await answer.text())
      for (let day = 0; day < maxDays && !(await isFlagged(world.deps, idEF)); day += 1) {
        await world.wait(world.local().add({ days: 1 }).with({ hour: 9, minute: 0 }).toInstant())
        await reconcileDueDays(world.deps)
      }
    },
  }
}

const owing = ['active', 'overdue'] as const

/** Staff register all that is left of received money for a loan that owes less: the rest is the worker's. */
const overpay: Action = (world, step) => {
  const arrived = pickLeft(world, step)
  const loan = aim(world, step, owing)
  if (arrived === undefined || loan === undefined || arrived.unapplied_cents === 0) return null
  const { id: loan_request, amount_due_cents: previous_amount_due } = loan
  const amount_paid = arrived.unapplied_cents
  return command(world, {
    who: world.people.manager,
    text: `staff register ${amount_paid} centavos for a loan that owes ${previous_amount_due}, the rest for the worker`,
    run: (deps, context) =>
      registerIncomingPayment(deps, context, {
        incoming_payment_id: arrived.id,
        body: { loan_request, amount_paid, previous_amount_due, remainder: 'balance' },
      }),
  })
}

/** Actions on received money that belongs to nobody yet. */
export const receivedActions = { stranger, credit, undoCredit: takeCreditBack, askReturn, takeBack, overpay }
