import { once } from 'node:events'
import { setPriority } from 'node:os'
import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import type { Posted, Reading } from '../workers/reading-thread.ts'
import { ProtectedError } from './spreadsheet-read.ts'

/** So many items are received without letting requests wait. */
const ITEMS_PER_MESSAGE = 20

function readOrRefuse<Task, Content, Item>(
  read: (task: Task) => Reading<Content, Item>,
  task: Task,
): Reading<Content, Item> {
  try {
    return read(task)
  } catch (error) {
    return { ok: false, code: error instanceof ProtectedError ? 'import.encrypted' : 'import.unreadable' }
  }
}

async function send<Content, Item>(port: MessagePort, reading: Reading<Content, Item>) {
  const post = (posted: Posted<Content, Item>) => port.postMessage(posted)
  if (!reading.ok) return post(reading)
  const { content, items } = reading
  post({ ok: true, content, items_total: items.length })
  for (let at = 0; at < items.length; at += ITEMS_PER_MESSAGE) {
    await once(port, 'message')
    post({ items: items.slice(at, at + ITEMS_PER_MESSAGE) })
  }
}

/** Reads the file of this thread's task and answers; a file that throws is encrypted or unreadable. */
export async function answerReading<Task, Content, Item>(
  read: (task: Task) => Reading<Content, Item>,
): Promise<void> {
  // On Linux a thread has its own priority: requests go first.
  if (process.platform === 'linux') setPriority(10)
  const task: Task = workerData
  if (parentPort !== null) await send(parentPort, readOrRefuse(read, task))
}
