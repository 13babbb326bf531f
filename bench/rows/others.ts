import { setTimeout as sleep } from 'node:timers/promises'
import { medianOf } from '../harness/rounds.ts'
import type { Site } from '../harness/site.ts'

/** Pause between the requests of others, as one busy person. */
const pause_ms = 60
const idle_ms = 10_000
const paths = ['/auth/users?page_size=20', '/loan?page_size=20', '/company/', '/auth/user']

/** Sends what other people ask meanwhile, one after another; returns the median and the longest time, in ms. */
async function askWhile(site: Site, goesOn: () => boolean) {
  const took: number[] = []
  for (let turn = 0; goesOn() || took.length < paths.length; turn += 1) {
    const began = performance.now()
    await site.send({ path: paths[turn % paths.length] ?? '' })
    took.push(performance.now() - began)
    await sleep(pause_ms)
  }
  return { p50_ms: medianOf(took), longest_ms: Math.max(...took) }
}

/** How long others wait when nothing else runs. */
export async function askIdle(site: Site) {
  await askWhile(site, () => false)
  const until = performance.now() + idle_ms
  return askWhile(site, () => performance.now() < until)
}

/** Does some work while others ask; returns how long they waited. */
export async function askDuring(site: Site, work: () => Promise<unknown>) {
  let runs = true
  const done = work().finally(() => {
    runs = false
  })
  const asked = askWhile(site, () => runs)
  await done
  return asked
}
