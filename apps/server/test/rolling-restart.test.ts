import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, inject, test } from 'vitest'
import { createTestContext, type TestContext } from './context.ts'
import { makeStaff, signIn } from './factories.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'

/** Time for the balancer to see that a process drains; it asks more often than that. */
const drain_s = 1
const probeEvery_ms = 100
const senders = 8
const isNightly = inject('kills').count >= 10
/** Requests that at least must be sent while each process is replaced. */
const least = isNightly ? 10_000 : 1000

let ctx: TestContext

beforeAll(async () => {
  ctx = await createTestContext()
})

interface Backend {
  server: ServerProcess
  isReady: boolean
  agent: Agent
}

const read = { path: '/quincena/api/auth/user', headers: {}, status: 200 }
/** A write without a valid body: that it is refused for it is its answer. */
const write = () => ({
  path: '/quincena/api/saved-views',
  body: '{}',
  headers: { 'idempotency-key': randomUUID() },
  status: 422,
})

/** Sends a call over a kept connection, as a proxy does. Rejects if the connection breaks before the answer. */
function send({ server, agent }: Backend, call: { path: string; headers: object; body?: string }) {
  const method = call.body === undefined ? 'GET' : 'POST'
  const headers = { 'content-type': 'application/json', ...call.headers }
  return new Promise<{ status: number }>((resolve, reject) => {
    const sent = request(new URL(call.path, server.api), { method, agent, headers }, (answer) => {
      answer
        .resume()
        .on('end', () => resolve({ status: answer.statusCode ?? 0 }))
        .on('error', reject)
    })
    sent.on('error', reject).end(call.body)
  })
}

/** Keeps `isReady` of the backends as a balancer does, which asks /readyz; a backend that does not answer is away. */
async function probe(backends: Backend[], signal: AbortSignal) {
  while (!signal.aborted) {
    for (const backend of backends) {
      const ready = new URL('/readyz', backend.server.api)
      const status = await fetch(ready).then(
        (answer) => answer.status,
        () => 0,
      )
      backend.isReady = status === 200
    }
    await sleep(probeEvery_ms)
  }
}

const openBackend = async (settings: Record<string, string>): Promise<Backend> => ({
  server: await startServerProcess(ctx, { settings }),
  isReady: true,
  agent: new Agent({ keepAlive: true }),
})

test(`each of two processes restarts under load and none of ${2 * least} requests is lost`, async () => {
  const settings = { SHUTDOWN_DELAY: String(drain_s) }
  const backends = [await openBackend(settings), await openBackend(settings)]
  const done = new AbortController()
  const watching = probe(backends, done.signal)
  const lost: unknown[] = []
  let answered = 0

  async function load(index: number) {
    const staff = await makeStaff(ctx)
    let headers = await signIn(ctx, staff)
    for (let call = 1; !done.signal.aborted; call += 1) {
      // A session may send 600 requests a minute.
      if (call % 300 === 0) headers = await signIn(ctx, staff)
      const ready = backends.filter(({ isReady }) => isReady)
      const backend = ready[(index + call) % ready.length] ?? expect.unreachable('no process is ready')
      const { status, ...sent } = call % 10 === 0 ? write() : read
      const answer = await send(backend, { ...sent, headers: { ...sent.headers, ...headers } })
        .then((given) => given.status)
        .catch((error: unknown) => error)
      if (answer === status) answered += 1
      else lost.push(answer)
    }
  }

  const sending = Promise.all(Array.from({ length: senders }, (_, index) => load(index)))
  for (const backend of backends) {
    const before = answered
    await expect.poll(() => answered - before).toBeGreaterThan(least / 2)
    expect(await backend.server.end(), backend.server.output()).toBe(0)
    backend.agent.destroy()
    backend.server = await startServerProcess(ctx, { settings })
    backend.agent = new Agent({ keepAlive: true })
    await expect.poll(() => backend.isReady).toBe(true)
    await expect.poll(() => answered - before).toBeGreaterThan(least)
  }
  done.abort()
  await Promise.all([sending, watching])
  for (const { server, agent } of backends) {
    agent.destroy()
    await server.kill()
  }
  expect(lost.slice(0, 5)).toEqual([])
  expect(answered).toBeGreaterThan(2 * least)
})
