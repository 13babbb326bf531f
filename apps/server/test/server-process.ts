import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { TestContext } from './context.ts'

const program = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const shiftedClock = new URL('./shifted-clock.ts', import.meta.url).href
const startLimitMs = 60_000

export interface ServerProcess {
  /** Base of the API. */
  api: string
  /** SIGKILL: nothing is finished, nothing is closed. */
  kill: () => Promise<void>
}

/** The address that the server prints when it is ready. */
function addressOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    const fail = (why: string) => reject(new Error(`The server ${why}. ${said}`))
    const limit = setTimeout(fail, startLimitMs, 'is not ready')
    child.once('exit', () => fail('ended'))
    child.stdout?.on('data', (text) => {
      said += text
      const address = /Quincena\s+(http:\/\/\S+)\//.exec(said)?.[1]
      if (address === undefined) return
      clearTimeout(limit)
      resolve(address)
    })
  })
}

/** A real server on the context's database, files and STP, its clock starting at the context's now. */
export async function startServerProcess(ctx: TestContext): Promise<ServerProcess> {
  const { env } = ctx.deps
  const variables = {
    PORT: '0',
    DEMO: '0',
    LOG_LEVEL: 'silent',
    DATABASE_URL: env.database_url ?? '',
    DATA_DIR: env.data_dir,
    STP_URL: ctx.simulator.url,
    STP_QUERIES_PER_HOUR: '10000',
  }
  const child = spawn(process.execPath, ['--import', shiftedClock, program, ctx.clock.now.toString()], {
    env: variables,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const address = await addressOf(child)
  return {
    api: `${address}/api`,
    async kill() {
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGKILL')
      await ended
    },
  }
}
