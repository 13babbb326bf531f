import { type MessageCode, messages } from '@quincena/domain/messages'
import { expect, test } from 'vitest'
import { createReader, type Posted } from './reading-thread.ts'

/** A thread that does what its task says. */
const script = new URL(
  `data:text/javascript,${encodeURIComponent(`
  import { parentPort, workerData } from 'node:worker_threads'
  const kept = []
  if (workerData.wait_ms) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, workerData.wait_ms)
  while (workerData.is_large) kept.push({ kept: [...'kept'] })
  if (workerData.is_broken) throw new Error('broken')
  if (workerData.answer) parentPort.postMessage(workerData.answer)
  for (const items of workerData.portions ?? [])
    await new Promise((next) => parentPort.once('message', next)).then(() => parentPort.postMessage({ items }))`)}`,
)

interface Task {
  wait_ms?: number
  is_large?: true
  is_broken?: true
  answer?: Posted<string, number>
  /** Posted one by one, each when it is asked for. */
  portions?: number[][]
}

const open = (time_limit_ms = 10_000) =>
  createReader<Task, string, number>(script, { time_limit_ms, memory_limit_mb: 32 })
const never = () => new AbortController().signal
const refused = (code: MessageCode) =>
  expect.objectContaining({ code, status: 422, errors: { file: [messages[code]] } })

test('answers what the thread read, and throws why it could not', async () => {
  const read = open()
  const short = await read({ answer: { ok: true, content: 'read', items_total: 0 } }, never())
  expect(short).toEqual({ ok: true, content: 'read', items: [] })
  const head = { ok: true, content: 'long', items_total: 5 } as const
  const long = await read({ answer: head, portions: [[1, 2], [3, 4], [5]] }, never())
  expect(long).toEqual({ ok: true, content: 'long', items: [1, 2, 3, 4, 5] })
  await expect(read({ answer: head, portions: [[1, 2]] }, never())).rejects.toThrow(/ended without an answer/)
  const encrypted = read({ answer: { ok: false, code: 'import.encrypted' } }, never())
  await expect(encrypted).rejects.toEqual(refused('import.encrypted'))
})

test('ends a thread that takes too long, that takes too much memory, or whose reader is gone', async () => {
  await expect(open(200)({ wait_ms: 60_000 }, never())).rejects.toEqual(refused('import.too_slow'))
  await expect(open()({ is_large: true }, never())).rejects.toEqual(refused('import.inflates'))
  await expect(open()({}, AbortSignal.abort())).rejects.toEqual(refused('import.abandoned'))
  const gone = open()({ wait_ms: 60_000 }, AbortSignal.timeout(200))
  await expect(gone).rejects.toEqual(refused('import.abandoned'))
})

test('reads one file at a time, and goes on after one that failed', async () => {
  const read = open()
  const order: string[] = []
  const slow = read({ wait_ms: 300, answer: { ok: true, content: 'slow', items_total: 0 } }, never())
  const broken = read({ is_broken: true }, never())
  const silent = read({}, never())
  const last = read({ answer: { ok: true, content: 'last', items_total: 0 } }, never())
  const watched = [slow, broken, silent, last].map((one, index) =>
    one.then(
      ({ content }) => order.push(content),
      (error: Error) => order.push(`${index}: ${error.message}`),
    ),
  )
  await Promise.all(watched)
  expect(order).toEqual(['slow', '1: broken', '2: the reading thread ended without an answer', 'last'])
})
