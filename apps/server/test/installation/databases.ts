import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { serverUser } from '../../src/db/embedded.ts'
import { freePort } from '../../src/db/free-port.ts'
import { findPostgres } from '../cluster-packages.ts'
import { blocksOf, fillIn } from './documents.ts'
import type { Machine } from './machine.ts'

async function untilReady(machine: Machine, port: number) {
  for (const end = performance.now() + 60_000; performance.now() < end; await sleep(100)) {
    const { code } = await machine.run([
      join(findPostgres() ?? '', 'pg_isready'),
      '-q',
      '-h',
      '127.0.0.1',
      '-p',
      `${port}`,
    ])
    if (code === 0) return
  }
  throw new Error(`nothing answers on port ${port}`)
}

/** Makes a database cluster with Debian's `initdb` and the database `quincena`; returns the superuser's address of it. */
export async function startDebianPostgres(machine: Machine, password: string): Promise<URL> {
  const programs = findPostgres() ?? ''
  const user = serverUser()
  const [data, secret] = [join(machine.folder, 'postgresql'), join(machine.folder, 'superuser')]
  writeFileSync(secret, password)
  await machine.run(['install', '-d', '-m', '0700', ...(user.uid ? ['-o', `${user.uid}`] : []), data])
  const options = ['-D', data, '-U', 'postgres', '--auth=scram-sha-256', `--pwfile=${secret}`, '-E', 'UTF8']
  const made = machine.launch('initdb', [join(programs, 'initdb'), ...options, '--locale=C.UTF-8'], user)
  while (made.runs()) await sleep(50)
  const port = await freePort()
  const settings = ['-p', `${port}`, '-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=']
  machine.launch('postgres', [join(programs, 'postgres'), '-D', data, ...settings], user)
  await untilReady(machine, port)
  const url = new URL(`postgres://postgres:${password}@127.0.0.1:${port}/postgres`)
  const created = await machine.run(['psql', url.href, '-c', 'create database quincena'])
  if (created.code !== 0) throw new Error(created.output)
  url.pathname = '/quincena'
  return url
}

/** Starts Debian's PgBouncer with the file of postgresql.md; `direct` is the server's own address of the database. */
export async function startPgbouncer(machine: Machine, direct: URL): Promise<URL> {
  const port = await freePort()
  const [settings, users] = [join(machine.folder, 'pgbouncer.ini'), join(machine.folder, 'userlist.txt')]
  const [block = ''] = blocksOf('postgresql', { heading: 'PgBouncer', language: 'ini' })
  const filled = fillIn(block, [
    ['host=10.0.0.5 port=5432', `host=${direct.hostname} port=${direct.port}`],
    ['listen_port = 6432', `listen_port = ${port}\nunix_socket_dir =`],
    ['/etc/pgbouncer/userlist.txt', users],
    // PostgreSQL is on the same machine.
    ['server_tls_sslmode = verify-full\n', ''],
  ])
  writeFileSync(settings, filled)
  writeFileSync(users, `"${direct.username}" "${direct.password}"\n`, { mode: 0o600 })
  const user = serverUser()
  if (user.uid !== undefined) await machine.run(['chown', `${user.uid}:${user.gid}`, users])
  machine.launch('pgbouncer', ['pgbouncer', settings], user)
  await untilReady(machine, port)
  const url = new URL(direct)
  url.port = String(port)
  return url
}
