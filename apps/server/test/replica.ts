import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { startPostgres } from '../src/db/embedded.ts'
import { freePort } from '../src/db/free-port.ts'
import type { Cluster } from './cluster.ts'

/** A second PostgreSQL that replays the log of a first one. */
export interface Replica {
  /** URL prefix of the superuser, and of the server's user; append a database name. */
  url: string
  server_url: string
  stop: (mode?: 'fast' | 'immediate') => Promise<unknown>
  start: () => Promise<unknown>
  remove: () => Promise<void>
}

/** Starts a replica of the cluster from a copy of its files; the cluster stops and starts for it. */
export async function startReplica(cluster: Cluster): Promise<Replica> {
  const folder = mkdtempSync(join(tmpdir(), 'quincena-replica-'))
  const data = join(folder, 'postgres')
  await cluster.stop('fast')
  execFileSync('cp', ['-a', `${dirname(cluster.data)}/.`, folder])
  chmodSync(folder, 0o755)
  await cluster.start()
  const { username, password, hostname, port } = new URL(cluster.url)
  const from = `host=${hostname} port=${port} user=${username} password=${password}`
  const { uid, gid } = statSync(data)
  writeFileSync(join(data, 'standby.signal'), '')
  chownSync(join(data, 'standby.signal'), uid, gid)
  writeFileSync(join(data, 'postgresql.auto.conf'), `primary_conninfo = '${from}'\n`)
  const own = await freePort()
  const start = () => startPostgres(data, own, [...cluster.settings])
  const postgres = await start()
  return {
    url: postgres.url(''),
    server_url: postgres.url('', 'server'),
    start,
    stop: postgres.stop,
    async remove() {
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
