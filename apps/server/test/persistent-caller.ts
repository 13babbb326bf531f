import { setTimeout as sleep } from 'node:timers/promises'

/** Counts of calls and their results. */
interface CallerStats {
  calls: number
  /** Calls without an answer because the server was killed or down. */
  cut: number
  /** Answers 503, 429, or 409 `idempotency_in_progress`. */
  put_off: number
  /** Answers with the header `Idempotent-Replay`. */
  replayed: number
  /** Acceptances in progress at this moment. */
  accepting: number
}

interface Request {
  method: 'GET' | 'POST' | 'PATCH'
  headers: Record<string, string>
  key?: string
  body?: unknown
}

/** An HTTP answer; `body` is null unless it is JSON, `etag` has no quotes. */
export interface Answer {
  status: number
  replayed: boolean
  etag: string
  body: unknown
}

/** Whether the client should repeat the call later. A 500 is a definite answer, and no test expects one. */
function isPassing({ status, body }: Answer): boolean {
  if (status === 503 || status === 429) return true
  const code = typeof body === 'object' && body !== null && 'code' in body ? body.code : undefined
  return status === 409 && code === 'idempotency_in_progress'
}

async function read(response: Response): Promise<Answer> {
  const bytes = Buffer.from(await response.arrayBuffer())
  const json = response.headers.get('content-type')?.includes('json') === true
  return {
    status: response.status,
    replayed: response.headers.get('idempotent-replay') === 'true',
    etag: (response.headers.get('etag') ?? '').replaceAll('"', ''),
    body: json ? JSON.parse(bytes.toString()) : null,
  }
}

export type Caller = ReturnType<typeof createCaller>

/** Sends one call; returns `cut` if the server is killed during it or is down. */
async function send(url: string, { method, headers, key, body }: Request): Promise<Answer | 'cut'> {
  const named = { ...headers }
  if (key !== undefined) named['idempotency-key'] = key
  if (body !== undefined) named['content-type'] = 'application/json'
  try {
    return await read(await fetch(url, { method, headers: named, body: JSON.stringify(body) ?? null }))
  } catch (error) {
    if (error instanceof TypeError) return 'cut'
    throw error
  }
}

/** Called when a call begins; `isOpen` says whether it still waits for its answer, which one that is cut never gets. */
type Watch = (call: { api: string; path: string; isOpen: () => boolean }) => Promise<void>

/** A client that repeats a call with the same key until a definite answer, for at most `patience_ms`. */
export function createCaller(apis: string[], patience_ms: number, watch: Watch = async () => undefined) {
  const stats: CallerStats = { calls: 0, cut: 0, put_off: 0, replayed: 0, accepting: 0 }

  function count(answer: Answer | 'cut') {
    stats.calls += 1
    if (answer === 'cut') stats.cut += 1
    else if (isPassing(answer)) stats.put_off += 1
    else if (answer.replayed) stats.replayed += 1
  }

  async function once(api: string, path: string, request: Request): Promise<Answer | 'cut'> {
    const accepting = path.endsWith('/accept') ? 1 : 0
    stats.accepting += accepting
    let is_answered = false
    const sending = async () => {
      const answer = await send(`${api}${path}`, request)
      is_answered = answer !== 'cut'
      return answer
    }
    const [answer] = await Promise.all([sending(), watch({ api, path, isOpen: () => !is_answered })])
    stats.accepting -= accepting
    count(answer)
    return answer
  }

  /** Calls the servers in turn until one gives a definite answer. Throws after `patience_ms`. */
  async function call(path: string, request: Request): Promise<Answer> {
    const until = performance.now() + patience_ms
    for (let attempt = 0; ; attempt += 1) {
      const answer = await once(apis[attempt % apis.length] ?? '', path, request)
      if (answer !== 'cut' && !isPassing(answer)) return answer
      if (performance.now() > until)
        throw new Error(`${request.method} ${path} has no answer: ${JSON.stringify(answer)}`)
      await sleep(50 + 150 * Math.random())
    }
  }

  return { stats, once, call }
}
