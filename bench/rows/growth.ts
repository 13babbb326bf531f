import { pathOf } from '../harness/places.ts'
import { clusterTime, processTime } from '../harness/processor-time.ts'
import { medianOf } from '../harness/rounds.ts'
import type { Line, Row } from '../harness/row.ts'
import { round } from '../harness/row.ts'
import type { Site, Who } from '../harness/site.ts'
import { officeCalls, workerCalls } from './office-calls.ts'

const warmTurns = 3
const turns = 15

const spentBy = (site: Site) =>
  site.server_pids().reduce((sum, pid) => sum + processTime(pid), clusterTime(site.postmaster))

interface GrowingCall {
  path: string
  who: Who
  year?: number
}

/** Sends a call alone; returns its time and the processor time of Node and PostgreSQL, in ms. */
async function sendAlone(site: Site, { path, who, year }: GrowingCall) {
  const before = spentBy(site)
  const began = performance.now()
  const call = { path: pathOf(path, site.places) }
  await site.send(year === undefined ? call : { ...call, method: 'POST', body: { year } }, who)
  const ms = performance.now() - began
  return { ms, cpu_ms: spentBy(site) - before }
}

async function measureCall(sites: readonly [Site, Site], call: GrowingCall): Promise<Line> {
  const taken = sites.map(() => [] as Awaited<ReturnType<typeof sendAlone>>[])
  for (let turn = 0; turn < warmTurns + turns; turn += 1)
    for (const [index, site] of sites.entries()) {
      const one = await sendAlone(site, call)
      if (turn >= warmTurns) taken[index]?.push(one)
    }
  const [small = 0, large = 0] = taken.map((all) => medianOf(all.map(({ cpu_ms }) => cpu_ms)))
  const [small_ms = 0, large_ms = 0] = taken.map((all) => medianOf(all.map(({ ms }) => ms)))
  return {
    what: `${call.who === 'worker' ? 'worker ' : ''}${call.path}`,
    ratio: round(large / small),
    target: { at_most: 1.3 },
    detail: {
      by_time: round(large_ms / small_ms),
      ...{ small_ms: round(small_ms, 1), large_ms: round(large_ms, 1) },
      ...{ small_cpu_ms: round(small), large_cpu_ms: round(large) },
    },
  }
}

/** Throws with all calls that a server refuses, before the long measurement begins. */
async function requireAnswers(sites: readonly Site[], calls: readonly GrowingCall[]): Promise<void> {
  const refused: string[] = []
  for (const site of sites)
    for (const call of calls)
      await sendAlone(site, call).catch((error: unknown) => refused.push(`${call.who}: ${error}`))
  if (refused.length > 0) throw new Error(refused.join('\n'))
}

/** Each GET request of a screen, one after another: medians of the large data against a tenth of it. */
export const growthRow: Row = {
  name: 'growth',
  title: 'Growth of each call of a screen from a tenth of the loans',
  async measure({ site, openSmall }) {
    const sites = [await openSmall(), site] as const
    const calls: GrowingCall[] = [
      ...officeCalls.map((path) => ({ path, who: 'staff' as const })),
      { path: '/loan/summary', who: 'staff', year: new Date().getFullYear() },
      ...workerCalls.map((path) => ({ path, who: 'worker' as const })),
    ]
    await requireAnswers(sites, calls)
    const lines: Line[] = []
    for (const call of calls) {
      for (const one of sites) await one.keepSessions()
      lines.push(await measureCall(sites, call))
    }
    return lines
  },
}
