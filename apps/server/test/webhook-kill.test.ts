import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from './context.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'
import { startReceiver } from './webhook-receiver.ts'
import { makeEndpoint, recordLoanEvent } from './webhooks.ts'

/** A demo that no other machine reaches may call a receiver on this machine. */
const settings = { DEMO: '1', PUBLIC_URL: 'http://127.0.0.1:3000' }
const kills = 4
const eventCount = 400

let ctx: TestContext
let server: ServerProcess | undefined
beforeAll(async () => {
  ctx = await createTestContext()
})
afterEach(() => server?.kill())

/** The values without repeats, each at its first place. */
const firsts = (values: readonly unknown[]) => [...new Set(values)]

test('a server that is killed during deliveries loses no event, and repeats one with the same webhook-id', async () => {
  const receiver = await startReceiver((response) => void setTimeout(() => response.writeHead(204).end(), 15))
  const { context } = await makeEndpoint(ctx, { url: receiver.url })
  // A server with DEMO starts on a database of demo people alone.
  const email = 'admin@demo.quincena.mx'
  await ctx.deps.db.updateTable('app_user').set({ email }).where('id', '=', context.user.id).execute()
  const ids = Array.from({ length: eventCount }, (_, index) => index + 1)
  for (const loan_id of ids) await recordLoanEvent(ctx, { loan_id })
  const seen = () => new Set(receiver.received.map(({ message }) => message.data.loan_id)).size

  for (let kill = 1; kill <= kills; kill += 1) {
    server = await startServerProcess(ctx, { settings })
    const enough = Math.floor((eventCount * kill) / (kills + 1))
    await expect.poll(seen, { timeout: 60_000, interval: 5 }).toBeGreaterThan(enough)
    await server.kill()
    // By the clock the next server is later than the claim of the killed one.
    ctx.setNow(ctx.clock.now.add({ minutes: 2 }).toString())
    await sleep(50)
  }
  server = await startServerProcess(ctx, { settings })
  await expect.poll(seen, { timeout: 60_000 }).toBe(eventCount)

  const { received } = receiver
  expect(firsts(received.map(({ message }) => message.data.loan_id))).toEqual(ids)
  expect(received.length - eventCount).toBeLessThanOrEqual(kills)
  expect(firsts(received.map(({ headers }) => headers['webhook-id']))).toHaveLength(eventCount)
}, 240_000)
