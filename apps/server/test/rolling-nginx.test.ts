import { randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { z } from 'zod'
import { freePort } from '../src/db/free-port.ts'
import { machinePrograms, missingPackages } from './cluster-packages.ts'
import { createTestContext, type TestContext } from './context.ts'
import { makeCompany, makeStaff, signIn } from './factories.ts'
import { host, makeCertificate, type Nginx, startNginx } from './installation/nginx.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'

const missing = inject('installs') ? missingPackages(machinePrograms) : []
if (missing.length > 0)
  process.stdout.write(`Restarts behind nginx are not tested: apt-get install ${missing.join(' ')}\n`)
const isRun = inject('installs') && missing.length === 0

const senders = 8
const rounds = 3
/** Requests that at least must be sent while the processes restart. */
const least = 10_000
/** After each burst a sender waits up to so long, so that nginx holds connections that nobody uses. */
const rest_ms = 2500
const burst = 40
/** A session may send 600 requests a minute. */
const callsOfSession = 400
const settings = { PUBLIC_URL: `https://${host}`, TRUST_PROXY: 'loopback', SHUTDOWN_DELAY: '5' }
const parent = mkdtempSync(join(tmpdir(), 'quincena-rolling-'))
chmodSync(parent, 0o755)

const ided = z.object({ id: z.number() })

let ctx: TestContext
let nginx: Nginx
let ports: [number, number]
const servers: ServerProcess[] = []

const start = (port: number) => startServerProcess(ctx, { port, settings })

beforeAll(async () => {
  if (!isRun) return
  ctx = await createTestContext()
  ports = [await freePort(), await freePort()]
  for (const port of ports) servers.push(await start(port))
  nginx = await startNginx(parent, { ports, tls: makeCertificate(parent) })
})

afterAll(async () => {
  await nginx?.stop()
  for (const server of servers) await server.kill()
  rmSync(parent, { recursive: true, force: true })
})

/** Sends reads, writes and repeats of writes through nginx until it is stopped; nothing is tried again. */
function startLoad(company_id: number) {
  const found = { reads: 0, writes: 0, repeats: 0 }
  const failed: unknown[] = []
  const notes = new Set<number>()
  const stop = new AbortController()
  const api = `${nginx.url}/quincena/api`

  async function send(path: string, init: RequestInit, status: number): Promise<Response | undefined> {
    const answer = await nginx.fetch(`${api}${path}`, init).catch((error: unknown) => error)
    if (answer instanceof Response && answer.status === status) return answer
    failed.push(answer instanceof Response ? `${init.method ?? 'GET'} ${path} ${answer.status}` : answer)
    return undefined
  }
  async function write(headers: Record<string, string>, isRepeated: boolean) {
    const named = { ...headers, 'content-type': 'application/json', 'idempotency-key': randomUUID() }
    const body = JSON.stringify({ text: 'Llamó para preguntar por su crédito' })
    const path = `/activity/company/${company_id}/notes`
    const first = await send(path, { method: 'POST', headers: named, body }, 201)
    if (first === undefined) return
    found.writes += 1
    const { id } = ided.parse(await first.json())
    notes.add(id)
    if (!isRepeated) return
    const again = await send(path, { method: 'POST', headers: named, body }, 201)
    if (again === undefined) return
    found.repeats += 1
    if (again.headers.get('idempotent-replay') !== 'true' || ided.parse(await again.json()).id !== id)
      failed.push(`the note ${id} was written twice`)
  }
  async function sendOn() {
    const staff = await makeStaff(ctx)
    let headers = await signIn(ctx, staff)
    for (let call = 1; !stop.signal.aborted; call += 1) {
      if (call % callsOfSession === 0) headers = await signIn(ctx, staff)
      if (call % burst === 0) await sleep(Math.random() * rest_ms)
      if (call % 4 === 0) await write(headers, call % 8 === 0)
      else if (await send('/auth/user', { headers }, 200)) found.reads += 1
    }
  }
  const all = Promise.all(Array.from({ length: senders }, sendOn))
  return {
    ...{ failed, notes },
    answered: () => found.reads + found.writes + found.repeats,
    figures: () => ({ ...found, failed: failed.length }),
    async stop() {
      stop.abort()
      await all
    },
  }
}

test.runIf(isRun)(
  `none of ${least} requests through nginx fails or counts twice while each process restarts ${rounds} times`,
  { timeout: 1_800_000 },
  async () => {
    const { id: company_id } = await makeCompany(ctx)
    const load = startLoad(company_id)
    const began_ms = performance.now()
    const count = rounds * ports.length
    for (let restart = 0; restart < count; restart += 1) {
      const at = restart % ports.length
      expect(await servers[at]?.end(), servers[at]?.output()).toBe(0)
      servers[at] = await start(ports[at] ?? 0)
      await expect.poll(load.answered, { timeout: 300_000 }).toBeGreaterThan(((restart + 1) * least) / count)
    }
    await load.stop()
    const seconds = ((performance.now() - began_ms) / 1000).toFixed(0)
    process.stdout.write(`${count} restarts in ${seconds} s: ${JSON.stringify(load.figures())}\n`)
    expect(load.failed.slice(0, 5), nginx.log().split('\n').slice(-20).join('\n')).toEqual([])
    const rows = await ctx.deps.db
      .selectFrom('note')
      .select('id')
      .where('company_id', '=', company_id)
      .execute()
    expect(rows.map(({ id }) => id).sort()).toEqual([...load.notes].sort())
  },
)
