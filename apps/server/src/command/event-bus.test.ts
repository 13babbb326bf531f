import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createTestContext, type TestContext } from '../../test/context.ts'
import type { AppEvent } from './events.ts'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
afterEach(() => {
  vi.restoreAllMocks()
})

const writeRaw = (payload: string) =>
  ctx.deps.db
    .insertInto('event_outbox')
    .values({ payloads: [payload] })
    .execute()

const publish = (id: number) =>
  ctx.deps.db
    .transaction()
    .execute((trx) => ctx.deps.events.publish(trx, { topic: 'loan', id, user_ids: [7], staff: true }))

function collectEvents() {
  const events: AppEvent[] = []
  return { events, stop: ctx.deps.events.subscribe((event) => events.push(event)) }
}

test.each([
  ['text that is not JSON', 'a123', 'not JSON'],
  ['an empty payload', '', 'not JSON'],
  ['null', 'null', 'payload: invalid_type'],
  ['a number', '5', 'payload: invalid_type'],
  ['an array', '[1]', 'payload: invalid_type'],
  ['an object without fields', '{}', 'topic: invalid_value'],
  ['an unknown topic', '{"topic":"secreto","id":1,"user_ids":[],"staff":true}', 'topic: invalid_value'],
  ['an id as text', '{"topic":"loan","id":"1","user_ids":[],"staff":true}', 'id: invalid_type'],
  [
    'users that are not a list',
    '{"topic":"loan","id":1,"user_ids":"7","staff":true}',
    'user_ids: invalid_type',
  ],
  [
    'a user that is not a number',
    '{"topic":"loan","id":1,"user_ids":[null],"staff":true}',
    'user_ids.0: invalid_type',
  ],
])('logs and drops %s, and delivers the next valid event', async (_, payload, reason) => {
  const warn = vi.spyOn(ctx.deps.log, 'warn')
  const { events, stop } = collectEvents()
  await writeRaw(payload)
  await publish(11)
  await expect.poll(() => events).toEqual([{ topic: 'loan', id: 11, user_ids: [7], staff: true }])
  stop()
  expect(warn.mock.calls).toEqual([
    [{ payload_length: payload.length, reason: expect.stringContaining(reason) }, 'event dropped'],
  ])
  expect(JSON.stringify(warn.mock.calls)).not.toMatch(/a123|secreto/)
})

test('logs a listener that throws and calls the other listeners', async () => {
  const error = vi.spyOn(ctx.deps.log, 'error')
  const failure = new Error('listener failed')
  const stopFailing = ctx.deps.events.subscribe(() => {
    throw failure
  })
  const { events, stop } = collectEvents()
  await publish(12)
  await publish(13)
  await expect.poll(() => events.map(({ id }) => id)).toEqual([12, 13])
  stopFailing()
  stop()
  expect(error).toHaveBeenCalledWith({ err: failure }, 'event listener failed')
})
