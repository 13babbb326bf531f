import { fileURLToPath } from 'node:url'
import { completeSettings } from './complete-settings.ts'
import type { TestContext } from './context.ts'
import { startProgram } from './program.ts'

const program = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const shiftedClock = new URL('./shifted-clock.ts', import.meta.url).href

export interface ServerProcess {
  /** Base of the API. */
  api: string
  runs: () => boolean
  /** What it printed: its greeting, then errors. */
  output: () => string
  /** SIGKILL: nothing is finished, nothing is closed. */
  kill: () => Promise<void>
  /** SIGTERM: its exit code. */
  end: () => Promise<number | null>
}

export interface LaunchedServer extends Omit<ServerProcess, 'api'> {
  /** Rejects when it ends before it is ready. */
  ready: () => Promise<ServerProcess>
}

interface Launch {
  /** 0: any free one. */
  port?: number
  stp_url?: string
  /** In place of the complete ones, or beside them. */
  settings?: Record<string, string>
}

/**
 * A real server on the context's database, files and STP, its clock starting at the context's now. Does not wait until
 * it is ready: it may be killed while it starts.
 */
export function launchServer(ctx: TestContext, launch: Launch = {}): LaunchedServer {
  const variables = {
    ...completeSettings(ctx),
    PORT: String(launch.port ?? 0),
    ...(launch.stp_url === undefined ? {} : { STP_URL: launch.stp_url }),
    ...launch.settings,
  }
  const server = startProgram(['--import', shiftedClock, program, ctx.clock.now.toString()], variables)
  return {
    ...server,
    async ready() {
      const address = await server.printed(/Quincena\s+(http:\/\/\S+)\//)
      return { ...server, api: `${address}/api` }
    },
  }
}

/** A server that is ready. */
export function startServerProcess(ctx: TestContext, launch: Launch = {}): Promise<ServerProcess> {
  return launchServer(ctx, launch).ready()
}
