import pg from 'pg'
import { pathOf } from '../harness/places.ts'
import { interleave, type Measured, type Rounds } from '../harness/rounds.ts'
import type { Row } from '../harness/row.ts'
import { round } from '../harness/row.ts'
import type { Site } from '../harness/site.ts'
import { figuresOf } from './lists.ts'
import { openPayer } from './payments.ts'

const sample_ms = 20
const PAYMENT_EVERY = 11

/** What people ask all day, and each eleventh request a payment. Odd numbers, so that each server gets all kinds. */
const reads = [
  { path: '/loan?company=COMPANY&page_size=20' },
  { path: '/loan/LOAN' },
  { path: '/auth/user', who: 'worker' },
  { path: '/auth/user/WORKER' },
  { path: '/notification/unread-count', who: 'worker' },
  { path: '/loan?user__id=WORKER&page_size=5' },
  { path: '/loan/LOAN/payoff', who: 'worker' },
  { path: '/stp/ORDER' },
  { path: '/company/?page_size=20' },
] as const

/** Counts in what the server's statements wait; `end` returns the share of the time in which it was a shared lock. */
async function watchLocks(site: Site) {
  const client = new pg.Client({ connectionString: site.url })
  await client.connect()
  const counts = { active: 0, locked: 0 }
  let runs = true
  const watching = (async () => {
    while (runs) {
      const { rows } = await client.query<{ active: string; locked: string }>(
        `select count(*) as active, count(*) filter (where wait_event_type in ('Lock', 'LWLock')) as locked
          from pg_stat_activity where state = 'active' and usename = 'quincena_server'`,
      )
      counts.active += Number(rows[0]?.active ?? 0)
      counts.locked += Number(rows[0]?.locked ?? 0)
      await new Promise((resolve) => setTimeout(resolve, sample_ms))
    }
  })()
  return {
    async end() {
      runs = false
      await watching
      await client.end()
      return counts
    },
  }
}

async function measureMix(site: Site, rounds: Rounds) {
  const pay = await openPayer(site)
  const read = async (turn: number) => {
    const call = reads[turn % reads.length] ?? reads[0]
    return site.send({ path: pathOf(call.path, site.places) }, 'who' in call ? call.who : 'staff')
  }
  const isPayment = (turn: number) => turn % PAYMENT_EVERY === 0
  const work = (turn: number) => (isPayment(turn) ? pay(turn) : read(turn))
  const watch = await watchLocks(site)
  const figures = await interleave(site, { mix: { node: 'servers', work } }, rounds)
  return { ...figures('mix'), ...(await watch.end()) }
}

/** One and two server processes on one database under the same mix of requests. */
export const processesRow: Row = {
  name: 'processes',
  title: 'Two server processes against one: processor time of a request, and the time in shared locks',
  async measure({ site, rounds }) {
    const before = await measureMix(site, rounds)
    const second = await site.addServer()
    await site.awaitQuiet()
    const two = await measureMix(site, rounds)
    await second.end()
    const after = await measureMix(site, rounds)
    const one: Measured = { ...before, cpu_ms: (before.cpu_ms + after.cpu_ms) / 2 }
    return [
      {
        what: 'processor time of a request',
        ratio: round(two.cpu_ms / one.cpu_ms, 3),
        target: { at_most: 1.05 },
        detail: {
          ...{ one_before_cpu_ms: round(before.cpu_ms), one_after_cpu_ms: round(after.cpu_ms) },
          ...{ ...figuresOf('two', two), ...figuresOf('one', one) },
        },
      },
      {
        what: 'share of the time in shared locks',
        ratio: round(two.locked / Math.max(1, two.active), 4),
        target: { at_most: 0.01 },
        detail: { samples: two.active, one: round(before.locked / Math.max(1, before.active), 4) },
      },
    ]
  },
}
