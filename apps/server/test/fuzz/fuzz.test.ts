import { expect, inject, test } from 'vitest'
import { seeded } from '../../src/demo/random.ts'
import type { Caller } from '../access-people.ts'
import { makeWorld, type World } from '../access-world.ts'
import { createTestContext, type TestContext } from '../context.ts'
import { changesOwnOnly, mayChange } from './expected-changes.ts'
import { createDraw, drawRequest } from './requests.ts'
import { type Change, watchChanges } from './watch-changes.ts'

const { seed, count } = inject('fuzz')
const requestsPerWorld = 200
/** Requests to one database: with each world it grows, and requests become slower. */
const requestsPerDatabase = 2500

/** The part of the requests that each database gets, with a seed of its own. */
const parts = Array.from({ length: Math.ceil(count / requestsPerDatabase) }, (_, part) => ({
  part_seed: seed + part,
  part_count: Math.min(requestsPerDatabase, count - part * requestsPerDatabase),
}))

/**
 * Answers of 4xx that change rows on purpose: STP refused the order of an acceptance, so the loan ends; an acceptance
 * above a limit asks a second person for its release.
 */
const changesAnyway = new Set(['transfer.refused', 'loan.awaits_release'])

/** A notice, and what leaves the app for it. */
const noticeTables = new Set(['notification', 'notice_delivery'])

/** Changes of rows of others: a guest changes nothing guarded, a worker only what is theirs; both cause notices. */
async function foreignChanges({ deps: { db } }: TestContext, id: number | undefined, changes: Change[]) {
  const loans = db.selectFrom('loan').select('id')
  const own = id === undefined ? [] : await loans.where('user_id', '=', id).execute()
  return changes.filter(({ table_name, operation, row }) => {
    if (noticeTables.has(table_name) && operation === 'INSERT') return false
    const loan_id = table_name === 'loan' ? row.id : row.loan_id
    const owner = table_name === 'app_user' ? row.id : (row.user_id ?? row.requested_by ?? row.recipient_id)
    return id === undefined || (owner !== id && !own.some((loan) => loan.id === loan_id))
  })
}

/** What a call that succeeded may not have changed: tables of other features, and for workers rows of others. */
async function unexpectedOf(
  ctx: TestContext,
  world: World,
  { route, caller, changes }: { route: string; caller: Caller; changes: Change[] },
) {
  const outside = changes.filter(({ table_name }) => !mayChange(route, table_name))
  const isStaff = caller === 'manager' || caller === 'admin'
  if (changes.length === 0 || isStaff || !changesOwnOnly(route)) return outside
  const id = caller === 'guest' ? undefined : world[caller].id
  return [...outside, ...(await foreignChanges(ctx, id, changes))]
}

/** Answers of 503 that are no fault: the file is made by a job, and the caller asks again. */
const madeLater = new Set(['no_debt_letter.being_made'])

// A time limit only ends a test that hangs.
const limit_ms = 60_000 + requestsPerDatabase * 60

test.each(parts)(
  '$part_count random requests of every role, seed $part_seed, get no answer of 500 and change nothing unexpected',
  {
    timeout: limit_ms,
  },
  async ({ part_seed, part_count }) => {
    const ctx = await createTestContext({ is_ledger_checked: true })
    const { take } = await watchChanges(ctx)
    const draw = createDraw(seeded(part_seed), part_seed)
    const faults: string[] = []
    const statuses = new Map<number, number>()
    let world = await makeWorld(ctx)
    let spoiledWorlds = 0
    for (let sent = 0; sent < part_count && faults.length < 20; sent += 1) {
      if (sent % requestsPerWorld === 0) world = await makeWorld(ctx)
      const drawn = await drawRequest(ctx, world, draw).catch(() => undefined)
      if (drawn === undefined) {
        // Earlier requests changed a limit or a person, so that a record of this world cannot be made.
        spoiledWorlds += 1
        world = await makeWorld(ctx)
        continue
      }
      const { route, caller, options } = drawn
      await take()
      const { statusCode, body } = await ctx.app.inject(options)
      const changes = await take()
      statuses.set(statusCode, (statuses.get(statusCode) ?? 0) + 1)
      const code = statusCode < 400 ? '' : String(/"code":"([^"]+)"/.exec(body)?.[1])
      const isRefused = statusCode >= 400 && !changesAnyway.has(code)
      const unexpected = isRefused ? changes : await unexpectedOf(ctx, world, { route, caller, changes })
      const isFault = statusCode >= 500 && !madeLater.has(code)
      if (isFault || unexpected.length > 0)
        faults.push(
          JSON.stringify({ sent, route, caller, statusCode, code, options, unexpected }).slice(0, 1500),
        )
    }
    expect(faults).toEqual([])
    expect(spoiledWorlds).toBeLessThan(10 + part_count / 50)
    // Requests that all fail at the door would prove nothing.
    expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 201, 204, 401, 403, 404, 409, 422]))
  },
)
