import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** A program of the operating system that runs until it is stopped. */
export interface Daemon {
  pid: number
  runs: () => boolean
  /** Null while it runs, and if a signal ended it. */
  exitCode: () => number | null
  stop: (signal?: 'SIGTERM' | 'SIGKILL' | 'SIGINT') => Promise<void>
  /** The last lines of its output. */
  log: () => string
}

interface Launch {
  folder: string
  /** The user and group that it runs as; PostgreSQL refuses to run as root. */
  user: { uid?: number; gid?: number }
  name: string
}

/** Starts a program; its output goes to a file of the folder. */
export function startDaemon([program = '', ...args]: string[], { folder, user, name }: Launch): Daemon {
  const file = join(folder, `${name}.log`)
  const output = openSync(file, 'a')
  const child = spawn(program, args, {
    ...user,
    cwd: folder,
    env: { PATH: '/usr/bin:/bin:/usr/sbin:/sbin', HOME: folder, LC_ALL: 'C.UTF-8' },
    stdio: ['ignore', output, output],
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  const runs = () => child.exitCode === null && child.signalCode === null
  return {
    pid: child.pid ?? 0,
    runs,
    exitCode: () => child.exitCode,
    log: () => readFileSync(file, 'utf8').split('\n').slice(-30).join('\n'),
    async stop(signal = 'SIGTERM') {
      if (!runs()) return
      const ended = once(child, 'exit')
      child.kill(signal)
      await ended
    },
  }
}
