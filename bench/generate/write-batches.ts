import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Batch, Input } from './worker.ts'

const USERS_PER_BATCH = 5000
const LOANS_PER_BATCH = 1000

function* batchesOf(of: Batch['of'], count: number, perBatch: number): Generator<Batch> {
  for (let from = 0, number = 0; from < count; from += perBatch, number += 1)
    yield { of, number, from, to: Math.min(count, from + perBatch) }
}

function* allBatches({ size }: Input): Generator<Batch> {
  yield* batchesOf('workers', size.users, USERS_PER_BATCH)
  yield* batchesOf('loans', size.loans, LOANS_PER_BATCH)
}

/** Starts a thread that takes batches until none is left. */
function startThread(input: Input, batches: Generator<Batch>): Promise<void> {
  const thread = new Worker(new URL('./worker.ts', import.meta.url), { workerData: input })
  return new Promise((resolve, reject) => {
    thread.on('message', () => {
      const { value } = batches.next()
      thread.postMessage(value ?? null)
    })
    thread.on('error', reject)
    thread.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`A thread ended with ${code}`))))
  })
}

/**
 * Writes all workers and loans in threads, one more than processors: while a thread waits for PostgreSQL, another
 * computes. A row depends only on its number, so every run writes the same rows, in an order that differs a little.
 */
export async function writeBatches(input: Input): Promise<void> {
  const batches = allBatches(input)
  await Promise.all(Array.from({ length: availableParallelism() + 1 }, () => startThread(input, batches)))
}
