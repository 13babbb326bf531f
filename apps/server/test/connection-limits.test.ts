import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../src/app.ts'
import type { App } from '../src/http/access.ts'
import { defaultLimits } from '../src/http/connection-limits.ts'
import { createLog } from '../src/http/log.ts'
import { createTestContext, type TestContext } from './context.ts'
import { makeWorker, signIn } from './factories.ts'
import { smallPdf } from './small-pdf.ts'

let ctx: TestContext
let app: App
beforeAll(async () => {
  ctx = await createTestContext()
})
afterEach(() => app.close())

/** Log lines of level warn and above. */
const logged: string[] = []

async function listen(limits: Partial<typeof defaultLimits>, trust_proxy?: string) {
  logged.length = 0
  const log = createLog({ log_level: 'warn' }, { write: (line) => logged.push(line) })
  const deps = { ...ctx.deps, env: { ...ctx.deps.env, trust_proxy } }
  app = await buildApp(deps, { log, limits: { ...defaultLimits, ...limits } })
  const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const open = () => {
    const socket = connect(Number(address.port), address.hostname)
    socket.on('error', () => undefined)
    const state = { is_closed: false, received: '' }
    socket.on('data', (bytes) => {
      state.received += String(bytes)
    })
    socket.on('close', () => {
      state.is_closed = true
    })
    return { socket, state }
  }
  return { address, open }
}

const head = (line: string, more: string) => `${line} HTTP/1.1\r\nHost: localhost\r\n${more}\r\n\r\n`

/** Sends `part` bytes every `every_ms` until all are sent or the server closes the socket. */
async function drip(
  { socket, state }: ReturnType<Awaited<ReturnType<typeof listen>>['open']>,
  bytes: Buffer,
  { part, every_ms }: { part: number; every_ms: number },
) {
  for (let at = 0; at < bytes.length && !state.is_closed; at += part) {
    socket.write(bytes.subarray(at, at + part))
    await sleep(every_ms)
  }
}

test.each([
  ['POST /auth/login', '/auth/login', 'Content-Type: application/json'],
  [
    'a call without a session to a route that takes a file',
    '/documents/',
    'Content-Type: multipart/form-data; boundary=x',
  ],
  ['a route that does not exist', '/nothing', 'Content-Type: application/json'],
])('closes a socket that sends a byte at a time to %s', async (_, path, type) => {
  const { open } = await listen({ body_ms: 400 })
  const slow = open()
  slow.socket.write(head(`POST ${ctx.api}${path}`, `${type}\r\nContent-Length: 1000`))
  await drip(slow, Buffer.alloc(100, ' '), { part: 1, every_ms: 50 })
  expect(slow.state.is_closed).toBe(true)
})

test('accepts a file upload that takes longer than the time limit of other bodies', async () => {
  const { open } = await listen({ body_ms: 300 })
  const worker = await makeWorker(ctx)
  const { authorization } = await signIn(ctx, worker)
  const form = new FormData()
  form.append('filename', 'INE')
  form.append('user', String(worker.id))
  form.append('file', new Blob([Uint8Array.from(smallPdf())]), 'ine.pdf')
  const body = new Response(form)
  const bytes = Buffer.from(await body.arrayBuffer())
  const slow = open()
  const type = `Content-Type: ${body.headers.get('content-type')}\r\nContent-Length: ${bytes.length}`
  slow.socket.write(head(`POST ${ctx.api}/documents/`, `Authorization: ${authorization}\r\n${type}`))
  await drip(slow, bytes, { part: Math.ceil(bytes.length / 20), every_ms: 50 })
  await expect.poll(() => slow.state.received).toMatch(/^HTTP\/1.1 201 /)
  slow.socket.destroy()
})

test('keeps an event stream open beyond the time limit of requests', async () => {
  const { address } = await listen({ body_ms: 100, request_ms: 200 })
  const headers = await signIn(ctx, await makeWorker(ctx))
  const answer = await fetch(new URL(`${ctx.api}/events`, address), { headers })
  const reader = answer.body?.getReader()
  await reader?.read()
  const ended = reader?.read().then(() => 'ended')
  expect(await Promise.race([ended, sleep(1000, 'open')])).toBe('open')
  await reader?.cancel()
})

