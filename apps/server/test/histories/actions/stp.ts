import type { Deps } from '../../../src/deps.ts'
import type { FaultInput } from '../../../src/integrations/stp/simulator/fault.ts'
import { callbackOf } from '../../../src/integrations/stp/simulator/webhook.ts'
import { reconcileDueDays } from '../../../src/treasury/reconciliation/commands/reconcile-day.ts'
import { receiveOrderState } from '../../../src/treasury/transfers/commands/receive-message.ts'
import { findTransfer } from '../../../src/treasury/transfers/queries/transfers.ts'
import { bankTruth } from '../bank.ts'
import type { Order, World } from '../world.ts'
import { type Action, aimOrder, choose, orderName, scale } from './action.ts'

const register = { on: 'register' } as const
const query = { on: 'query' } as const
const giveBack = { on: 'return_payment' } as const
const refusedReturn = '{"resultado":{"id":-20,"descripcionError":"El monto no es válido"}}'
const faults: readonly FaultInput[] = [
  { ...register, action: 'lose', when: 'before' },
  { ...register, action: 'lose', when: 'after' },
  { ...register, action: 'answer', when: 'before', status: 503, body: '<html>503</html>' },
  { ...register, action: 'answer', when: 'after', status: 502, body: '{"resultado":{"id":9}}' },
  { ...register, action: 'answer', when: 'after', status: 200, body: '{"resultado":' },
  { ...register, action: 'forbidden', when: 'before' },
  { ...register, action: 'refuse', when: 'before', id: -30, message: 'modo lectura' },
  { ...register, action: 'refuse', when: 'after', id: -1, message: 'ya fue utilizada' },
  { ...register, action: 'refuse', when: 'after', id: 0, message: 'No se recibió respuesta del servicio' },
  { ...register, action: 'refuse', when: 'before', id: -22, message: 'no coincide' },
  { ...register, action: 'refuse', when: 'before', id: -200, message: 'Se rechaza por PLD' },
  // STP takes the order and answers that it refuses it.
  { ...register, action: 'refuse', when: 'after', id: -22, message: 'no coincide' },
  { ...giveBack, action: 'lose', when: 'before' },
  { ...giveBack, action: 'lose', when: 'after' },
  { ...giveBack, action: 'answer', when: 'after', status: 200, body: '{"resultado":' },
  { ...giveBack, action: 'answer', when: 'before', status: 200, body: refusedReturn },
  { ...query, action: 'lose', when: 'before' },
  { ...query, action: 'answer', when: 'before', status: 503, body: '<html>503</html>' },
  { ...query, action: 'answer', when: 'before', status: 400, body: '{"estado":3,"mensaje":"limite"}' },
  { ...query, action: 'answer', when: 'before', status: 200, body: '{"estado":0}' },
  { ...query, action: 'forbidden', when: 'before' },
]

/** Plans a fault for the next one or two requests to STP. */
const fault: Action = ({ simulator }, { choice, detail }) => {
  const planned = choose(faults, choice)
  if (planned === undefined) return null
  const count = detail < 0.8 ? 1 : 2
  const { on, action } = planned
  const when = 'when' in planned ? planned.when : ''
  return {
    text: `STP will ${action} ${when} ${on}, ${count} times`,
    run: async () => simulator.faults.set([{ ...planned, count }]),
  }
}

const shortTravel = { share: 0.7, low: 1, high: 20 }
const longTravel = { low: 21, high: 240 }

/** Delays the next order by 1 to 20 s (7 of 10) or 21 to 240 s. */
const slow: Action = ({ network }, { choice, detail }) => {
  const { low, high } = choice < shortTravel.share ? shortTravel : longTravel
  const seconds = scale(detail, low, high)
  return {
    text: `the next order takes ${seconds} s to STP, whose caller gives up`,
    run: async () => network.delayNext(seconds),
  }
}

/** The network delivers the next order twice. */
const repeat: Action = ({ network }) => ({
  text: 'the next order reaches STP twice',
  run: async () => network.repeatNext(),
})

const lostShare = 0.15

/** STP changes the state of an order; its callback goes to the mailbox or is lost. */
function change(action: 'settle' | 'return' | 'cancel', states: readonly string[]): Action {
  return (world, step) => {
    const order = aimOrder(
      world,
      { ...step, wild: false },
      (one) => one.purpose !== 'return' && states.includes(bankTruth(world, one) ?? ''),
    )
    if (order === undefined) return null
    // The callback of a return after the settlement is never lost here; `returnUnreported` covers that case.
    const lost = step.detail < lostShare && bankTruth(world, order) === 'A'
    return {
      text: `STP will ${action} ${orderName(world, order)}${lost ? ' without a callback' : ''}`,
      run: async () => changeAtStp(world, { key: order.tracking_key, act: action, lost }),
    }
  }
}

