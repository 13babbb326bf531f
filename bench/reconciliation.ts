// Measures the reconciliation of a day of 50,000 sent and 50,000 received orders: `npm run bench:reconciliation`.
// Starts a server with its STP simulator, fills the running day on both sides, and sends the same mix of requests while
// the server is idle and while it compares the day. One received order in 500 has no callback, so that the comparison
// creates it. `-- --orders 5000` sets a smaller size. Fails if the comparison takes more than 60 s, if the server's
// memory grows by more than 200 MB, if the median of the other requests more than doubles, or if the day does not
// balance.
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { businessDay } from '@quincena/domain/dates'
import { sql } from 'kysely'
import { connect } from '../apps/server/src/db/connect.ts'
import { startPostgres } from '../apps/server/src/db/embedded.ts'
import { freePort } from '../apps/server/src/db/free-port.ts'
import { startProgram } from '../apps/server/test/program.ts'

const { values: options } = parseArgs({ options: { orders: { type: 'string', default: '50000' } } })
const orders = Number(options.orders)
const allowed = { seconds: 60, growth_mb: 200, ratio: 2 }
const ordersAtOnce = 1000
const lostOneIn = 500
const idle_ms = 10_000
const pause_ms = 60
const paths = ['/auth/users?page_size=20', '/loan?page_size=20', '/company/', '/auth/user']

const data_dir = mkdtempSync(join(tmpdir(), 'quincena-bench-'))
// The bundled PostgreSQL may run as another system user.
chmodSync(data_dir, 0o755)
const program = fileURLToPath(new URL('../apps/server/src/main.ts', import.meta.url))
const postgres = await startPostgres(join(data_dir, 'postgres'), await freePort())
const simulator_port = await freePort()
const database_url = postgres.url('postgres')
const server = startProgram([program], {
  ...{ PORT: '0', DATA_DIR: data_dir, DATABASE_URL: database_url, DEMO: '1' },
  ...{ STP_SIMULATOR_PORT: String(simulator_port), STP_QUERIES_PER_HOUR: '100000' },
})
const api = `${await server.printed(/Quincena\s+(http:\/\/\S+)\//)}/api`
const simulator = `http://127.0.0.1:${simulator_port}`
const day = businessDay(Temporal.Now.instant())
const wireDay = Number(day.replaceAll('-', ''))

async function signIn(): Promise<string> {
  const answer = await fetch(`${api}/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'admin@demo.quincena.mx', password: 'Quincena-2026' }),
  })
  return (await answer.json()).token
}
const token = await signIn()

async function call(path: string, method = 'GET') {
  const answer = await fetch(`${api}${path}`, { method, headers: { authorization: `Bearer ${token}` } })
  const body = await answer.json()
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${body.detail}`)
  return body
}

const amount = (number: number) => 100_000 + number

/** The identifiers of our orders are below those that the simulator gives: it sends the demo's orders meanwhile. */
const firstId = { sent: 1_000_000, received: 2_000_000 }

/** Adds orders to the simulator: sent ones that came back, and received ones that the server has confirmed. */
async function fillSimulator(from: number, count: number): Promise<void> {
  const made = Array.from({ length: count }, (_, at) => from + at).flatMap((number) => {
    const base = { fechaOperacion: wireDay, tsCaptura: Date.now(), tsLiquidacion: Date.now() }
    const cuerpo = {
      ...{ empresa: 'QUINCENA', monto: (amount(number) / 100).toFixed(2) },
      ...{ cuentaBeneficiario: '646180110400000007', institucionContraparte: '40072' },
    }
    const sent = { ...cuerpo, claveRastreo: `BANCOE${amount(number)}` }
    const received = { ...cuerpo, claveRastreo: `BANCOR${amount(number)}` }
    const confirmed = { mensaje: 'confirmar', id: null }
    return [
      { ...base, idEF: firstId.sent + number, estado: 'D', causaDevolucion: 1, cuerpo: sent },
      {
        ...base,
        idEF: firstId.received + number,
        tipoOrden: 'R',
        estado: 'CCO',
        respuesta: confirmed,
        cuerpo: received,
      },
    ]
  })
  const body = JSON.stringify({ orders: made })
  const answer = await fetch(`${simulator}/admin/orders`, { method: 'POST', body })
  if (!answer.ok) throw new Error(await answer.text())
}

const db = connect(database_url, { max: 2 })