test('adds no close listener to a connection with each further request', async () => {
  const { open } = await listen({})
  const accepted: Socket[] = []
  app.server.on('connection', (socket: Socket) => accepted.push(socket))
  const { socket, state } = open()
  const listeners: number[] = []
  for (let answers = 1; answers <= 15; answers += 1) {
    socket.write(head('GET /nothing', ''))
    await expect.poll(() => state.received.split('HTTP/1.1 404').length - 1).toBe(answers)
    listeners.push(accepted[0]?.listenerCount('close') ?? 0)
  }
  expect(new Set(listeners).size).toBe(1)
  socket.destroy()
})

test('announces the end of a connection with the answer to its last request', async () => {
  const { open } = await listen({ requests_per_connection: 2 })
  const { socket, state } = open()
  for (const answers of [1, 2]) {
    socket.write(head('GET /nothing', ''))
    await expect.poll(() => state.received.split('HTTP/1.1 404').length - 1).toBe(answers)
  }
  expect(state.received.toLowerCase()).toMatch(/connection: keep-alive[\s\S]*connection: close/)
  socket.destroy()
})

const closedOf = (sockets: ReturnType<Awaited<ReturnType<typeof listen>>['open']>[]) =>
  sockets.map(({ state }) => state.is_closed)

test.each([
  ['where no proxy is trusted', undefined, '; if it is a proxy, set TRUST_PROXY'],
  ['where another proxy is trusted', '10.0.0.1, 192.168.0.0/16', ''],
])(
  'closes connections above the limit per address %s, logs one warning, accepts new ones after others close',
  async (_, trust_proxy, hint) => {
    const { open } = await listen({ connections_per_address: 3 }, trust_proxy)
    const sockets = Array.from({ length: 5 }, open)
    await expect.poll(() => closedOf(sockets)).toEqual([false, false, false, true, true])
    expect(logged.map((line) => JSON.parse(line))).toMatchObject([
      {
        level: 40,
        remoteAddress: '127.0.0.1',
        msg: `more than 3 connections of an address are refused${hint}`,
      },
    ])
    sockets[0]?.socket.destroy()
    await expect
      .poll(async () => {
        const { socket, state } = open()
        await sleep(50)
        socket.destroy()
        return state.is_closed
      })
      .toBe(false)
    for (const { socket } of sockets) socket.destroy()
  },
)

/** Sends a request on each connection and waits until the server has answered or closed it. */
async function callOnEach(sockets: ReturnType<Awaited<ReturnType<typeof listen>>['open']>[]) {
  for (const { socket } of sockets) socket.write(head('GET /nothing', ''))
  const isSettled = () => sockets.every(({ state }) => state.is_closed || state.received !== '')
  await expect.poll(isSettled).toBe(true)
}

test('does not apply the limit per address to a trusted proxy', async () => {
  const { open } = await listen({ connections_per_address: 3 }, '10.0.0.1, loopback')
  const sockets = Array.from({ length: 5 }, open)
  await callOnEach(sockets)
  expect(closedOf(sockets)).toEqual([false, false, false, false, false])
  expect(logged).toEqual([])
  for (const { socket } of sockets) socket.destroy()
})

test('closes new connections above the total limit, also those of a trusted proxy', async () => {
  const { open } = await listen({ connections: 2 }, 'loopback')
  const sockets = Array.from({ length: 4 }, open)
  await callOnEach(sockets)
  expect(closedOf(sockets)).toEqual([false, false, true, true])
  for (const { socket } of sockets) socket.destroy()
})

test('a caller who leaves in the middle of a body is no error in the log', async () => {
  const { open } = await listen({})
  for (let index = 0; index < 5; index += 1) {
    const { socket } = open()
    socket.write(
      head('POST /quincena/api/auth/login', 'Content-Type: application/json\r\nContent-Length: 100'),
    )
    socket.write('{"email"')
    await sleep(50)
    socket.destroy()
  }
  await sleep(200)
  expect(logged).toEqual([])
})

test('warns once of a proxy that is not named, and never of one that is', async () => {
  const { address } = await listen({})
  const call = () => fetch(`${address.href}healthz`, { headers: { 'x-forwarded-for': '203.0.113.7' } })
  for (const _ of [1, 2, 3]) await call()
  expect(logged.map((line) => JSON.parse(line).msg)).toEqual([
    expect.stringMatching(/^TRUST_PROXY: X-Forwarded-For comes from 127\.0\.0\.1, which is not named/),
  ])
  await app.close()
  const trusted = await listen({}, '127.0.0.1')
  await fetch(`${trusted.address.href}healthz`, { headers: { 'x-forwarded-for': '203.0.113.7' } })
  expect(logged).toEqual([])
})
