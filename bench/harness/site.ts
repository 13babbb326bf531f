import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { hashToken } from '../../apps/server/src/crypto/tokens.ts'
import { startPostgres } from '../../apps/server/src/db/embedded.ts'
import { type Program, startProgram } from '../../apps/server/test/program.ts'
import { fillDatabase, type Size } from '../fill-database.ts'
import { type Call, type Caller, createCaller } from './http-calls.ts'
import { type Places, readPlaces } from './places.ts'
import { clusterTime, processTime } from './processor-time.ts'
import { openRawPool } from './raw-pool.ts'

/** Open connections, of browsers as of hand-written SQL. */
export const CONNECTIONS = 20
/** The server allows each session 600 requests a minute. */
const SESSIONS = { staff: 200, worker: 60 } as const

export type Who = keyof typeof SESSIONS

/** A running server with its PostgreSQL and sessions of people. */
export interface Site {
  api: string
  data_dir: string
  /** The superuser's address of the database. */
  url: string
  pool: pg.Pool
  places: Places
  postmaster: number
  server_pids: () => number[]
  /** Sends a request of the screens, and resolves with the answer's text. Calls take the sessions in turn. */
  send: (call: Call, who?: Who) => Promise<string>
  tokenOf: (who: Who) => string
  /** The hash of the token of a session of staff. */
  sessionHash: (turn: number) => Buffer
  /** Starts one more server process on the database; requests are spread over all of them until it has ended. */
  addServer: () => Promise<{ end: () => Promise<unknown> }>
  /** For how long the first server's event loop was blocked at most since the call before. */
  longestBlock: () => Promise<Block>
  /** Keeps the sessions from going idle. */
  keepSessions: () => Promise<unknown>
  /** Resolves when the server and PostgreSQL have nothing left to do. */
  awaitQuiet: () => Promise<void>
  close: () => Promise<void>
}

/** The sessions of a person, written into the database: sign-ins are limited and take their time. */
async function openSessions(pool: pg.Pool, { user_id, count }: { user_id: number; count: number }) {
  const tokens = Array.from({ length: count }, () => randomBytes(32).toString('base64url'))
  await pool.query(
    `insert into session (user_id, token_hash, user_agent, expires_at)
      select $1, unnest($2::bytea[]), 'bench', now() + interval '1 day'`,
    [user_id, tokens.map(hashToken)],
  )
  let turn = 0
  return { tokens, next: () => tokens[turn++ % tokens.length] ?? '' }
}

const longestStart_ms = 10 * 60_000
const busyShare = 0.15
const quietChecks = 2
const check_ms = 1500
const longestWait_ms = 10 * 60_000

/**
 * Waits until all processes together use little for some seconds: after a start, jobs catch up. An idle server polls its
 * queues, which takes up to a tenth of a core.
 */
async function awaitQuiet(spent: () => number): Promise<void> {
  const until = performance.now() + longestWait_ms
  for (let quiet = 0; quiet < quietChecks; ) {
    const before = spent()
    await sleep(check_ms)
    const share = (spent() - before) / check_ms
    quiet = share < busyShare ? quiet + 1 : 0
    if (performance.now() > until) {
      console.log(
        `the jobs of the server still take ${Math.round(share * 100)} % of a core: measured all the same`,
      )
      return
    }
  }
}

/** Fills a new database. A folder that holds data of another size is refused. */
async function fillOnce(data_dir: string, url: string, size: Size): Promise<void> {
  const mark = join(data_dir, 'filled.json')
  if (existsSync(mark)) {
    const kept: Size = JSON.parse(readFileSync(mark, 'utf8'))
    if (kept.loans === size.loans && kept.users === size.users) return
    throw new Error(`${data_dir} holds ${kept.users} workers and ${kept.loans} loans`)
  }
  const began = performance.now()
  await fillDatabase(url, size)
  writeFileSync(mark, JSON.stringify(size))
  console.log(`filled ${size.loans} loans in ${Math.round((performance.now() - began) / 1000)} s`)
}

