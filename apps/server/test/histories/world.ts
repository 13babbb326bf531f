import { randomUUID } from 'node:crypto'
import type { Day } from '@quincena/domain/dates'
import { type Selectable, sql } from 'kysely'
import type { Actor, CommandContext } from '../../src/command/context.ts'
import type { Database, Db } from '../../src/db/types.ts'
import type { Deps } from '../../src/deps.ts'
import { createStpClient, type StpClient } from '../../src/integrations/stp/client.ts'
import { stpConfig } from '../../src/integrations/stp/config.ts'
import type { paymentMessage } from '../../src/integrations/stp/simulator/messages.ts'
import { startSimulator } from '../../src/integrations/stp/simulator.ts'
import type { TestContext } from '../context.ts'
import { makeCompany, makeStaff, makeWorker } from '../factories.ts'
import { setMode } from '../verifications.ts'
import { createNetwork } from './network.ts'
import type { Move } from './observer.ts'
import type { Plan } from './steps.ts'

/** Reads all rows that steps choose from and invariants check, in one statement. */
export async function lookAround({ db }: Deps): Promise<Scene> {
  const rowsOf = (table: string, where = 'true') =>
    sql.raw(`(select coalesce(json_agg(t order by t.id), '[]') from ${table} t where ${where})`)
  const { rows } = await sql<{ scene: Scene }>`
    select json_build_object(
      'loans', ${rowsOf('loan')},
      'orders', ${rowsOf('transfer')},
      'payments', ${rowsOf('payment', 'reversed_at is null')},
      'incoming', ${rowsOf('incoming_payment')},
      'credits', ${rowsOf('incoming_payment_credit', 'undone_at is null')},
      'approvals', ${rowsOf('approval', `state = 'open'`)},
      'verifications', ${rowsOf('account_verification')},
      'own', ${rowsOf('cash_movement')},
      'checks', ${rowsOf('balance_check')},
      'cases', ${rowsOf('balance_case')},
      'accounts', (select coalesce(json_agg(t order by t.user_id), '[]') from worker_account t),
      'set_apart', (select json_object_agg(incoming_payment_id, cents) from (
        select incoming_payment_id, sum(case 'unapplied_receipts' when debit_account then amount_cents
          when credit_account then -amount_cents else 0 end) as cents from ledger_entry
        where (transfer_id is not null or cash_movement_id is not null) and incoming_payment_id is not null group by incoming_payment_id) apart),
      'moves', ${rowsOf('test_move')},
      'receivables', (select json_object_agg(loan_id, cents) from (
        select loan_id, sum(case 'loan_receivable' when debit_account then amount_cents
          when credit_account then -amount_cents else 0 end) as cents from ledger_entry
        where loan_id is not null group by loan_id) balance),
      'paused', (select coalesce((value ->> 'paused')::boolean, false) from setting where name = 'payouts_paused'),
      'jobs', (select count(*) from pgboss.job where state = 'created' 
        and name in ('send-transfer', 'ask-transfer', 'ask-incoming-payment'))
    ) as scene`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('nothing to see')
  return row.scene
}

type Row<Table extends keyof Database> = Selectable<Database[Table]>
export type Loan = Row<'loan'>
export type Order = Row<'transfer'>
export type OwnMovement = Row<'cash_movement'>
/** The database after the last step. */
export interface Scene {
  loans: Loan[]
  orders: Order[]
  /** Payments that are not reversed. */
  payments: Row<'payment'>[]
  incoming: Row<'incoming_payment'>[]
  /** Parts of received money in workers' balances, without those that were undone. */
  credits: Row<'incoming_payment_credit'>[]
  /** Requests that wait for a second person. */
  approvals: Row<'approval'>[]
  verifications: Row<'account_verification'>[]
  /** The lender's own movements at STP, as booked. */
  own: OwnMovement[]
  /** Checks of STP's balance and their cases. */
  checks: Row<'balance_check'>[]
  cases: Row<'balance_case'>[]
  accounts: Row<'worker_account'>[]
  /** What orders and own movements took from each incoming payment, in centavos; null: none did. */
  set_apart: Record<number, number> | null
  /** Every state change so far, recorded by the triggers in observer.ts. */
  moves: Move[]
  /** Balance of each loan's receivable in the ledger, in centavos; null: the ledger is empty. */
  receivables: Record<number, number> | null
  paused: boolean | null
  /** Number of queued STP jobs. */
  jobs: number
}

