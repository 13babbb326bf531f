import { clientTime, clusterTime, processTime } from './processor-time.ts'
import type { Site } from './site.ts'

/** One of the things that are compared. */
export interface Side {
  /** Does one piece of work; `turn` counts them. */
  work: (turn: number) => Promise<unknown>
  /** Whose processor time counts as Node's: the servers', or of this process, which is the client of hand-written SQL. */
  node: 'servers' | 'client'
}

/** What a piece of work took: medians of the rounds, in ms. */
export interface Measured {
  count: number
  per_s: number
  p50_ms: number
  p99_ms: number
  node_ms: number
  postgres_ms: number
  /** Processor time of Node and PostgreSQL. */
  cpu_ms: number
}

export interface Rounds {
  rounds: number
  round_ms: number
  connections: number
  /** Wait after each round until the server has done what a round of writes leaves to its jobs. */
  rests?: boolean
}

const sorted = (values: readonly number[]) => values.toSorted((one, other) => one - other)
const at = (values: readonly number[], share: number) =>
  sorted(values)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN
export const medianOf = (values: readonly number[]): number => at(values, 0.5)

type Round = Record<'per_s' | 'node_ms' | 'postgres_ms', number> & { took: number[] }

/** Does the work on all connections, each beginning the next when one is done, until the time is over. */
async function runRound(site: Site, side: Side, { round_ms, connections }: Rounds): Promise<Round> {
  const node = () =>
    side.node === 'client' ? clientTime() : site.server_pids().reduce((sum, pid) => sum + processTime(pid), 0)
  const times = { node: node(), postgres: clusterTime(site.postmaster), began: performance.now() }
  const took: number[] = []
  const loop = async () => {
    do {
      const began = performance.now()
      side_turns.set(side, (side_turns.get(side) ?? 0) + 1)
      await side.work(side_turns.get(side) ?? 0)
      took.push(performance.now() - began)
    } while (performance.now() < times.began + round_ms)
  }
  await Promise.all(Array.from({ length: connections }, loop))
  const elapsed = performance.now() - times.began
  return {
    took,
    per_s: (took.length / elapsed) * 1000,
    node_ms: (node() - times.node) / took.length,
    postgres_ms: (clusterTime(site.postmaster) - times.postgres) / took.length,
  }
}

const side_turns = new WeakMap<Side, number>()

function summaryOf(rounds: readonly Round[]): Measured {
  const took = rounds.flatMap((round) => round.took)
  const [node_ms, postgres_ms] = [
    medianOf(rounds.map((round) => round.node_ms)),
    medianOf(rounds.map((round) => round.postgres_ms)),
  ]
  return {
    ...{ count: took.length, per_s: medianOf(rounds.map(({ per_s }) => per_s)) },
    ...{ p50_ms: at(took, 0.5), p99_ms: at(took, 0.99), node_ms, postgres_ms, cpu_ms: node_ms + postgres_ms },
  }
}

/**
 * Measures sides in turn (A B A B), so that what slows the machine slows all of them. Each runs once before without
 * being counted. Returns the figures of a side by its name.
 */
export async function interleave<Name extends string>(
  site: Site,
  sides: Readonly<Record<Name, Side>>,
  rounds: Rounds,
): Promise<(name: Name) => Measured> {
  const all = Object.entries<Side>(sides)
  const done = new Map<string, Round[]>(all.map(([name]) => [name, []]))
  await site.keepSessions()
  for (const [, side] of all) await runRound(site, side, { ...rounds, round_ms: rounds.round_ms / 3 })
  for (let round = 0; round < rounds.rounds; round += 1)
    for (const [name, side] of all) {
      if (rounds.rests === true) await site.awaitQuiet()
      done.get(name)?.push(await runRound(site, side, rounds))
    }
  return (name) => summaryOf(done.get(name) ?? [])
}
