import type { Actor, CommandContext } from '../command/context.ts'
import type { Trx } from '../db/types.ts'
import type { Deps } from '../deps.ts'
import type { RegisterResult } from '../integrations/stp/client.ts'
import { bankHours } from '../integrations/stp/hours.ts'
import type { JobName } from '../jobs/queue.ts'
import type { Random } from './random.ts'

/** How STP answers the next order of the demo's history. */
type StpMood = 'takes' | 'refuses' | 'silent'

export interface Player {
  actor: Actor
  context: () => CommandContext
}

/** Runs the demo's history: the real commands with a simulated clock, STP client and queue. */
export interface Stage {
  deps: Deps
  random: Random
  end: Temporal.Instant
  setNow: (now: Temporal.Instant) => void
  setMood: (mood: StpMood) => void
}

const firstStpId = 7_200_000

function answer(mood: StpMood, id: number): RegisterResult {
  if (mood === 'takes') return { outcome: 'registered', id }
  if (mood === 'silent') return { outcome: 'unknown', reason: 'timeout', detail: 'no answer' }
  return { outcome: 'refused', id: -11, message: 'El tipo de cuenta 40 es invalido', remedy: 'fix_order' }
}

/** Queues the only job that runs after the start; all other jobs are dropped. */
async function sendLater(real: Deps, trx: Trx, job: { name: JobName; data: object }) {
  if (job.name !== 'seal-contract' || !('loan_id' in job.data)) return
  await real.queue.send(trx, 'finish-demo-contract', { loan_id: Number(job.data.loan_id) })
}

/** Makes a stage from the real dependencies. */
export function setStage(real: Deps, random: Random): Stage {
  let now = real.clock()
  let mood: StpMood = 'takes'
  let stpId = firstStpId
  const deps: Deps = {
    ...real,
    log: { info: () => undefined, warn: () => undefined, error: real.log.error },
    clock: () => now,
    // The history sends its orders itself; only the contracts' files are made after the start.
    queue: { ...real.queue, send: (trx, name, data) => sendLater(real, trx, { name, data }) },
    events: { ...real.events, publish: async () => undefined },
    stp: {
      ...real.stp,
      // The history uses real bank hours, whatever clock the simulator has.
      hours: bankHours,
      async registerOrder() {
        stpId += 1
        return answer(mood, stpId)
      },
    },
  }
  return {
    deps,
    random,
    end: real.clock(),
    setNow(instant) {
      now = instant
    },
    setMood(next) {
      mood = next
    },
  }
}

/** A user who sends requests from their own device. */
export function player(actor: Actor, device: { ip: string; user_agent: string }): Player {
  return { actor, context: () => ({ user: actor, session_id: null, ...device }) }
}
