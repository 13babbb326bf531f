import { beforeAll, expect, inject, test } from 'vitest'
import { createTestContext, type TestContext } from '../context.ts'
import { addCounts, type Counts, missingFrom, summaryOf } from './coverage.ts'
import { installObserver } from './observer.ts'
import { type HistoryResult, runHistory, shrink } from './runner.ts'
import { type Plan, planOf } from './steps.ts'
import { hireStaff, type Staff } from './world.ts'

const { seed, count } = inject('histories')
/** From 100 histories on the coverage must be complete; from 1,000 on the counts are printed. */
const [enough, many] = [100, 1000]
const patienceMs = 3_600_000

/**
 * Histories in progress at the same time, each on a database of its own. A history waits half of its time for
 * PostgreSQL, so two fill two processors.
 */
const laneCount = 2

interface Lane {
  ctx: TestContext
  staff: Staff
}

let lanes: Lane[]
let lane: Lane

async function openLane(): Promise<Lane> {
  const ctx = await createTestContext()
  await installObserver(ctx.superuser)
  return { ctx, staff: await hireStaff(ctx) }
}

beforeAll(async () => {
  lane = await openLane()
  lanes = [lane]
  while (lanes.length < Math.min(laneCount, count)) lanes.push(await openLane())
})

/** Runs a plan on the database and staff of a lane. */
const run = (plan: Plan, { ctx, staff } = lane) => runHistory(ctx, staff, plan)

/** The first line of the first problem without its digits: a shortened history must fail with the same text. */
const kindOf = ({ problems }: HistoryResult) => problems[0]?.split('\n')[0]?.replaceAll(/[\d.]+/g, '')

/** Shrinks the failing plan; returns a message with the seed, the problems and the lines of both runs. */
async function report(plan: Plan, result: HistoryResult): Promise<string> {
  const kind = kindOf(result)
  const shortest = await shrink(plan, async (candidate) => kindOf(await run(candidate)) === kind)
  const short = await run(shortest)
  return [
    `history ${plan.seed} fails; HISTORY_SEED=${plan.seed} npm run test:histories runs it again`,
    ...result.problems,
    `the shortest that fails, from ${plan.starts_at}:`,
    ...short.lines,
    ...short.problems,
    `all of it:`,
    ...result.lines,
  ].join('\n')
}

test(`${count} random histories from seed ${seed} break no invariant`, { timeout: patienceMs }, async () => {
  const totals: Counts = new Map()
  const failures: { plan: Plan; result: HistoryResult }[] = []
  const started = performance.now()
  let next = seed
  async function runLane(own: Lane) {
    while (next < seed + count && failures.length === 0) {
      const plan = planOf(next)
      next += 1
      const result = await run(plan, own)
      if (result.problems.length > 0) failures.push({ plan, result })
      addCounts(totals, result.counts)
    }
  }
  await Promise.all(lanes.map(runLane))
  for (const { plan, result } of failures) expect.fail(await report(plan, result))
  const rate = (count * 1000) / (performance.now() - started)
  console.info(`${count} histories, ${rate.toFixed(1)} a second`)
  if (count >= many) console.info(summaryOf(totals))
  if (count >= enough) expect(missingFrom(totals, { is_long: count >= many })).toEqual([])
})

test('the same seed gives the same lines on a second run', { timeout: patienceMs }, async () => {
  for (const same of [seed, seed + 1]) {
    const first = await run(planOf(same))
    const second = await run(planOf(same))
    expect(second.lines).toEqual(first.lines)
  }
})

test('shrink leaves only the step that makes a plan fail', {
  timeout: patienceMs,
}, async () => {
  const plan = planOf(seed)
  const refused = async ({ steps }: Plan) => steps.some(({ kind }) => kind === 'accept')
  const { steps } = await shrink(plan, refused)
  expect(steps.map(({ kind }) => kind)).toEqual(['accept'])
})