const probe = fileURLToPath(new URL('./loop-probe.ts', import.meta.url))

const starts = 3

interface StartedServer {
  program: Program
  api: string
  caller: Caller
}

async function startServer(
  server: string,
  settings: Record<string, string>,
  tried = 1,
): Promise<StartedServer> {
  const main = join(server, 'apps/server/src/main.ts')
  const program = startProgram(['--import', probe, main], { PORT: '0', ...settings })
  try {
    const api = `${await program.printed(/Quincena\s+(http:\/\/\S+)\//, longestStart_ms)}/api`
    return { program, api, caller: createCaller(api, CONNECTIONS) }
  } catch (error) {
    // On a busy machine a start may fail at its first call to the simulator.
    await program.kill()
    if (tried === starts) throw error
    return startServer(server, settings, tried + 1)
  }
}

/** A block of the event loop: by the clock, and by the thread's own processor time. */
interface Block {
  ms: number
  cpu_ms: number
}

/** Asks the probe in a server. */
async function readLongestBlock(program: Program): Promise<Block> {
  const reports = () => [...program.output().matchAll(/event loop blocked for ([\d.]+) ms, ([\d.]+) ms/g)]
  const before = reports().length
  process.kill(program.pid, 'SIGUSR2')
  while (reports().length === before) await sleep(10)
  const [, ms, cpu_ms] = reports().at(-1) ?? []
  return { ms: Number(ms), cpu_ms: Number(cpu_ms) }
}

/**
 * Starts the server of a checkout on a data folder, filled if it is new, with the PostgreSQL that it brings, and opens
 * sessions of an admin and of a worker.
 */
export async function openSite(data_dir: string, server: string, size: Size): Promise<Site> {
  mkdirSync(data_dir, { recursive: true })
  // The bundled PostgreSQL may run as another system user.
  chmodSync(data_dir, 0o755)
  const first = await startServer(server, { DATA_DIR: data_dir })
  const servers = [first]
  const postgres = await startPostgres(join(data_dir, 'postgres'), 0)
  const url = postgres.url('postgres')
  await fillOnce(data_dir, url, size)
  const pool = await openRawPool(url, CONNECTIONS)
  const places = await readPlaces(pool)
  const sessions = {
    staff: await openSessions(pool, { user_id: places.admin, count: SESSIONS.staff }),
    worker: await openSessions(pool, { user_id: places.worker, count: SESSIONS.worker }),
  }
  const postmaster = Number(readFileSync(join(data_dir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
  const server_pids = () => servers.map(({ program }) => program.pid)
  const spent = () => server_pids().reduce((sum, pid) => sum + processTime(pid), clusterTime(postmaster))
  let turn = 0
  return {
    ...{ api: first.api, data_dir, url, pool, places, postmaster, server_pids },
    send: (call, who = 'staff') =>
      (servers[turn++ % servers.length] ?? first).caller.send(call, sessions[who].next()),
    tokenOf: (who) => sessions[who].next(),
    sessionHash: (number) => hashToken(sessions.staff.tokens[number % SESSIONS.staff] ?? ''),
    async addServer() {
      const other = await startServer(server, {
        ...{ DEMO: '1', DATA_DIR: data_dir },
        DATABASE_URL: postgres.url('postgres', 'server'),
        DATABASE_OWNER_URL: postgres.url('postgres', 'owner'),
      })
      servers.push(other)
      return {
        end: () => {
          servers.splice(servers.indexOf(other), 1)
          other.caller.close()
          return other.program.end()
        },
      }
    },
    longestBlock: () => readLongestBlock(first.program),
    keepSessions: () => pool.query(`update session set last_seen_at = now() where user_agent = 'bench'`),
    awaitQuiet: () => awaitQuiet(spent),
    async close() {
      await pool.query(`delete from session where user_agent = 'bench'`).catch(() => undefined)
      await pool.end()
      first.caller.close()
      await first.program.end()
    },
  }
}
