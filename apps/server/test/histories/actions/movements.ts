import { businessDay, type Day } from '@quincena/domain/dates'
import type { RecordedKind } from '@quincena/domain/treasury/own-movements'
import type { CommandContext } from '../../../src/command/context.ts'
import type { Deps } from '../../../src/deps.ts'
import { paymentMessage } from '../../../src/integrations/stp/simulator/messages.ts'
import { recordOpening } from '../../../src/treasury/cash-movements/commands/record-opening.ts'
import {
  requestMovement,
  requestOwnDeposit,
  requestReversal,
  requestSettlement,
} from '../../../src/treasury/cash-movements/commands/request-movement.ts'
import { storeFile } from '../../../src/treasury/cash-movements/commands/store-file.ts'
import { refreshBalance } from '../../../src/treasury/reconciliation/commands/refresh-balance.ts'
import type { OwnMovement, World } from '../world.ts'
import { type Action, choose, command, scale } from './action.ts'
import { deliverAbono } from './incoming.ts'

const cents = 100
/** The lender's account at another bank, from which its deposits come. */
const ownAccount = '012180001112223336'
const lostShare = 0.3

/** The lender sends its own money to STP, which reports it like any received money; its callback may be lost. */
const deposit: Action = (world, { choice, detail }) => {
  const amount = scale(choice, 1, 5_000_000)
  const lost = detail < lostShare
  return {
    text: `the lender deposits ${amount} centavos at STP${lost ? ', the callback is lost' : ''}`,
    async run(deps) {
      const { simulator, abonos, ctx } = world
      const { company: empresa, payer_account: cuentaBeneficiario } = ctx.deps.env.stp
      simulator.setClock(ctx.clock.now.toString())
      const claveRastreo = `DEPOSITO${abonos.length + 1}`
      const order = simulator.deposit({ monto: amount / cents, claveRastreo, empresa, cuentaBeneficiario })
      const callback = paymentMessage(order)
      abonos.push(callback)
      if (!lost) await deliverAbono(world, deps, callback)
    },
  }
}

/** Money leaves the account at STP without an order of ours and without a callback; only lists and balance show it. */
function takeOut(kind: 'withdrawal' | 'fee', name: string, most: number): Action {
  return ({ simulator, taken_out, ctx }, { choice }) => {
    const amount = scale(choice, 1, most)
    return {
      text: `${name} takes ${amount} centavos from the account at STP`,
      async run() {
        simulator.setClock(ctx.clock.now.toString())
        const tracking_key = `${kind === 'fee' ? 'COMISION' : 'RETIRO'}${taken_out.length + 1}`
        const order = { monto: amount / cents, claveRastreo: tracking_key }
        if (kind === 'fee') simulator.chargeFee(order)
        else simulator.withdraw(order)
        taken_out.push({ kind, tracking_key, amount, operation_date: businessDay(ctx.clock.now) })
      },
    }
  }
}

/** The hourly job and each movement ask for it: STP's balance is compared with the books. */
const checkBalance: Action = () => ({ text: 'the balance at STP is checked', run: refreshBalance })

/** An admin posts the opening balance that the last check found; in a wild step one centavo more. */
const openBooks: Action = (world, { wild }) => {
  const check = world.seen.checks.at(-1)
  if (check === undefined || (check.verdict !== 'unopened' && !wild)) return null
  const { id, difference_cents } = check
  const amount = wild ? difference_cents + 1 : difference_cents
  return command(world, {
    who: world.people.admin,
    text: `an admin posts the opening balance of ${amount} centavos`,
    run: (deps, context) => recordOpening(deps, context, { check: id, amount }),
  })
}

/** A withdrawal or fee as staff type it. */
interface Typed {
  kind: RecordedKind
  tracking_key: string
  amount: number
  operation_date: Day
}

/** Stores a file and asks for a second person to record the movement that it shows. */
async function askToRecord(deps: Deps, context: CommandContext, typed: Typed) {
  const bytes = Buffer.from(typed.tracking_key)
  const { file } = await storeFile(deps, context, {
    name: 'retiro.pdf',
    media_type: 'application/pdf',
    bytes,
  })
  const { payer_account: account } = deps.env.stp
  return requestMovement(deps, context, { ...typed, account, note: 'Movimiento a mano', file })
}

/** Whether a movement is neither undone nor undoes another. */
export const isInForce = ({ reversed_at, reverses_id }: OwnMovement) =>
  reversed_at === null && reverses_id === null

