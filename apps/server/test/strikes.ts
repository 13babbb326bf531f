import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '../src/demo/random.ts'

/** A step at which a server can be killed: a call that it makes to STP, or a call that it answers. */
const stpSteps = [
  ...['send payout', 'send refund', 'send verification', 'send return'],
  ...['query order', 'confirm payment', 'read list', 'read balance'],
] as const
const answeredSteps = [
  ...['order callback', 'payment callback', 'accept loan', 'give to balance', 'ask for two', 'approve'],
] as const
const freeSteps = ['start', 'any moment'] as const
export const strikeSteps = [...stpSteps, ...answeredSteps, ...freeSteps] as const
export type StrikeStep = (typeof strikeSteps)[number]

/**
 * When a call to STP is struck: before STP has it, after STP did it and before its answer, after the answer while the
 * server writes it down. A call that the server answers is struck while it is `served`.
 */
type Phase = 'before' | 'after' | 'answered' | 'served'

/** A call in progress. */
interface Met {
  /** The server that makes or answers the call. */
  server: number
  step: StrikeStep
  phase: Phase
  /** Whether the call still waits; false after its answer or the end of its server. */
  isOpen: () => boolean
}

interface Aim {
  step: StrikeStep
  phase: Phase
  /** Settled when the server is dead. */
  struck: PromiseWithResolvers<number>
}

const answerMs = 10
const longestMs = { answered: 30, served: 60 } as const

/** The step of a call to our API or of a callback of STP, by its path; undefined: not one of them. */
export function stepOfPath(path: string): StrikeStep | undefined {
  if (path.endsWith('/order-state')) return 'order callback'
  if (/\/webhooks\/[^/]+\/payment$/.test(path)) return 'payment callback'
  if (path.endsWith('/accept')) return 'accept loan'
  if (path.endsWith('/credit')) return 'give to balance'
  if (path.endsWith('/refund') || path.endsWith('/return')) return 'ask for two'
  return path.endsWith('/approve') ? 'approve' : undefined
}

/** The step of a query to STP by its path and body; orders depend on what they are for and are not known here. */
export function stepOfQuery(path: string, body: string): StrikeStep | undefined {
  if (path.endsWith('/retornaOrden')) return 'send return'
  if (path.endsWith('/conciliacion')) return 'read list'
  if (path.endsWith('/consultaSaldoCuenta')) return 'read balance'
  if (!path.endsWith('/consultaOrden')) return undefined
  return body.includes('"tipoOrden":"R"') ? 'confirm payment' : 'query order'
}

/**
 * Kills servers at chosen steps. `counts` has only the kills that met the step: the call was in progress, and its server
 * did not finish it.
 */
export function createStrikes(random: Random, kill: (server: number) => Promise<void>) {
  const counts = new Map<StrikeStep, number>()
  let aim: Aim | null = null

  const count = (step: StrikeStep) => void counts.set(step, (counts.get(step) ?? 0) + 1)

  /** Kills the server of a call at a random moment of its phase. */
  async function strike({ server, step, phase, isOpen }: Met) {
    if (phase === 'answered' || phase === 'served') await sleep(random.between(0, longestMs[phase]))
    const wasOpen = isOpen()
    await kill(server)
    // An answer that was on its way when the server died arrives at once.
    if (phase === 'served') await sleep(answerMs)
    if (wasOpen && (phase !== 'served' || isOpen())) count(step)
  }

  /** Kills the server of a call if it is the one aimed at. */
  async function meet(call: Met) {
    if (aim?.step !== call.step || aim.phase !== call.phase) return
    const { struck } = aim
    aim = null
    await strike(call).then(() => struck.resolve(call.server), struck.reject)
  }

  /** Kills the server that next reaches the step; returns it, or null if none did within `limit_ms`. */
  async function aimAt(step: StrikeStep, limit_ms: number): Promise<number | null> {
    const phase = stpSteps.some((one) => one === step)
      ? random.pick(['before', 'after', 'answered'] as const)
      : 'served'
    const struck = Promise.withResolvers<number>()
    aim = { step, phase, struck }
    const until = performance.now() + limit_ms
    while (aim !== null && performance.now() < until) await sleep(20)
    // A kill that has begun ends by itself.
    if (aim === null) return struck.promise
    aim = null
    return null
  }

  return {
    counts,
    count,
    meet,
    aimAt,
    total: () => [...counts.values()].reduce((sum, times) => sum + times, 0),
  }
}
