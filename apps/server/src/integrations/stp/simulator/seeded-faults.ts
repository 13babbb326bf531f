import { createHash } from 'node:crypto'
import { z } from 'zod'
import { eventActions, type Fault, type FaultTarget, type RequestPlace } from './fault.ts'
import { queryTexts, refusals } from './texts.ts'

/**
 * Settings of random faults that can be repeated. `rate`: the share of decisions that fail (0 to 1). `delay_ms`: the
 * longest delay. `only`: the places where faults happen (default: all). `events`: the share of registered orders after
 * which something else happens at STP, such as a payment or a forged callback (default: none).
 */
export const seedInput = z.object({
  seed: z.union([z.int(), z.string()]),
  rate: z.number().min(0).max(1),
  delay_ms: z.int().min(1).default(50),
  only: z.array(z.enum(['register', 'query', 'webhook', 'settle'])).optional(),
  events: z.number().min(0).max(1).default(0),
})
/** Settings of random faults as they are given; defaults may be omitted. */
export type SeedInput = z.input<typeof seedInput>

/** Where a fault can happen. */
export type Place = RequestPlace | 'webhook' | 'settle' | 'event'

/** A decision: does a fault happen here, and which. */
export interface Draw {
  place: Place
  target: FaultTarget
  /** The simulated clock is at most five minutes before the cut, so that a call can arrive after it. */
  near_cut: boolean
}

type Kind = NonNullable<z.infer<typeof seedInput>['only']>[number] | 'event'

/** Values that a fault may use: its delay, the kind of request it is about, and an amount in pesos. */
interface Drawn {
  delay_ms: number
  on: RequestPlace
  monto: number
}
type Make = (drawn: Drawn) => Fault

const page = '<html><body><h1>503 Service Temporarily Unavailable</h1></body></html>'
const limitReached = JSON.stringify(queryTexts.limit)
const once = { count: 1 } as const

/** A repeated entry is more likely. */
const registerFaults: readonly Make[] = [
  () => ({ on: 'register', action: 'lose', when: 'after', ...once }),
  () => ({ on: 'register', action: 'lose', when: 'after', ...once }),
  () => ({ on: 'register', action: 'lose', when: 'before', ...once }),
  ({ delay_ms }) => ({ on: 'register', action: 'delay', when: 'before', delay_ms, ...once }),
  ({ delay_ms }) => ({ on: 'register', action: 'delay', when: 'after', delay_ms, ...once }),
  () => ({ on: 'register', action: 'answer', when: 'before', status: 503, body: page, ...once }),
  () => ({ on: 'register', action: 'answer', when: 'after', status: 502, body: page, ...once }),
  () => ({ on: 'register', action: 'forbidden', when: 'before', ...once }),
  () => ({
    on: 'register',
    action: 'refuse',
    when: 'before',
    ...refusals.readOnly,
    ...once,
  }),
  () => ({
    on: 'register',
    action: 'refuse',
    when: 'after',
    ...refusals.noService,
    ...once,
  }),
]
const cutFault: Make = () => ({ on: 'register', action: 'past_cut', when: 'before', ...once })

const queryFaults: readonly Make[] = [
  ({ on }) => ({ on, action: 'lose', when: 'before', ...once }),
  ({ on }) => ({ on, action: 'lose', when: 'after', ...once }),
  ({ on, delay_ms }) => ({ on, action: 'delay', when: 'before', delay_ms, ...once }),
  ({ on }) => ({ on, action: 'answer', when: 'before', status: 503, body: page, ...once }),
  ({ on }) => ({ on, action: 'answer', when: 'before', status: 400, body: limitReached, ...once }),
  ({ on }) => ({ on, action: 'forbidden', when: 'before', ...once }),
]
const webhookFaults: readonly Make[] = [
  () => ({ on: 'webhook', action: 'drop', ...once }),
  () => ({ on: 'webhook', action: 'duplicate', delay_ms: 0, ...once }),
  ({ delay_ms }) => ({ on: 'webhook', action: 'duplicate', delay_ms, ...once }),
  ({ delay_ms }) => ({ on: 'webhook', action: 'delay', delay_ms, ...once }),
  ({ delay_ms }) => ({ on: 'webhook', action: 'reorder', delay_ms, ...once }),
]
const settleFaults: readonly Make[] = [
  () => ({ on: 'settle', action: 'return', cause: 1, ...once }),
  () => ({ on: 'settle', action: 'cancel', ...once }),
  ({ delay_ms }) => ({ on: 'settle', action: 'return_later', cause: 2, delay_ms, ...once }),
]
const eventFaults: readonly Make[] = eventActions.map(
  (action): Make =>
    ({ delay_ms, monto }) => ({ on: 'event', action, monto, delay_ms, ...once }),
)

function kindOf(place: Place): Kind {
  return place !== 'register' && isRequest(place) ? 'query' : place
}

function isRequest(place: Place): place is RequestPlace {
  return place !== 'webhook' && place !== 'settle' && place !== 'event'
}

function choices(kind: Kind, near_cut: boolean): readonly Make[] {
  if (kind === 'register') return near_cut ? [...registerFaults, cutFault, cutFault] : registerFaults
  return { query: queryFaults, webhook: webhookFaults, settle: settleFaults, event: eventFaults }[kind]
}

/** Four numbers from 0 to 1 (below 1) that depend only on the text. */
function chances(text: string) {
  const digest = createHash('sha256').update(text).digest()
  const chance = (at: number) => digest.readUInt32BE(at) / 2 ** 32
  return { happens: chance(0), which: chance(4), how_long: chance(8), how_much: chance(12) }
}

const largestCents = 1_000_000

/**
 * Creates a function that draws faults by seed; undefined: no fault. A decision depends on the seed, the place, the
 * order (as the n-th key seen, so that keys may be random) and how often that order was at that place. The same seed
 * and calls give the same faults, in whatever order the calls of different orders are mixed.
 */
export function createSeededFaults(input: SeedInput): (draw: Draw) => Fault | undefined {
  const { seed, rate, delay_ms: longest_ms, only, events } = seedInput.parse(input)
  const ordinals = new Map<string, number>()
  const visits = new Map<string, number>()

  function ordinal(key = ''): number {
    const known = ordinals.get(key)
    if (known !== undefined) return known
    ordinals.set(key, ordinals.size)
    return ordinals.size - 1
  }

  return ({ place, target, near_cut }) => {
    const kind = kindOf(place)
    const where = `${place}/${target.tracking_key ? ordinal(target.tracking_key) : '-'}`
    const visit = visits.get(where) ?? 0
    visits.set(where, visit + 1)
    const { happens, which, how_long, how_much } = chances(`${seed}/${where}/${visit}`)
    if (kind === 'event' ? happens >= events : happens >= rate || (only && !only.includes(kind)))
      return undefined
    const table = choices(kind, near_cut)
    return table[Math.floor(which * table.length)]?.({
      delay_ms: 1 + Math.floor(how_long * longest_ms),
      on: isRequest(place) ? place : 'register',
      monto: (1 + Math.floor(how_much * largestCents)) / 100,
    })
  }
}
