import { expect, inject, test } from 'vitest'
import { seeded } from '../../src/demo/random.ts'
import type { Caller } from '../access-people.ts'
import { makeWorld, type World } from '../access-world.ts'
import { createTestContext, type TestContext } from '../context.ts'
import { createDraw, drawRequest } from './requests.ts'
import { type Change, watchChanges } from './watch-changes.ts'

const { seed, count } = inject('fuzz')
const requestsPerWorld = 100

/** Answers of 4xx that change rows on purpose: STP refused the order of an acceptance, so the loan ends. */
const changesAnyway = new Set(['transfer.refused'])

/** Changes that are not the caller's own: a guest changes nothing guarded, a worker only what is theirs. */
async function foreignChanges({ deps: { db } }: TestContext, id: number | undefined, changes: Change[]) {
  const loans = db.selectFrom('loan').select('id')
  const own = id === undefined ? [] : await loans.where('user_id', '=', id).execute()
  return changes.filter(({ table_name, row }) => {
    const owner = table_name === 'app_user' ? row.id : (row.user_id ?? row.requested_by)
    return id === undefined || (owner !== id && !own.some((loan) => loan.id === row.loan_id))
  })
}

/** What a call that succeeded may not have changed; staff may change anything that their routes change. */
function unexpectedOf(
  ctx: TestContext,
  world: World,
  { caller, changes }: { caller: Caller; changes: Change[] },
) {
  if (changes.length === 0 || caller === 'manager' || caller === 'admin') return []
  return foreignChanges(ctx, caller === 'guest' ? undefined : world[caller].id, changes)
}

// A time limit only ends a test that hangs.
const limit_ms = 60_000 + count * 20

test('random requests of every role get no answer of 500 and change nothing unexpected', {
  timeout: limit_ms,
}, async () => {
  const ctx = await createTestContext({ is_ledger_checked: true })
  const { take } = await watchChanges(ctx)
  const draw = createDraw(seeded(seed), seed)
  const faults: string[] = []
  const statuses = new Map<number, number>()
  let world = await makeWorld(ctx)
  for (let sent = 0; sent < count && faults.length < 20; sent += 1) {
    if (sent % requestsPerWorld === 0) world = await makeWorld(ctx)
    const { route, caller, options } = await drawRequest(ctx, world, draw)
    await take()
    const { statusCode, body } = await ctx.app.inject(options)
    const changes = await take()
    statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
    const code = statusCode < 400 ? '' : String(/"code":"([^"]+)"/.exec(body)?.[1])
    const isRefused = statusCode >= 400 && !changesAnyway.has(code)
    const unexpected = isRefused ? changes : await unexpectedOf(ctx, world, { caller, changes })
    if (statusCode >= 500 || unexpected.length > 0)
      faults.push(
        JSON.stringify({ sent, route, caller, statusCode, code, options, unexpected }).slice(0, 1500),
      )
  }
  expect(faults).toEqual([])
  // Requests that all fail at the door would prove nothing.
  expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 201, 204, 401, 403, 404, 409, 422]))
})
