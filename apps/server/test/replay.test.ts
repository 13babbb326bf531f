import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { accessCases } from './access-cases.ts'
import type { Caller } from './access-people.ts'
import { makeWorld } from './access-world.ts'
import { prepareCase, requestOf } from './case-requests.ts'
import { createTestContext, type TestContext } from './context.ts'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})

/** Routes that store no key: they only compute or ask, doing them twice changes nothing, or STP sends no key. */
const withoutKey = new Set([
  'POST /audit/chain',
  'POST /contract/verify',
  'POST /contract/{id}',
  'POST /diagnostics/{part}',
  'POST /mails/{kind}/send',
  'POST /loan-imports/documents',
  'POST /loan-imports/preview',
  'POST /loan/calculate-monthly-payment',
  'POST /loan/get-max-advance-loan-amount',
  'POST /loan/summary',
  'POST /stp',
  'POST /stp/consulta-orden',
  'POST /stp/webhooks/{secret}/order-state',
  'POST /stp/webhooks/{secret}/payment',
  'POST /stp/{id}/ask',
  'POST /texts/{document}/pdf',
  'POST /texts/{document}/preview',
  'POST /webhooks/{id}/test',
])

/** Writes whose access case succeeds. Results of /auth/* are never stored. */
const writes = Object.keys(accessCases).filter(
  (route) =>
    !/^GET | \/auth\//.test(route) && (accessCases[route]?.ok ?? 500) < 300 && !withoutKey.has(route),
)

/** Sends the case twice with one key as the first caller whom the route lets succeed; returns both answers. */
async function sendTwice(route: string) {
  const [world, key] = [await makeWorld(ctx), randomUUID()]
  for (const caller of ['own', 'admin', 'manager'] satisfies Caller[]) {
    const request = requestOf(ctx, world, {
      route,
      caller,
      key,
      ...(await prepareCase(world, route, caller)),
    })
    const first = await ctx.app.inject(request)
    if (first.statusCode < 300) return { first, second: await ctx.app.inject(request) }
  }
  throw new Error(`${route} succeeds for no caller`)
}

test.each(writes)('%s answers a repeated key with the first result and Idempotent-Replay', async (route) => {
  const { first, second } = await sendTwice(route)
  expect(first.headers['idempotent-replay']).toBeUndefined()
  expect([second.statusCode, second.headers['idempotent-replay']]).toEqual([first.statusCode, 'true'])
})

test('the routes without a stored key are routes of the API that answer a repeated key without the header', async () => {
  for (const route of withoutKey) {
    const { second } = await sendTwice(route)
    expect([route, second.headers['idempotent-replay']]).toEqual([route, undefined])
  }
})
