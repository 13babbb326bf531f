import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Deps } from '../../../deps.ts'
import { sendProbe } from '../commands.ts'
import type { HealthCheck } from './health-check.ts'

const answerLimitMs = 10_000
const slowMs = 4000
const lookAgainMs = 50

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
  retrying: number
  /** Job names with how many of each are retried or failed. */
  failing: string | null
}

async function readBacklog({ db }: Deps): Promise<Backlog> {
  const { rows } = await sql<Backlog>`with job as (
      select name, state, start_after,
        state in ('created', 'retry') and start_after <= now() as waits,
        state = 'failed' and completed_on > now() - interval '24 hours' as failed
      from pgboss.job where state in ('created', 'retry', 'failed')
    ), failing as (
      select name, count(*) as jobs from job where state = 'retry' or failed group by name
    )
    select (count(*) filter (where waits))::int as waiting,
      round(extract(epoch from now() - min(start_after) filter (where waits)))::int as oldest_s,
      (count(*) filter (where failed))::int as failed_day,
      (count(*) filter (where state = 'retry'))::int as retrying,
      (select string_agg(name || ' (' || jobs || ')', ', ' order by name) from failing) as failing
    from job`.execute(db)
  return rows[0] ?? { waiting: 0, oldest_s: null, failed_day: 0, retrying: 0, failing: null }
}

function findingOf({ took_ms, failing }: { took_ms: number } & Pick<Backlog, 'failing'>) {
  if (failing !== null) return 'queue_jobs_fail'
  return took_ms > slowMs ? 'queue_slow' : 'queue_good'
}

/** Sends a job through the queue and waits until a worker has answered it; names the jobs that fail. */
export const checkQueue: HealthCheck = async (deps, { step, signal }) => {
  const begun = performance.now()
  const id = await step('send', () => sendProbe(deps))
  const answered = await step('answer', () => awaitAnswer(deps, id, signal))
  const took_ms = performance.now() - begun
  const { waiting, oldest_s, failed_day, retrying, failing } = await readBacklog(deps)
  return {
    finding: answered ? findingOf({ took_ms, failing }) : 'queue_no_answer',
    facts: [
      { fact: 'waiting', value: waiting },
      { fact: 'oldest_s', value: oldest_s },
      { fact: 'retrying', value: retrying },
      { fact: 'failed_day', value: failed_day },
    ],
    ...(failing !== null && { detail: failing }),
  }
}
