import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../../db/types.ts'
import { failureReason } from '../../../jobs/job-failure.ts'

interface JobFilter {
  /** Only the jobs of this name. */
  name?: string | undefined
  /** True: only those that failed and are not tried again. */
  failed: boolean
}

interface JobCount {
  name: string
  /** A state of pg-boss: created, retry, active, completed, cancelled, failed. */
  state: string
  jobs: number
  /** When the oldest of them was queued. */
  oldest: string
}

interface FailedJob {
  id: string
  name: string
  state: string
  failed_at: string
  reason: string
}

const shownFailures = 20

const matching = ({ name, failed }: JobFilter): RawBuilder<boolean> => sql<boolean>`
  (${name ?? null}::text is null or name = ${name ?? null}) and (not ${failed} or state = 'failed')`

/** Counts the jobs that the queue keeps, by name and state. */
export async function countJobs(db: Db, filter: JobFilter): Promise<JobCount[]> {
  const { rows } = await sql<JobCount>`
    select name, state::text as state, count(*)::int as jobs, min(created_on) as oldest
    from pgboss.job where ${matching(filter)} group by name, state order by name, state`.execute(db)
  return rows
}

/** The newest jobs whose last attempt failed, with the reason without personal data; those that are tried again too. */
export async function listFailures(db: Db, filter: JobFilter): Promise<FailedJob[]> {
  const { rows } = await sql<Omit<FailedJob, 'reason'> & { output: unknown; data: unknown }>`
    select id, name, state::text as state, coalesce(completed_on, started_on, created_on) as failed_at, output, data
    from pgboss.job
    where ${matching(filter)} and state in ('failed', 'retry') and output is not null
    order by coalesce(completed_on, started_on, created_on) desc, id limit ${shownFailures}`.execute(db)
  return rows.map(({ output, data, ...job }) => ({ ...job, reason: failureReason({ output, data }) }))
}

/** Locks the failed jobs of a name, or the one with an id. */
export async function lockFailedJobs(
  trx: Trx,
  which: { name: string } | { id: string },
): Promise<{ id: string; name: string }[]> {
  const isWanted = 'id' in which ? sql`id = ${which.id}::uuid` : sql`name = ${which.name}`
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from pgboss.job where ${isWanted} and state = 'failed' order by id for update`.execute(
    trx,
  )
  return rows
}
