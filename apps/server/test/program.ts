import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'

const startLimitMs = 60_000

/** None outlives the tests, however they end. */
const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** A program of ours in a process of its own. */
export interface Program {
  /** Resolves with what the pattern's group finds in its output; rejects when it ends before. */
  printed: (pattern: RegExp) => Promise<string>
  /** What it has printed so far, errors included. */
  output: () => string
  /** False once it has ended, killed or by itself. */
  runs: () => boolean
  /** SIGKILL: nothing is finished, nothing is closed. */
  kill: () => Promise<void>
  /** Resolves with its exit code when it ends by itself. */
  ended: () => Promise<number | null>
  /** SIGTERM: its exit code; null when a signal ended it. */
  end: () => Promise<number | null>
}

async function signal(child: ChildProcess, name: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const ended = once(child, 'exit')
  child.kill(name)
  await ended
  return child.exitCode
}

/** Starts Node on a file with arguments; `env` is all of its environment. */
export function startProgram(args: string[], env: Record<string, string> = {}): Program {
  const child = spawn(process.execPath, args, { env, stdio: ['pipe', 'pipe', 'pipe'] })
  running.add(child)
  child.once('exit', () => running.delete(child))
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      said += text
    })

  return {
    output: () => said,
    runs: () => child.exitCode === null && child.signalCode === null,
    kill: async () => void (await signal(child, 'SIGKILL')),
    async ended() {
      if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
      return child.exitCode
    },
    end: () => signal(child, 'SIGTERM'),
    printed(pattern) {
      return new Promise((resolve, reject) => {
        const look = () => {
          const found = pattern.exec(said)?.[1]
          if (found === undefined) return
          clearTimeout(limit)
          resolve(found)
        }
        const fail = (why: string) => reject(new Error(`The program ${why}: ${args.at(-1)}\n${said}`))
        const limit = setTimeout(fail, startLimitMs, 'is not ready')
        child.once('exit', () => {
          clearTimeout(limit)
          fail('ended')
        })
        child.stdout.on('data', look)
        look()
      })
    },
  }
}
