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

let ctx: TestContext
let staff: Staff

beforeAll(async () => {
  ctx = await createTestContext()
  await installObserver(ctx.deps.db)
  staff = await hireStaff(ctx)
})

/** Runs a plan on the database and staff of this file. */
const run = (plan: Plan) => runHistory(ctx, staff, plan)

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
  const started = performance.now()
  for (let at = 0; at < count; at += 1) {
    const plan = planOf(seed + at)
    const result = await run(plan)
    if (result.problems.length > 0) expect.fail(await report(plan, result))
    addCounts(totals, result.counts)
  }
  const rate = (count * 1000) / (performance.now() - started)
  console.info(`${count} histories, ${rate.toFixed(1)} a second`)
  if (count >= many) console.info(summaryOf(totals))
  if (count >= enough) expect(missingFrom(totals, { is_long: count >= many })).toEqual([])
})

test('the same seed gives the same lines on a second run', { timeout: patienceMs }, async () => {
  for (const same of [seed, seed + 1, seed + 2]) {
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
