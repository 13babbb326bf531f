import type { Deps } from '../../deps.ts'
import type { Env } from '../../env.ts'
import { defineJob, type Job, noData, type Sweep } from '../../jobs/registry.ts'
import { writeBackup } from './commands/write-backup.ts'

declare module '../../jobs/queue.ts' {
  interface JobData {
    'write-backup': Record<string, never>
  }
}

/** A missing file makes no second try: the next one would miss it too. */
async function makeBackup(deps: Deps): Promise<void> {
  const { place, manifest, removed } = await writeBackup(deps)
  deps.log.info({ place, removed }, 'backup written')
  const { missing } = manifest
  if (missing.length > 0) deps.log.error({ place, missing }, 'backup without files that were not found')
}

const backup = defineJob('write-backup', { data: noData, once_a_day: true, run: makeBackup })

/** The backup of each day; without BACKUP_AT nothing queues it. */
export const backupJobs: Job[] = [backup]

/** The jobs with the time of the backup, as BACKUP_AT sets it. */
export function scheduleBackup(jobs: readonly (Job | Sweep)[], { backup_at }: Pick<Env, 'backup_at'>) {
  if (backup_at === undefined) return jobs
  const [hour, minute] = backup_at.split(':').map(Number)
  return jobs.map((job) => (job === backup ? { ...backup, cron: `${minute} ${hour} * * *` } : job))
}
