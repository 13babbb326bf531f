import type { Actor, CommandContext } from '../command/context.ts'
import type { Trx } from '../db/types.ts'
import type { Deps } from '../deps.ts'
import type { RegisterResult } from '../integrations/stp/client.ts'
import { bankHours } from '../integrations/stp/hours.ts'
import type { JobName } from '../jobs/queue.ts'
import type { Random } from './random.ts'

/** How STP answers the next order of the demo's history. */
type StpAnswer = 'accepts' | 'refuses' | 'silent'

export interface DemoUser {
  actor: Actor
  context: () => CommandContext
}

/** Runs the demo's history: the real commands with a simulated clock, STP client and queue. */
export interface DemoRun {
  deps: Deps
  random: Random
  end: Temporal.Instant
  setNow: (now: Temporal.Instant) => void
  setStpAnswer: (stpAnswer: StpAnswer) => void
}

const firstStpId = 7_200_000

function answer(stpAnswer: StpAnswer, id: number): RegisterResult {
  if (stpAnswer === 'accepts') return { outcome: 'registered', id }
  if (stpAnswer === 'silent') return { outcome: 'unknown', reason: 'timeout', detail: 'no answer' }
  return { outcome: 'refused', id: -11, message: 'El tipo de cuenta 40 es invalido', remedy: 'fix_order' }
}

/** Queues the only job that runs after the start; all other jobs are dropped. */
async function sendLater(real: Deps, trx: Trx, job: { name: JobName; data: object }) {
  if (job.name !== 'seal-contract' || !('loan_id' in job.data)) return
  await real.queue.send(trx, 'finish-demo-contract', { loan_id: Number(job.data.loan_id) })
}

/** Creates the run from the real dependencies. */
export function createDemoRun(real: Deps, random: Random): DemoRun {
  let now = real.clock()
  let stpAnswer: StpAnswer = 'accepts'
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
        return answer(stpAnswer, stpId)
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
    setStpAnswer(next) {
      stpAnswer = next
    },
  }
}

/** A user who sends requests from their own device. */
export function demoUser(actor: Actor, device: { ip: string; user_agent: string }): DemoUser {
  return { actor, context: () => ({ user: actor, session_id: null, ...device }) }
}
