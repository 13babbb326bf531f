import { execFileSync, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { serverUser } from '../src/db/embedded.ts'
import { freePort } from '../src/db/free-port.ts'
import { type DatabasePrefixes, makeTemplate } from './cluster.ts'
import { findPostgres } from './cluster-packages.ts'
import { type Daemon, startDaemon } from './daemons.ts'
import {
  type ClusterPlan,
  haproxySettings,
  type NodePlan,
  patroniSettings,
  pgbouncerSettings,
} from './patroni-config.ts'

const members = z.object({
  members: z.array(
    z.object({
      name: z.string(),
      role: z.string(),
      state: z.string(),
      timeline: z.number().optional(),
      lag: z.union([z.number(), z.string()]).optional(),
    }),
  ),
})
type Member = z.infer<typeof members>['members'][number]

const isLeader = ({ role, state }: Member) => role === 'leader' && state === 'running'
const isSync = ({ role }: Member) => role === 'sync_standby'
const follows = ({ role, state }: Member) => role !== 'leader' && ['running', 'streaming'].includes(state)

/** True if a failover would lose nothing now: all nodes follow one leader, and one of them synchronously. */
export const isWhole = (all: Member[]) => {
  const leader = all.find(isLeader)
  const others = all.filter(follows)
  return (
    leader !== undefined &&
    others.length === 2 &&
    others.some(isSync) &&
    others.every(({ timeline }) => timeline === leader.timeline)
  )
}

/** PostgreSQL on three nodes, with what stands before it. */
export interface PatroniCluster extends DatabasePrefixes {
  /** URL prefix of the server's user through PgBouncer. */
  pooler_url: string
  /** URL prefix of the server's user at the replicas. */
  replica_url: string
  /** The nodes as a Patroni that answers sees them; empty if none does. */
  members: () => Promise<Member[]>
  /** Sends SIGKILL to a node's Patroni and to all processes of its PostgreSQL. */
  kill: (name: string) => void
  /** Starts the Patroni of a killed node. */
  restart: (name: string) => void
  logs: () => string
  remove: () => Promise<void>
}

const password = () => randomBytes(16).toString('hex')

async function planCluster(folder: string, programs: string): Promise<ClusterPlan> {
  const nodes: NodePlan[] = []
  for (const name of ['node1', 'node2', 'node3'])
    nodes.push({ name, data: join(folder, name, 'data'), port: await freePort(), rest: await freePort() })
  return {
    ...{ folder, programs, nodes },
    ...{ etcd: await freePort(), primary: await freePort() },
    ...{ replicas: await freePort(), pooler: await freePort() },
    passwords: { superuser: password(), replication: password(), server: password() },
  }
}

/** The processes of a PostgreSQL; empty if it does not run. */
function processesOf({ data }: NodePlan): number[] {
  const file = join(data, 'postmaster.pid')
  if (!existsSync(file)) return []
  const postmaster = Number(readFileSync(file, 'utf8').split('\n')[0])
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(postmaster)], { encoding: 'utf8' })
  return [
    postmaster,
    ...stdout
      .split('\n')
      .map(Number)
      .filter((pid) => pid > 0),
  ]
}

function killAll(pids: number[]) {
  for (const pid of pids)
    try {
      process.kill(pid, 'SIGKILL')
    } catch {
      // It ended by itself.
    }
}

async function askMembers(nodes: readonly NodePlan[]): Promise<Member[]> {
  for (const { rest } of nodes)
    try {
      const answer = await fetch(`http://127.0.0.1:${rest}/cluster`, { signal: AbortSignal.timeout(2000) })
      return members.parse(await answer.json()).members
    } catch {
      // Its Patroni does not run.
    }
  return []
}

