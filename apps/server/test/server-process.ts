import { fileURLToPath } from 'node:url'
import { completeSettings } from './complete-settings.ts'
import type { TestContext } from './context.ts'
import { startProgram } from './program.ts'

const program = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const shiftedClock = new URL('./shifted-clock.ts', import.meta.url).href

/** A running server. */
export interface ServerProcess {
  /** Base of the API. */
  api: string
  runs: () => boolean
  /** Output so far: the start message, then errors. */
  output: () => string
  /** Sends SIGKILL: the server cannot finish or close anything. */
  kill: () => Promise<void>
  /** Sends SIGTERM; resolves with the exit code. */
  end: () => Promise<number | null>
}

/** A server that may still be starting. */
export interface LaunchedServer extends Omit<ServerProcess, 'api'> {
  /** Resolves when the server is ready; rejects if it ends before. */
  ready: () => Promise<ServerProcess>
}

interface Launch {
  /** 0: any free port. */
  port?: number
  stp_url?: string
  /** Settings that replace or extend the complete ones. */
  settings?: Record<string, string>
}

/**
 * Starts a real server process on the context's database, files and STP, with a clock that starts at the context's.
 * Does not wait until it is ready, so that a test can kill it during the start.
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

/** Starts a server and waits until it is ready. */
export function startServerProcess(ctx: TestContext, launch: Launch = {}): Promise<ServerProcess> {
  return launchServer(ctx, launch).ready()
}