/** A command with its idempotency key, kept so that the step `retry` can send it again. */
export interface Call {
  text: string
  context: CommandContext
  run: (deps: Deps, context: CommandContext) => Promise<unknown>
  /** Whether the caller received the answer; false after a refusal or a killed process. */
  answered: boolean
}

/** A process that stopped in the middle of sending an order and can be resumed. */
interface Stalled {
  text: string
  resume: () => Promise<void>
}

const zone = 'America/Mexico_City'
const staffRoles = { manager: 'U1', admin: 'U0' } as const

/** Creates the manager and the admin that all histories of a run share. */
export async function hireStaff(ctx: TestContext) {
  const [manager, admin] = [await makeStaff(ctx, staffRoles.manager), await makeStaff(ctx, staffRoles.admin)]
  const actor = ({ id, user_type }: { id: number; user_type: Actor['user_type'] }): Actor => ({
    id,
    user_type,
    company_id: null,
  })
  return { manager: actor(manager), admin: actor(admin) }
}
export type Staff = Awaited<ReturnType<typeof hireStaff>>

/** Starts the STP simulator and the network in front of it. The simulator uses the clock of the history. */
async function openStp(ctx: TestContext, plan: Plan, { lies }: ReturnType<typeof memories>) {
  const { deps, clock } = ctx
  const { company, payer_account } = deps.env.stp
  const simulator = await startSimulator({
    ...{ public_key: deps.secrets.stp_public_key, company, payer_account, settle_ms: null },
  })
  if (plan.fault_rate > 0) {
    const { seed, fault_rate: rate } = plan
    simulator.faults.seed({ seed, rate, delay_ms: 2, only: ['register', 'query'] })
  }
  const config = stpConfig(deps.env, deps.secrets)
  const client = createStpClient({
    ...config,
    url: simulator.url,
    query_url: simulator.url,
    timeout_ms: 5000,
    query_retries: 0,
  })
  /** Sets STP's clock before the call; after a `past_cut` fault moves the history's clock past 18:00 as well. */
  function timed<Args extends unknown[], T>(call: (...args: Args) => Promise<T>) {
    return async (...args: Args): Promise<T> => {
      simulator.setClock(clock.now.toString())
      const before = simulator.faults.played().length
      const answer = await call(...args)
      const [played] = simulator.faults.played().slice(before)
      if (played?.action === 'past_cut') {
        const after_cut = clock.now.toZonedDateTimeISO(zone).with({ hour: 18, minute: 0, second: 1 })
        if (Temporal.Instant.compare(after_cut.toInstant(), clock.now) > 0) clock.now = after_cut.toInstant()
      }
      return answer
    }
  }
  /** Sends an order and remembers it if STP took it and answers that it refuses it. */
  const registerOrder: StpClient['registerOrder'] = async (order, signal) => {
    const answer = await timed(client.registerOrder)(order, signal)
    const has = simulator.orders().some(({ cuerpo }) => cuerpo.claveRastreo === order.tracking_key)
    if (answer.outcome === 'refused' && has) lies.add(order.tracking_key)
    return answer
  }
  const stp = {
    ...client,
    registerOrder,
    queryOrder: timed(client.queryOrder),
    queryReceived: timed(client.queryReceived),
    listPage: timed(client.listPage),
    getBalance: timed(client.getBalance),
    returnOrder: timed(client.returnOrder),
  }
  return { simulator, network: createNetwork(stp, () => clock.now) }
}

/** Body of STP's callback about money that arrived (abono). */
export type Abono = ReturnType<typeof paymentMessage>

/** What the lender took out of its account at STP, or STP's fee, in centavos; nobody reported it to us. */
interface TakenOut {
  kind: 'withdrawal' | 'fee'
  tracking_key: string
  amount: number
  /** The date that a bank statement has. */
  operation_date: Day
}

/** What a history remembers outside the database. */
function memories() {
  /** Order-state callbacks that STP has sent and that are not yet delivered. */
  const mailbox: Record<string, unknown>[] = []
  /** Callback of each payment that arrived at STP, delivered or not. */
  const abonos: Abono[] = []
  const stalled: Stalled[] = []
  const calls: Call[] = []
  /** Tracking keys of the orders that STP took although its answer refused them. */
  const lies = new Set<string>()
  const taken_out: TakenOut[] = []
  return { mailbox, abonos, stalled, calls, lies, taken_out }
}

