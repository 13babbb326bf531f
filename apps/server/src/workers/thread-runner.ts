import { Worker } from 'node:worker_threads'
import type { Runner, RunnerEvents } from './work-queue.ts'

/** The first message of a thread or process that is ready for jobs; all later ones are answers. */
export const readyMessage = 'ready'

/** Runs a script in a thread that does not keep the process alive. */
export function startThread<Job, Answer>(script: URL, events: RunnerEvents<Answer>): Runner<Job> {
  const thread = new Worker(script)
  thread.on('message', (message: Answer | typeof readyMessage) => {
    if (message === readyMessage) events.onReady()
    else events.onAnswer(message)
  })
  thread.on('error', events.onEnd)
  thread.on('exit', (code) => events.onEnd(new Error(`The thread ended with code ${code}`)))
  thread.unref()
  return { send: (job) => thread.postMessage(job), stop: () => void thread.terminate() }
}
