export interface LaneLimits {
  /** Jobs that may wait in the lane. */
  waiting: number
  /** Jobs of one owner that may wait in it. */
  per_owner: number
}

export interface QueuedJob<Lane> {
  lane: Lane
  /** The owner whose turn the job takes. */
  owner: string
}

export type QueueRefusal = 'lane_full' | 'owner_full'

/**
 * A queue with lanes, without a clock or a worker. `take` returns a job of the first lane that has any. Within a lane
 * the owners take turns, and each owner's jobs leave in the order in which they came.
 */
export function createFairQueue<Lane extends string, Job extends QueuedJob<Lane>>(
  /** From the most to the least urgent. */
  lanes: ReadonlyMap<Lane, LaneLimits>,
) {
  // A Map keeps the order of insertion: its first owner is next, and goes to the end once served.
  const waiting = new Map([...lanes.keys()].map((lane) => [lane, new Map<string, Job[]>()]))
  const ownersOf = (lane: Lane) => waiting.get(lane) ?? new Map<string, Job[]>()
  const count = (lane: Lane) => [...ownersOf(lane).values()].reduce((sum, jobs) => sum + jobs.length, 0)

  /** Adds a job; returns the reason if it is refused, otherwise null. */
  function add(job: Job): QueueRefusal | null {
    const { waiting: lane_limit, per_owner } = lanes.get(job.lane) ?? { waiting: 0, per_owner: 0 }
    const owners = ownersOf(job.lane)
    const ownerJobs = owners.get(job.owner) ?? []
    if (ownerJobs.length >= per_owner) return 'owner_full'
    if (count(job.lane) >= lane_limit) return 'lane_full'
    owners.set(job.owner, [...ownerJobs, job])
    return null
  }

  /** Removes and returns the next job; undefined if there is none. */
  function take(): Job | undefined {
    for (const owners of waiting.values()) {
      const [owner, [job, ...later]] = owners.entries().next().value ?? ['', []]
      if (job === undefined) continue
      owners.delete(owner)
      if (later.length > 0) owners.set(owner, later)
      return job
    }
    return undefined
  }

  /** Removes a waiting job; false if it does not wait. */
  function remove(job: Job): boolean {
    const owners = ownersOf(job.lane)
    const ownerJobs = owners.get(job.owner) ?? []
    const others = ownerJobs.filter((other) => other !== job)
    if (others.length === 0) owners.delete(job.owner)
    else owners.set(job.owner, others)
    return others.length < ownerJobs.length
  }

  return { add, take, remove, count }
}
