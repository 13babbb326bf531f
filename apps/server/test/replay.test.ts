import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { accessCases } from './access-cases.ts'
import type { Caller } from './access-people.ts'
import { makeWorld } from './access-world.ts'
import { createTestContext, type TestContext } from './context.ts'
import { sendCase } from './send-case.ts'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})

/** Routes that store no key: they only compute an answer, or doing them twice changes nothing. */
const withoutKey = new Set([
  'POST /audit/chain',
  'POST /contract/{id}',
  'POST /diagnostics/{part}',
  'POST /loan/calculate-monthly-payment',
  'POST /loan/get-max-advance-loan-amount',
  'POST /loan/summary',
])

/** Writes whose access case succeeds. Results of /auth/* are never stored. */
const writes = Object.keys(accessCases).filter(
  (route) =>
    !/^GET | \/auth\//.test(route) && (accessCases[route]?.ok ?? 500) < 300 && !withoutKey.has(route),
)

/** Sends the case with one key as the first caller whom the route lets succeed; returns that caller. */
async function succeed(world: Awaited<ReturnType<typeof makeWorld>>, route: string, key: string) {
  for (const caller of ['own', 'admin'] satisfies Caller[]) {
    const answer = await sendCase(ctx, world, { route, caller, key })
    if (answer.statusCode < 300) return { caller, answer }
  }
  throw new Error(`${route} succeeds for no caller`)
}

test.each(writes)('%s answers a repeated key with the first result and Idempotent-Replay', async (route) => {
  const [world, key] = [await makeWorld(ctx), randomUUID()]
  const { caller, answer } = await succeed(world, route, key)
  const again = await sendCase(ctx, world, { route, caller, key })
  expect(answer.headers['idempotent-replay']).toBeUndefined()
  expect([again.statusCode, again.headers['idempotent-replay']]).toEqual([answer.statusCode, 'true'])
})

test('the routes without a stored key are routes of the API that answer a repeated key without the header', async () => {
  for (const route of withoutKey) {
    const [world, key] = [await makeWorld(ctx), randomUUID()]
    const { caller } = await succeed(world, route, key)
    const again = await sendCase(ctx, world, { route, caller, key })
    expect([route, again.headers['idempotent-replay']]).toEqual([route, undefined])
  }
})