function writeSettings(plan: ClusterPlan, server_password: string) {
  const { folder, nodes, passwords } = plan
  for (const node of nodes) {
    mkdirSync(join(folder, node.name), { mode: 0o700 })
    writeFileSync(join(folder, `${node.name}.yml`), patroniSettings(plan, node))
  }
  writeFileSync(join(folder, 'haproxy.cfg'), haproxySettings(plan))
  writeFileSync(join(folder, 'pgbouncer.ini'), pgbouncerSettings(plan))
  const users = { quincena_server: server_password, postgres: passwords.superuser }
  const lines = Object.entries(users).map(([name, secret]) => `"${name}" "${secret}"\n`)
  writeFileSync(join(folder, 'pgbouncer-users.txt'), lines.join(''))
  const { uid, gid } = serverUser()
  if (uid !== undefined) execFileSync('chown', ['-R', `${uid}:${gid}`, folder])
}

async function until(isDone: () => Promise<boolean>, what: string, limit_ms = 120_000) {
  for (const end = performance.now() + limit_ms; performance.now() < end; await sleep(200))
    if (await isDone()) return
  throw new Error(`${what} within ${limit_ms} ms`)
}

/** Starts etcd, three Patronis, HAProxy and PgBouncer on loopback in a folder of their own, with the migrated template. */
export async function startPatroniCluster(): Promise<PatroniCluster> {
  const folder = mkdtempSync(join(tmpdir(), 'quincena-cluster-'))
  chmodSync(folder, 0o755)
  const plan = await planCluster(folder, findPostgres() ?? '')
  const { nodes, passwords } = plan
  writeSettings(plan, passwords.server)
  const launch = (name: string, ...command: string[]) =>
    startDaemon(command, { folder, user: serverUser(), name })
  const startNode = (name: string) => launch(name, 'patroni', join(folder, `${name}.yml`))

  const client = `http://127.0.0.1:${plan.etcd}`
  const peer = `http://127.0.0.1:${await freePort()}`
  const others: Daemon[] = [
    launch(
      'etcd',
      ...['etcd', '--name', 'etcd', '--data-dir', join(folder, 'etcd'), '--unsafe-no-fsync'],
      ...['--listen-client-urls', client, '--advertise-client-urls', client],
      ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer],
      ...['--initial-cluster', `etcd=${peer}`],
    ),
    launch('haproxy', 'haproxy', '-db', '-f', join(folder, 'haproxy.cfg')),
    launch('pgbouncer', 'pgbouncer', join(folder, 'pgbouncer.ini')),
  ]
  const patronis = new Map(nodes.map(({ name }) => [name, startNode(name)]))
  const logs = () => [...others, ...patronis.values()].map((daemon) => daemon.log()).join('\n--------\n')

  async function remove() {
    for (const patroni of patronis.values()) await patroni.stop('SIGKILL')
    for (const node of nodes) killAll(processesOf(node))
    for (const daemon of others) await daemon.stop('SIGKILL')
    await sleep(200)
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }

  const address = (user: string, secret: string, port: number) =>
    `postgres://${user}:${secret}@127.0.0.1:${port}/`
  const owner = password()
  const urls = {
    url: address('postgres', passwords.superuser, plan.primary),
    owner_url: address('quincena_owner', owner, plan.primary),
    server_url: address('quincena_server', passwords.server, plan.primary),
  }
  const prefixes = { '': urls.url, owner: urls.owner_url, server: urls.server_url }
  try {
    await until(async () => isWhole(await askMembers(nodes)), 'The cluster is not complete')
    await sleep(1000)
    await makeTemplate({
      url: (name, role) => `${prefixes[role ?? '']}${name}`,
      passwords: { superuser: passwords.superuser, owner, server: passwords.server },
    })
  } catch (error) {
    const text = logs()
    await remove()
    throw new Error(`The cluster does not start:\n${text}`, { cause: error })
  }
  return {
    ...urls,
    pooler_url: address('quincena_server', passwords.server, plan.pooler),
    replica_url: address('quincena_server', passwords.server, plan.replicas),
    members: () => askMembers(nodes),
    kill(name) {
      const node = nodes.find((one) => one.name === name)
      const pids = node === undefined ? [] : processesOf(node)
      killAll([patronis.get(name)?.pid ?? 0, ...pids].filter((pid) => pid > 0))
    },
    restart: (name) => void patronis.set(name, startNode(name)),
    logs,
    remove,
  }
}
