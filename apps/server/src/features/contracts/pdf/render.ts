import { Worker } from 'node:worker_threads'
import type { RenderJob, RenderReply } from './job.ts'

/** Waiting for the jobs ahead included. */
const TIMEOUT_MS = 60_000

interface Waiting {
  resolve: (bytes: Uint8Array) => void
  reject: (error: Error) => void
}

interface Thread {
  worker: Worker
  waiting: Map<number, Waiting>
}

let thread: Thread | undefined
let lastId = 0

function settle({ waiting }: Thread, reply: RenderReply) {
  const caller = waiting.get(reply.id)
  waiting.delete(reply.id)
  if ('bytes' in reply) caller?.resolve(reply.bytes)
  else caller?.reject(new Error(`A PDF could not be made: ${reply.error}`))
}

function start(): Thread {
  const fresh: Thread = { worker: new Worker(new URL('./worker.ts', import.meta.url)), waiting: new Map() }
  const fail = (error: Error) => {
    if (thread === fresh) thread = undefined
    for (const { reject } of fresh.waiting.values()) reject(error)
    fresh.waiting.clear()
  }
  fresh.worker.on('message', (reply: RenderReply) => settle(fresh, reply))
  fresh.worker.on('error', fail)
  fresh.worker.on('exit', () => fail(new Error('The PDF thread ended')))
  fresh.worker.unref()
  return fresh
}

function send(job: RenderJob): Promise<Uint8Array> {
  thread ??= start()
  const { worker, waiting } = thread
  lastId += 1
  const id = lastId
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject })
    worker.postMessage({ id, job })
  })
}

async function make(job: RenderJob): Promise<Uint8Array> {
  const timer = setTimeout(() => void thread?.worker.terminate(), TIMEOUT_MS)
  try {
    return await send(job)
  } finally {
    clearTimeout(timer)
  }
}

/** Contracts being made, by the hash of their data: a double tap waits for the first one's. */
const making = new Map<string, Promise<Uint8Array>>()

/**
 * Makes a PDF in a thread of its own, for it would block everybody for 0.2 s. The same job gives the same bytes.
 * A thread that hangs is ended, and the next call starts another.
 */
export function renderPdf(job: RenderJob): Promise<Uint8Array> {
  if (job.kind !== 'contract') return make(job)
  const { payload_sha256 } = job
  const made = making.get(payload_sha256) ?? make(job).finally(() => making.delete(payload_sha256))
  making.set(payload_sha256, made)
  return made
}
