import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const startLimitMs = 60_000

/** Node's cache of stripped and compiled modules: halves the processor time of a server's start. */
const NODE_COMPILE_CACHE = fileURLToPath(new URL('../../../node_modules/.cache/node', import.meta.url))

/** Running programs; they are killed when the test process exits. */
const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** A program of this repository in a child process. */
export interface Program {
  pid: number
  /** Resolves with the pattern's first group when the output matches; rejects if the program ends before, or after the limit. */
  printed: (pattern: RegExp, limit_ms?: number) => Promise<string>
  /** Output so far, stdout and stderr. */
  output: () => string
  /** False after the program has ended or was killed. */
  runs: () => boolean
  /** Sends SIGKILL: the program cannot finish or close anything. */
  kill: () => Promise<void>
  /** Resolves with the exit code when the program ends by itself. */
  ended: () => Promise<number | null>
  /** Sends SIGTERM; resolves with the exit code, null if a signal ended it. */
  end: () => Promise<number | null>
}

async function signal(child: ChildProcess, name: 'SIGKILL' | 'SIGTERM'): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  const ended = once(child, 'exit')
  child.kill(name)
  await ended
  return child.exitCode
}

/** Starts Node with a file and arguments; `env` is its whole environment, but for Node's own cache. */
export function startProgram(args: string[], env: Record<string, string> = {}): Program {
  const child = spawn(process.execPath, args, {
    env: { NODE_COMPILE_CACHE, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  running.add(child)
  child.once('exit', () => running.delete(child))
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text) => {
      output += text
    })

  return {
    pid: child.pid ?? 0,
    output: () => output,
    runs: () => child.exitCode === null && child.signalCode === null,
    kill: async () => void (await signal(child, 'SIGKILL')),
    async ended() {
      if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
      return child.exitCode
    },
    end: () => signal(child, 'SIGTERM'),
    printed(pattern, limit_ms = startLimitMs) {
      return new Promise((resolve, reject) => {
        const look = () => {
          const found = pattern.exec(output)?.[1]
          if (found === undefined) return
          clearTimeout(limit)
          resolve(found)
        }
        const fail = (why: string) => reject(new Error(`The program ${why}: ${args.at(-1)}\n${output}`))
        const limit = setTimeout(fail, limit_ms, 'is not ready')
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