/** Changes the order at STP and puts its callback in the mailbox unless `lost`. */
function changeAtStp(
  { simulator, mailbox }: World,
  { key, act: action, lost }: { key: string; act: 'settle' | 'return' | 'cancel'; lost: boolean },
) {
  simulator.act(key, action, 2)
  const changed = simulator.orders().findLast(({ cuerpo }) => cuerpo.claveRastreo === key)
  if (changed !== undefined && !lost) mailbox.push(callbackOf(changed))
}

const maxNights = 10

/** Advances one day at a time until the reconciliation finds the return, at most 10 days. */
async function passNights(world: World, deps: Deps, { id }: Order) {
  for (let day = 0; day < maxNights; day += 1) {
    await world.wait(world.local().add({ days: 1 }).with({ hour: 9, minute: 0 }).toInstant())
    await reconcileDueDays(deps)
    const { status, state } = await findTransfer(deps.db, id)
    if (status === 'review' || state !== 'LQ') return
  }
}

const recentHours = 48

/**
 * STP returns a settled order without a callback. Only orders of the last 48 hours are selected, because the server
 * fetches STP's list of an operating day for a limited time.
 */
const returnUnreported: Action = (world, step) => {
  const since = world.ctx.clock.now.subtract({ hours: recentHours }).toString()
  const order = aimOrder(
    world,
    { ...step, wild: false },
    (one) =>
      one.purpose !== 'return' &&
      one.state === 'LQ' &&
      bankTruth(world, one) === 'LQ' &&
      (one.claimed_at ?? '') >= since,
  )
  if (order === undefined) return null
  return {
    text: `STP will return ${orderName(world, order)} without a callback; nights pass`,
    async run() {
      changeAtStp(world, { key: order.tracking_key, act: 'return', lost: true })
      await passNights(world, world.deps, order)
    },
  }
}

/** Spellings of each state in the different versions of STP's interface. */
const spellings: Readonly<Record<string, readonly string[]>> = {
  LQ: ['LQ', 'LIQUIDACION', 'Success', 'Liquidada', 'exito'],
  D: ['D', 'DEVOLUCION', 'Refund', 'devolucion'],
  CN: ['CN', 'CANCELACION', 'Cancel'],
}

type Message = Record<string, unknown>

function spelled(message: Message, detail: number): Message {
  const state = String(message.estado)
  return { ...message, estado: choose(spellings[state] ?? [state], detail) ?? state }
}

/** Posts an order-state callback to the webhook. Throws unless the answer is `recibido`. */
export async function deliver(world: World, message: Message) {
  const { ctx, deps } = world
  const url = `${ctx.api}/stp/webhooks/${deps.secrets.stp_webhook_secret}/order-state`
  const answer = await ctx.app.inject({ method: 'POST', url, payload: message })
  if (answer.body !== '{"mensaje":"recibido"}')
    throw new Error(`webhook: ${answer.statusCode} ${answer.body}`)
}

const inOrderShare = 0.6
const keptShare = 0.3

/** Delivers the first or another callback of the mailbox; 3 of 10 stay there and are delivered again later. */
const webhook: Action = (world, step) => {
  const { mailbox } = world
  const message = step.choice < inOrderShare ? mailbox[0] : choose(mailbox, step.detail)
  if (message === undefined) return null
  const body = spelled(message, step.detail)
  const again = step.detail < keptShare
  return {
    text: `STP tells ${String(body.estado)}${again ? ', and will again' : ''}`,
    async run(deps) {
      if (deps === world.deps) await deliver(world, body)
      else await receiveOrderState(deps, { text: JSON.stringify(body), ip: '127.0.0.1' })
      if (!again) mailbox.splice(mailbox.indexOf(message), 1)
    },
  }
}

/** A forged or wrong callback reports a final state that STP does not have. */
const forge: Action = (world, step) => {
  const order = aimOrder(world, { ...step, wild: true }, () => true)
  if (order === undefined) return null
  // The server books an LQ for an order that is `sent` without a query; the reconciliation checks it later.
  const isUnanswered = order.status === 'unknown' || order.status === 'pending'
  const estado = isUnanswered && step.detail < 0.5 ? 'LQ' : step.detail < 0.6 ? 'D' : 'CN'
  const id = step.detail < 0.3 ? 1_234_567 : (order.stp_id ?? 0)
  const known = step.detail < 0.9
  const claveRastreo = known ? order.tracking_key : 'OTRACLAVE1'
  return {
    text: `somebody tells ${estado} of ${known ? orderName(world, order) : 'an unknown order'}`,
    run: () => deliver(world, { id, claveRastreo, estado, causaDevolucion: '1', tsLiquidacion: '0' }),
  }
}

/** Actions at STP and on the network to it. */
export const bankActions = {
  fault,
  slow,
  repeat,
  settle: change('settle', ['A']),
  return: change('return', ['A', 'LQ']),
  cancelOrder: change('cancel', ['A']),
}

/** Actions that deliver callbacks about orders. */
export const callbackActions = { webhook, forge, returnUnreported }
