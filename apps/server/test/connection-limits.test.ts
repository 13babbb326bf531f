import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../src/app.ts'
import type { App } from '../src/lib/access.ts'
import { defaultLimits } from '../src/lib/connection-limits.ts'
import { createTestContext, type TestContext } from './context.ts'
import { makeWorker, signIn } from './factories.ts'
import { smallPdf } from './small-pdf.ts'

let ctx: TestContext
let app: App
beforeAll(async () => {
  ctx = await createTestContext()
})
afterEach(() => app.close())

async function listen(limits: Partial<typeof defaultLimits>) {
  app = await buildApp(ctx.deps, { limits: { ...defaultLimits, ...limits } })
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

/** Sends the bytes a few at a time until all are sent, or the server closes. */
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

test('takes a slow upload of a file that lasts longer than another body may', async () => {
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

test('keeps an event stream open longer than a request may take', async () => {
  const { address } = await listen({ body_ms: 100, request_ms: 200 })
  const headers = await signIn(ctx, await makeWorker(ctx))
  const answer = await fetch(new URL(`${ctx.api}/events`, address), { headers })
  const reader = answer.body?.getReader()
  await reader?.read()
  const ended = reader?.read().then(() => 'ended')
  expect(await Promise.race([ended, sleep(1000, 'open')])).toBe('open')
  await reader?.cancel()
})

test('leaves no listener on a connection that carries many requests', async () => {
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

test('closes new connections of an address that has too many, and takes them once others close', async () => {
  const { open } = await listen({ connections_per_address: 3 })
  const sockets = Array.from({ length: 5 }, open)
  await expect
    .poll(() => sockets.map(({ state }) => state.is_closed))
    .toEqual([false, false, false, true, true])
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
})