/** Inserts our orders of one loan with their postings, and the incoming payments whose callbacks arrived. */
async function fillDatabase(from: number, count: number): Promise<void> {
  const now = Temporal.Now.instant().toString()
  await sql`with made as (
      insert into transfer (loan_id, attempt, status, tracking_key, numeric_reference, amount_cents, operation_date,
        payment_concept, beneficiary_name, beneficiary_account, account_type_beneficiary, rfc_curp_beneficiary,
        counterpart_institution, operating_institution, payer_name, paying_account, rfc_curp_payer, state,
        claimed_at, sent_at, created_at, updated_at)
      select (select min(id) from loan where state = 'rejected'), 1000 + n, 'sent', 'BANCOE' || 100000 + n, 1,
        100000 + n, ${day}::date, 'X', 'ANA', '646180110400000007', 40, 'ND', '40072', '90646', 'QUINCENA', '1', 'ND',
        'D', ${now}, ${now}, ${now}, ${now} from generate_series(${from}::int, ${from + count - 1}::int) n
      returning id, amount_cents, loan_id)
    insert into ledger_entry (posting, kind, debit_account, credit_account, amount_cents, loan_id, transfer_id, created_at)
    select gen_random_uuid(), kind, debit, credit, amount_cents, loan_id, id, ${now}
    from made, (values ('payout_principal', 'loan_receivable', 'stp_in_transit'),
      ('payout_principal_reversed', 'stp_in_transit', 'loan_receivable')) row (kind, debit, credit)`.execute(
    db,
  )
  await sql`with made as (
      insert into incoming_payment (stp_id, stp_order_id, tracking_key, amount_cents, operation_date,
        paying_institution, beneficiary_account, received_at, stp_check, stp_confirmed_at, booked_at)
      select ${firstId.received}::int + n, ${firstId.received}::int + n, 'BANCOR' || 100000 + n, 100000 + n, ${day}::date, 40072,
        '646180110400000007', ${now}, 'confirmed', ${now}, ${now}
      from generate_series(${from}::int, ${from + count - 1}::int) n
      where n % ${lostOneIn}::int <> 0
      returning id, amount_cents)
    insert into ledger_entry (posting, kind, debit_account, credit_account, amount_cents, incoming_payment_id, created_at)
    select gen_random_uuid(), 'receipt', 'stp_cash', 'unapplied_receipts', amount_cents, id, ${now} from made`.execute(
    db,
  )
}

/** Sends requests one after another while `shouldContinue` is true; returns their median in ms. */
async function measure(shouldContinue: () => boolean): Promise<number> {
  const took: number[] = []
  for (let turn = 0; shouldContinue(); turn += 1) {
    const began = performance.now()
    await call(paths[turn % paths.length] ?? '/auth/user')
    took.push(performance.now() - began)
    await sleep(pause_ms)
  }
  took.sort((left, right) => left - right)
  return Number((took[Math.floor(took.length / 2)] ?? Number.NaN).toFixed(1))
}

/** Returns the memory of the server's process in MB, from /proc. */
function memoryMb(): number {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8')
      const isOurs = status.includes(`PPid:\t${process.pid}\n`)
      if (isOurs && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('main.ts'))
        return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
    } catch {
      // The process has ended since the folder was read.
    }
  }
  return Number.NaN
}

interface Compared {
  status: string
  open_differences: number
  checked_at: string | null
  failure_reason: string | null
  totals: { received: { ours: { count: number } }; stp: { sent: { count: number } } } | null
  found: { count: number }
}

/** Compares the day; returns its result, the time, and the memory before and at most. */
async function reconcile() {
  const before_mb = memoryMb()
  let peak_mb = before_mb
  const watch = setInterval(() => {
    peak_mb = Math.max(peak_mb, memoryMb())
  }, 200)
  const began = performance.now()
  let compared: Compared = await call(`/stp/reconciliation/${day}/run`, 'POST')
  while (compared.status === 'running') {
    await sleep(500)
    compared = await call(`/stp/reconciliation/${day}`)
  }
  clearInterval(watch)
  const seconds = Number(((performance.now() - began) / 1000).toFixed(1))
  return { compared, seconds, before_mb: Math.round(before_mb), growth_mb: Math.round(peak_mb - before_mb) }
}

try {
  for (let from = 1; from <= orders; from += ordersAtOnce) {
    const count = Math.min(ordersAtOnce, orders - from + 1)
    await fillSimulator(from, count)
    await fillDatabase(from, count)
  }
  await sql`analyze`.execute(db)
  const until = Date.now() + idle_ms
  const idle_ms_median = await measure(() => Date.now() < until)
  let isRunning = true
  const others = measure(() => isRunning)
  const { compared, ...measured } = await reconcile()
  isRunning = false
  const busy_ms_median = await others
  const { status, open_differences, failure_reason, found, totals } = compared
  const ratio = Number((busy_ms_median / idle_ms_median).toFixed(2))
  const counts = { sent: totals?.stp.sent.count, received: totals?.received.ours.count, found: found.count }
  console.log({
    orders,
    ...measured,
    idle_ms_median,
    busy_ms_median,
    ratio,
    status,
    open_differences,
    ...counts,
  })
  if (failure_reason !== null) console.log(failure_reason)
  const isWithin =
    measured.seconds <= allowed.seconds && measured.growth_mb <= allowed.growth_mb && ratio <= allowed.ratio
  if (!isWithin || open_differences > 0 || totals === null) process.exitCode = 1
} finally {
  await db.destroy()
  await server.end()
  await postgres.stop()
  rmSync(data_dir, { recursive: true, force: true })
}
