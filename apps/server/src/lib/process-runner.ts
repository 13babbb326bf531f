import { fork } from 'node:child_process'
import { readyMessage } from './thread-runner.ts'
import type { Runner, RunnerEvents } from './work-queue.ts'

interface ProcessOptions {
  heap_mb: number
  /** Ends a process that has had no job for so long, counted from when it is ready. */
  idle_ms: number
}

/**
 * Runs a script for files that may be hostile, in a process of its own: one that runs out of memory ends without the
 * server, which a thread cannot promise. It sees no environment, writes no file, opens no connection, starts no program.
 */
export function startProcess<Job extends object, Answer>(
  script: URL,
  { heap_mb, idle_ms }: ProcessOptions,
  events: RunnerEvents<Answer>,
): Runner<Job> {
  const child = fork(script, {
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    execArgv: [
      ...['--permission', '--allow-fs-read=*', '--allow-worker'],
      ...[`--max-old-space-size=${heap_mb}`, '--no-warnings'],
    ],
  })
  const stop = () => void child.kill('SIGKILL')
  let idle: NodeJS.Timeout | undefined
  const retire = () => {
    // Before the kill: until it exits, the queue would still send it a job.
    events.onEnd(new Error(`The process had no job for ${idle_ms} ms`))
    stop()
  }
  const waitForJob = () => {
    clearTimeout(idle)
    idle = setTimeout(retire, idle_ms).unref()
  }
  child.on('message', (message) => {
    waitForJob()
    if (message === readyMessage) events.onReady()
    // The script is ours: it answers with what its type says.
    else events.onAnswer(message as Answer)
  })
  child.on('error', events.onEnd)
  child.on('exit', (code, signal) => events.onEnd(new Error(`The process ended with ${code ?? signal}`)))
  child.unref()
  child.channel?.unref()
  return {
    send: (job) => {
      clearTimeout(idle)
      child.send(job)
    },
    stop,
  }
}
