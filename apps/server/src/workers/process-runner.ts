import { fork } from 'node:child_process'
import { readyMessage } from './thread-runner.ts'
import type { Runner, RunnerEvents } from './work-queue.ts'

interface ProcessOptions {
  heap_mb: number
  /** Ends a process that has no job for this time, counted from when it is ready. */
  idle_ms: number
}

/**
 * Runs a script for possibly hostile files in a separate process: if it runs out of memory, the server survives, which
 * a thread cannot guarantee. The process gets no environment variables and may not write files, open connections or
 * start programs.
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
  const stopIdle = () => {
    // Before the kill: until the exit event the queue would still send it jobs.
    events.onEnd(new Error(`The process had no job for ${idle_ms} ms`))
    stop()
  }
  const waitForJob = () => {
    clearTimeout(idle)
    idle = setTimeout(stopIdle, idle_ms).unref()
  }
  child.on('message', (message) => {
    waitForJob()
    if (message === readyMessage) events.onReady()
    // The script is part of this project, so its answers have the declared type.
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
