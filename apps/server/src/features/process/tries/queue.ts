import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Deps } from '../../../lib/deps.ts'
import type { Try } from './try.ts'

const answerLimitMs = 10_000
const slowMs = 4000
const lookAgainMs = 50
/** Of probes that nobody waits for any more. */
const keptMinutes = 60

async function sendProbe(deps: Deps): Promise<number> {
  return deps.db.transaction().execute(async (trx) => {
    await trx
      .deleteFrom('queue_probe')
      .where('sent_at', '<', sql<string>`clock_timestamp() - make_interval(mins => ${keptMinutes})`)
      .execute()
    const { id } = await trx
      .insertInto('queue_probe')
      .defaultValues()
      .returning('id')
      .executeTakeFirstOrThrow()
    await deps.queue.send(trx, 'answer-probe', { probe_id: id })
    return id
  })
}

async function isAnswered({ db }: Deps, id: number): Promise<boolean> {
  const row = await db.selectFrom('queue_probe').select('answered_at').where('id', '=', id).executeTakeFirst()
  return row !== undefined && row.answered_at !== null
}

async function awaitAnswer(deps: Deps, id: number, signal: AbortSignal): Promise<boolean> {
  const limit = performance.now() + answerLimitMs
  while (performance.now() < limit && !signal.aborted) {
    if (await isAnswered(deps, id)) return true
    await sleep(lookAgainMs)
  }
  return false
}

interface Backlog {
  waiting: number
  oldest_s: number | null
  failed_day: number
}

async function readBacklog({ db }: Deps): Promise<Backlog> {
  const { rows } = await sql<Backlog>`select
    (count(*) filter (where state in ('created', 'retry') and start_after <= now()))::int as waiting,
    round(extract(epoch from now() - min(start_after)
      filter (where state in ('created', 'retry') and start_after <= now())))::int as oldest_s,
    (count(*) filter (where state = 'failed' and completed_on > now() - interval '24 hours'))::int as failed_day
    from pgboss.job where state in ('created', 'retry', 'failed')`.execute(db)
  return rows[0] ?? { waiting: 0, oldest_s: null, failed_day: 0 }
}

/** Sends a job through the queue and waits until somebody has worked on it. */
export const tryQueue: Try = async (deps, { step, signal }) => {
  const begun = performance.now()
  const id = await step('send', () => sendProbe(deps))
  const answered = await step('answer', () => awaitAnswer(deps, id, signal))
  const took_ms = performance.now() - begun
  const { waiting, oldest_s, failed_day } = await readBacklog(deps)
  const kind = took_ms > slowMs ? 'queue_slow' : 'queue_good'
  return {
    finding: answered ? kind : 'queue_no_answer',
    facts: [
      { fact: 'waiting', value: waiting },
      { fact: 'oldest_s', value: oldest_s },
      { fact: 'failed_day', value: failed_day },
    ],
  }
}
