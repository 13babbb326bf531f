import { allJobs } from '../src/all-jobs.ts'
import { demoJobs } from '../src/demo/jobs.ts'
import type { Deps } from '../src/deps.ts'
import type { JobData, JobName } from '../src/jobs/queue.ts'
import { queuedJobs } from '../src/jobs/registry.ts'

/** The jobs of a server with demo data. */
export const serverJobs = [...allJobs, ...demoJobs]

const jobs = new Map(queuedJobs(serverJobs).map((job) => [job.name, job]))

/** How many jobs of this name a server runs at once. */
export const workersOf = (name: JobName) => jobs.get(name)?.workers

/** Runs a job with this data now, as a worker does. */
export async function runJob<Name extends JobName>(deps: Deps, name: Name, data: JobData[Name]) {
  await jobs.get(name)?.run(deps, data)
}

/** Runs the waiting jobs of these names once; returns how many ran. */
export async function runWaitingJobs(deps: Deps, names: readonly JobName[]): Promise<number> {
  let ran = 0
  for (const name of names) ran += await deps.queue.drain(name, (data) => runJob(deps, name, data))
  return ran
}
