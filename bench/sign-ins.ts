// Measures sign-ins over HTTP against Argon2id alone: `npm run bench:sign-in`. Twenty connections sign workers in whose
// devices the server knows, each from an address of its own; between the rounds, as many checks of the same password
// with the same parameters run in this process. Prints both per second, their processor time, and the ratios. The
// client of the sign-ins shares the machine with the server, so the ratio of processor time is the one to compare.
// `--seconds 5 --rounds 3` sets how long, `--server FILE` measures another version of the server, `--data-dir FOLDER`
// keeps the filled database for the next run.
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { sql } from 'kysely'
import { connect } from '../apps/server/src/db/connect.ts'
import { startPostgres } from '../apps/server/src/db/embedded.ts'
import { hashPassword, verifyPassword } from '../apps/server/src/people/auth/commands/hash-password.ts'
import { startProgram } from '../apps/server/test/program.ts'
import { fillDatabase } from './fill-database.ts'
import { firstChild, postgresOf, processorTime } from './processor-time.ts'

const { values: options } = parseArgs({
  options: {
    seconds: { type: 'string', default: '5' },
    rounds: { type: 'string', default: '3' },
    'data-dir': { type: 'string' },
    server: {
      type: 'string',
      default: fileURLToPath(new URL('../apps/server/src/main.ts', import.meta.url)),
    },
  },
})
const round_ms = Number(options.seconds) * 1000
const rounds = Number(options.rounds)
const connections = 20
const people = 400
const password = 'Quincena-2026'
const look_ms = 3000
/** Processor time of an idle server in `look_ms`: timers and sweeps. */
const idle_ms = 200

const folder = options['data-dir']
const data_dir = folder ?? mkdtempSync(join(tmpdir(), 'quincena-bench-'))
mkdirSync(data_dir, { recursive: true })
// The bundled PostgreSQL may run as another system user.
chmodSync(data_dir, 0o755)
const settings = { PORT: '0', DATA_DIR: data_dir, DEMO: '1', TRUST_PROXY: 'loopback' }
const server = startProgram([options.server], settings)
const address = () => server.printed(/Quincena\s+(http:\/\/\S+)\//)
// Filling the demo may take longer than one wait on a busy machine.
const api = `${await address().catch(address).catch(address)}/api`
const server_pid = firstChild()
const postgres_pid = postgresOf(data_dir)
const postgres = await startPostgres(join(data_dir, 'postgres'), 0)
const db = connect(postgres.url('postgres'), { max: 2 })
const agent = new Agent({ keepAlive: true, maxSockets: connections })

/** Gives the first workers of the filled database a password; returns their e-mail addresses and its hash. */
async function preparePeople() {
  const filled = await sql`select from app_user where email like 'trabajador%@b%' limit 1`.execute(db)
  if (filled.rows.length === 0) await fillDatabase(postgres.url('postgres'), { users: 2000, loans: 10_000 })
  const password_hash = await hashPassword(password)
  const { rows } = await sql<{ email: string }>`
    update app_user set password_hash = ${password_hash}
    where id in (select id from app_user where email like 'trabajador%@b%' and is_active order by id limit ${people})
    returning email`.execute(db)
  return { emails: rows.map(({ email }) => email), password_hash }
}

async function signIn(email: string, number: number): Promise<void> {
  const body = JSON.stringify({ email, password, device: number.toString(16).padStart(32, '0') })
  const headers = {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    'x-forwarded-for': `10.1.${number >> 8}.${number & 255}`,
  }
  const call = request(`${api}/auth/login`, { method: 'POST', agent, headers })
  call.end(body)
  const [answer] = await once(call, 'response')
  const text = (await answer.toArray()).join('')
  if (answer.statusCode !== 200) throw new Error(`sign-in: ${answer.statusCode} ${text}`)
}

/** Runs `work` on all connections for the time of a round; returns how often it ended. */
async function repeat(work: (turn: number) => Promise<unknown>, limit = Number.POSITIVE_INFINITY) {
  const until = performance.now() + (limit === Number.POSITIVE_INFINITY ? round_ms : Number.POSITIVE_INFINITY)
  let turn = 0
  const loop = async () => {
    while (performance.now() < until && turn < limit) {
      turn += 1
      await work(turn - 1)
    }
  }
  await Promise.all(Array.from({ length: connections }, loop))
  return turn
}

/** Waits until the jobs that a start queues, such as the daily close, are done: they would count as sign-ins. */
async function waitUntilIdle() {
  for (let busy_ms = Number.POSITIVE_INFINITY; busy_ms > idle_ms; ) {
    const before = processorTime(server_pid)
    await sleep(look_ms)
    busy_ms = processorTime(server_pid) - before
  }
}

const ownTime = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

interface Sum {
  count: number
  wall_ms: number
  node_ms: number
  postgres_ms: number
}

async function addRound(sum: Sum, times: () => [number, number], work: (turn: number) => Promise<unknown>) {
  const [node, postgres] = times()
  const began = performance.now()
  sum.count += await repeat((turn) => work(sum.count + turn))
  sum.wall_ms += performance.now() - began
  const [nodeAfter, postgresAfter] = times()
  sum.node_ms += nodeAfter - node
  sum.postgres_ms += postgresAfter - postgres
}

const emptySum = (): Sum => ({ count: 0, wall_ms: 0, node_ms: 0, postgres_ms: 0 })

function rowOf(name: string, { count, wall_ms, node_ms, postgres_ms }: Sum) {
  const each = (ms: number) => Number((ms / count).toFixed(2))
  const per_s = Number(((count * 1000) / wall_ms).toFixed(1))
  const times = { node_ms: each(node_ms), postgres_ms: each(postgres_ms) }
  return { name, per_s, ...times, cpu_ms: each(node_ms + postgres_ms) }
}

try {
  const { emails, password_hash } = await preparePeople()
  const person = (turn: number) => turn % emails.length
  const signNext = (turn: number) => signIn(emails[person(turn)] ?? '', person(turn))
  await waitUntilIdle()
  // Every device is known afterwards.
  await repeat(signNext, emails.length)
  const [signIns, hashes] = [emptySum(), emptySum()]
  for (let round = 0; round < rounds; round += 1) {
    await addRound(
      hashes,
      () => [ownTime(), 0],
      () => verifyPassword(password_hash, password),
    )
    await addRound(signIns, () => [processorTime(server_pid), processorTime(postgres_pid)], signNext)
  }
  const rows = [rowOf('Argon2id alone', hashes), rowOf('sign-in', signIns)] as const
  console.table(rows)
  const ratio = (part: number, whole: number) => (part / whole).toFixed(2)
  console.log(
    `sign-ins to Argon2id alone: ${ratio(rows[1].per_s, rows[0].per_s)} by time, ${ratio(rows[0].cpu_ms, rows[1].cpu_ms)} by processor time`,
  )
} finally {
  agent.destroy()
  await db.destroy()
  await server.end()
  if (folder === undefined) rmSync(data_dir, { recursive: true, force: true })
}