const isRecorded = ({ seen }: World, key: string) =>
  seen.own.some((row) => row.tracking_key === key && isInForce(row))

const wrongShare = 0.15

/** The lender's deposits as staff would type them, although they also arrive as received money. */
const depositsByHand = ({ abonos, ctx }: World): Typed[] =>
  abonos
    .filter(({ cuentaOrdenante }) => cuentaOrdenante === ownAccount)
    .map(({ claveRastreo, monto }) => ({
      ...{ kind: 'deposit', tracking_key: claveRastreo ?? '', amount: Math.round(monto * cents) },
      operation_date: businessDay(ctx.clock.now),
    }))

/**
 * A manager or admin records by hand what left the account or was deposited; sometimes with a wrong kind or amount, in a
 * wild step what never left it.
 */
const recordOwn: Action = (world, { choice, detail, wild }) => {
  const { taken_out, people } = world
  const all = [...taken_out, ...depositsByHand(world)]
  const unknown = all.filter(({ tracking_key }) => !isRecorded(world, tracking_key))
  const real = choose(unknown, choice)
  const invented: Typed = {
    ...{ kind: 'withdrawal', tracking_key: `NUNCA${world.seen.own.length}` },
    ...{ amount: scale(choice, 1, 90_000), operation_date: businessDay(world.ctx.clock.now) },
  }
  const typed = wild ? invented : real
  if (typed === undefined) return null
  const amount = detail < wrongShare ? typed.amount + 1 : typed.amount
  const kind: RecordedKind = detail > 1 - wrongShare ? 'fee' : typed.kind
  return command(world, {
    who: choice < 0.5 ? people.manager : people.admin,
    text: `staff ask to record a ${kind} of ${amount} centavos, ${typed.tracking_key}`,
    run: (deps, context) => askToRecord(deps, context, { ...typed, kind, amount }),
  })
}

/** Staff ask to record received money as the lender's own deposit; a wild step any received money. */
const nameDeposit: Action = (world, { choice, wild }) => {
  const { incoming } = world.seen
  const meant = incoming.filter(
    ({ paying_account, unapplied_cents }) => paying_account === ownAccount && unapplied_cents > 0,
  )
  const row = choose(wild ? incoming : meant, choice)
  if (row === undefined) return null
  return command(world, {
    who: world.people.manager,
    text: `staff ask to record ${row.amount_cents} centavos as the lender's deposit`,
    run: (deps, context) =>
      requestOwnDeposit(deps, context, { incoming_payment: row.id, note: 'Fondeo de la semana' }),
  })
}

/** Whether nobody has said what the movement was. */
export const isUnexplained = ({ seen }: World, row: OwnMovement) =>
  row.kind === 'unknown' &&
  isInForce(row) &&
  !seen.own.some((other) => other.settles_id === row.id && isInForce(other))

/** Staff ask to record what a movement in suspense was; a wild step selects any movement. */
const explain: Action = (world, { choice, detail, wild }) => {
  const { own } = world.seen
  const row = choose(wild ? own : own.filter((one) => isUnexplained(world, one)), choice)
  if (row === undefined) return null
  const kind = detail < 0.6 ? 'withdrawal' : 'fee'
  return command(world, {
    who: world.people.manager,
    text: `staff ask to record ${row.tracking_key ?? row.kind} as a ${kind}`,
    run: (deps, context) =>
      requestSettlement(deps, context, { id: row.id, kind, note: 'Ya se sabe qué fue' }),
  })
}

/** Staff ask to undo a movement; a wild step selects any. */
const undoOwn: Action = (world, { choice, wild }) => {
  const { own } = world.seen
  const undoable = own.filter((row) => isInForce(row) && row.stp_order_id === null)
  const row = choose(wild ? own : undoable, choice)
  if (row === undefined) return null
  return command(world, {
    who: world.people.manager,
    text: `staff ask to undo ${row.kind} ${row.tracking_key ?? ''}`,
    run: (deps, context) => requestReversal(deps, context, { id: row.id, reason: 'No era así' }),
  })
}

/** Movements of the lender's own money that only STP knows. */
export const ownBankActions = {
  ownWithdrawal: takeOut('withdrawal', 'the lender', 3_000_000),
  fee: takeOut('fee', 'STP', 2000),
}
/** Actions on the lender's own movements at STP and on the balance there. */
export const movementActions = { deposit, checkBalance, openBooks, recordOwn, nameDeposit, explain, undoOwn }