/**
 * Empties the database and creates a company, a worker and STP at the plan's first instant. The caller stops
 * `simulator`.
 */
export async function openWorld(ctx: TestContext, plan: Plan, staff: Staff) {
  await clearDatabase(ctx)
  ctx.clock.now = Temporal.PlainDateTime.from(plan.starts_at).toZonedDateTime(zone).toInstant()
  const company = await makeCompany(ctx, { tax_rate: plan.tax_rate })
  const worker = await makeWorker(ctx, { company_id: company.id })
  const colleague = await makeWorker(ctx, { company_id: company.id, first_name: 'Blanca' })
  await setMode(ctx, plan.verification)
  const memory = memories()
  const { simulator, network } = await openStp(ctx, plan, memory)
  const errors: unknown[] = []
  const log = {
    info: () => undefined,
    warn: () => undefined,
    error: (about: unknown) => void errors.push(about),
  }
  Object.assign(ctx.deps, { stp: network.stp, log })
  const actorOf = ({ id }: { id: number }): Actor => ({ id, user_type: 'U2', company_id: company.id })

  return {
    ctx,
    plan,
    simulator,
    network,
    /** Everything the server logged at level error; each entry is a problem. */
    errors,
    deps: ctx.deps,
    people: { ...staff, worker: actorOf(worker), colleague: actorOf(colleague) },
    ...memory,
    /** SHA-256 of the contract that the worker read last, by loan id. */
    read: new Map<number, string>(),
    seen: await lookAround(ctx.deps),
    local: () => ctx.clock.now.toZonedDateTimeISO(zone),
    /** Advances the clock to `until`; delayed orders reach STP at their own instants. */
    async wait(until: Temporal.Instant) {
      for (;;) {
        const arrival = network.nextArrival()
        if (arrival === undefined || Temporal.Instant.compare(arrival, until) > 0) break
        ctx.clock.now = arrival
        await network.arrive()
      }
      if (Temporal.Instant.compare(until, ctx.clock.now) > 0) ctx.clock.now = until
      simulator.setClock(ctx.clock.now.toString())
    },
  }
}
/** Everything that the steps of one history share. */
export type World = Awaited<ReturnType<typeof openWorld>>

/** A command context for a user, with a new idempotency key. */
export function contextOf(user: Actor, path: string): CommandContext {
  const idempotency = {
    key: randomUUID(),
    method: 'POST',
    path,
    body_sha256: Buffer.alloc(32),
    keep: true,
  }
  return { user, session_id: null, ip: null, user_agent: null, idempotency }
}

/** Tables that are not emptied: staff, their sessions and settings, and tables that the migrations filled. */
const kept = new Set([
  'app_user',
  'company',
  'setting',
  'session',
  'device',
  'assistance',
  'bank_account',
  'ledger_total_mark',
  'text_version',
  'brand_version',
  'webhook_mark',
])
/** A kept table refers to them, so PostgreSQL does not truncate them. */
const deleted = new Set(['approval', 'brand_logo'])
const clearsPerTruncate = 25
let cleared = 0

async function tablesToClear(db: Db) {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema = 'public' and table_name not like 'kysely%'`.execute(db)
  return rows.map(({ name }) => name).filter((name) => !kept.has(name))
}

/** Deletes every loan and worker. Truncate is slow and delete leaves dead rows: every 25th call truncates. */
async function clearDatabase({ superuser }: TestContext) {
  const names = await tablesToClear(superuser)
  cleared += 1
  const deletions = (tables: string[]) => tables.map((name) => `delete from ${name}`)
  const truncated = names.filter((name) => !deleted.has(name))
  const statements = [
    // Skips foreign keys and the triggers that forbid changes of the ledger.
    'set local session_replication_role = replica',
    ...(cleared % clearsPerTruncate === 0
      ? [`truncate ${truncated.join(', ')}`, ...deletions([...deleted])]
      : deletions(names)),
    `delete from app_user where user_type = 'U2'`,
    'delete from company',
    `delete from setting where name in ('payouts_paused', 'account_verification')`,
    'delete from pgboss.job',
  ]
  await superuser.transaction().execute((trx) => sql.raw(statements.join('; ')).execute(trx))
  // The counts of the lists were emptied with the tables, and staff stay.
  await sql`select count(*) from correct_list_counts()`.execute(superuser)
}
