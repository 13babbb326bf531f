import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { seeded } from '../src/demo/random.ts'

/** What the proxy did to requests, with how many. */
type ProxyCounts = Record<'passed' | 'lost_request' | 'lost_answer' | 'repeated' | 'delayed', number>

/** A proxy between the servers and STP that loses, repeats and delays requests and answers. */
export interface StpProxy {
  url: string
  counts: ProxyCounts
  /** Share of requests that something happens to, from 0 to 1. */
  setRate: (rate: number) => void
  stop: () => Promise<void>
}

const longestDelayMs = 1200
const tricks = ['lost_request', 'lost_answer', 'repeated', 'delayed'] as const

async function forward(target: string, request: IncomingMessage, body: Buffer) {
  const answer = await fetch(`${target}${request.url ?? ''}`, {
    method: request.method ?? 'GET',
    headers: { 'content-type': request.headers['content-type'] ?? 'application/json' },
    ...(body.length === 0 ? {} : { body: new Uint8Array(body) }),
    signal: AbortSignal.timeout(60_000),
  })
  return { status: answer.status, text: await answer.text(), date: answer.headers.get('date') }
}

type Forwarded = Awaited<ReturnType<typeof forward>>

function write(response: ServerResponse, { status, text, date }: Forwarded) {
  response.writeHead(status, { 'content-type': 'application/json', ...(date === null ? {} : { date }) })
  response.end(text)
}

/** A moment of a request that passes the proxy. */
export interface Passing {
  path: string
  body: string
  /** Before the target has it; while the target works on it; after the target answered; after the client has that. */
  moment: 'before' | 'served' | 'after' | 'answered'
  /** Whether the client still waits for the answer. */
  isOpen: () => boolean
}

interface ProxyOptions {
  seed: number
  /** Called at each moment; the request waits for it, except while the target works on it. */
  watch?: (passing: Passing) => Promise<void>
}

/** Starts the proxy; the same seed and order of requests give the same faults. */
export async function startStpProxy(
  target: string,
  { seed, watch = async () => undefined }: ProxyOptions,
): Promise<StpProxy> {
  const random = seeded(seed)
  const counts: ProxyCounts = { passed: 0, lost_request: 0, lost_answer: 0, repeated: 0, delayed: 0 }
  let rate = 0

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const body = await buffer(request)
    const trick = random.chance(rate) ? random.pick(tricks) : 'passed'
    counts[trick] += 1
    if (trick === 'lost_request') return response.destroy()
    if (trick === 'delayed') await sleep(random.between(1, longestDelayMs))
    let is_served = false
    const pass = (moment: Passing['moment'], isOpen = () => !response.destroyed) =>
      watch({ path: request.url ?? '', body: body.toString(), moment, isOpen })
    await pass('before')
    const serve = async () => {
      const answer = await forward(target, request, body)
      is_served = true
      return answer
    }
    const [first] = await Promise.all([serve(), pass('served', () => !is_served)])
    await pass('after')
    if (trick === 'lost_answer') return response.destroy()
    write(response, trick === 'repeated' ? await forward(target, request, body) : first)
    return pass('answered', () => true)
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the proxy listens on no port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    counts,
    setRate(next) {
      rate = next
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
