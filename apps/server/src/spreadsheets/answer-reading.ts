import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import type { Reading } from '../workers/reading-thread.ts'
import { ProtectedError } from './spreadsheet-read.ts'

function readOrRefuse<Task, Content>(read: (task: Task) => Reading<Content>, task: Task): Reading<Content> {
  try {
    return read(task)
  } catch (error) {
    return { ok: false, code: error instanceof ProtectedError ? 'import.encrypted' : 'import.unreadable' }
  }
}

/** Reads the file of this thread's task and answers; a file that throws is encrypted or unreadable. */
export function answerReading<Task, Content>(read: (task: Task) => Reading<Content>): void {
  // On Linux a thread has its own priority: requests go first.
  if (process.platform === 'linux') setPriority(10)
  const task: Task = workerData
  parentPort?.postMessage(readOrRefuse(read, task))
}
