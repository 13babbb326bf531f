import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { PgBoss } from 'pg-boss'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { verifyLedger } from '../src/lending/ledger/queries.ts'
import { createTestContext, type TestContext } from './context.ts'
import { type Holds, installHolds } from './hold-points.ts'
import { findLoan, lastOrder, ordersOf } from './loans.ts'
import { acceptByHttp, type Offer, offerByHttp } from './payout-by-http.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'

const patience = { timeout: 120_000, interval: 25 }

let ctx: TestContext
let holds: Holds
let servers: ServerProcess[] = []

beforeAll(async () => {
  ctx = await createTestContext()
  ctx.simulator.configure({ settle_ms: null })
  holds = await installHolds(ctx.superuser_url)
})

afterEach(async () => {
  ctx.simulator.faults.clear()
  await holds.release()
})

afterAll(async () => {
  await killAll()
  await holds.stop()
})

async function killAll() {
  const dying = servers
  servers = []
  await Promise.all(dying.map((server) => server.kill()))
}

/** Starts servers on the one database until `count` run. STP's callbacks go to the first. */
async function run(count: number): Promise<ServerProcess[]> {
  const missing = Array.from({ length: count - servers.length }, () => startServerProcess(ctx))
  servers.push(...(await Promise.all(missing)))
  const secret = ctx.deps.secrets.stp_webhook_secret
  ctx.simulator.configure({ webhook: `${servers[0]?.api}/stp/webhooks/${secret}/order-state` })
  return servers
}

async function runOne(): Promise<ServerProcess> {
  const [server] = await run(1)
  if (server === undefined) throw new Error('No server runs.')
  return server
}

async function runTwo(): Promise<[ServerProcess, ServerProcess]> {
  const [first, second] = await run(2)
  if (first === undefined || second === undefined) throw new Error('Two servers do not run.')
  return [first, second]
}

let clock_set_at = performance.now()

/** Kills all servers and starts `count` one minute later by the clock: longer than any call to STP may take. */
async function restart(count: number) {
  await killAll()
  const milliseconds = Math.ceil(performance.now() - clock_set_at)
  clock_set_at = performance.now()
  ctx.setNow(ctx.clock.now.add({ minutes: 1, milliseconds }).toString())
  return run(count)
}

async function orderStatus(loan_id: number) {
  return (await ordersOf(ctx, loan_id)).at(-1)?.status
}

/** All orders at STP to the worker's account, also those with a key that we do not know. */
function ordersAtStp({ account }: Offer) {
  return ctx.simulator.orders().filter(({ cuerpo }) => cuerpo.cuentaBeneficiario === account)
}

/** Expects one sent order here and at STP, an active loan and a ledger without differences. */
async function expectPaidOnce(offer: Offer) {
  const { loan_id } = offer
  await expect.poll(() => orderStatus(loan_id), patience).toBe('sent')
  expect(await ordersOf(ctx, loan_id)).toHaveLength(1)
  expect(ordersAtStp(offer)).toHaveLength(1)
  expect(await findLoan(ctx, loan_id)).toMatchObject({ state: 'active', amount_due_cents: 1_100_161 })
  expect(await verifyLedger(ctx.deps.db)).toEqual([])
}

/** STP settles the order; waits until the server has recorded the callback. */
async function settle({ loan_id }: Offer) {
  const { tracking_key } = await lastOrder(ctx, loan_id)
  expect(ctx.simulator.act(tracking_key, 'settle')).toBe(true)
  await expect.poll(async () => (await lastOrder(ctx, loan_id)).state, patience).toBe('LQ')
}

/** A case: where the server is killed, and the state after it. */
interface Death {
  /** The point of the payout at which the server is killed. */
  when: string
  /** Makes the server or STP wait at that point. */
  arrange: () => Promise<void> | void
  reached: (offer: Offer) => Promise<void>
  /** What happens to a statement that the killed server had sent; default: it still runs. */
  bury?: () => Promise<void>
  /** Status of the order after the kill; undefined: the acceptance was not committed. */
  left: string | undefined
  at_stp: number
  /** How long after the call, in ms, STP may still take the order. */
  late_ms?: number
}

/** Resolves when the planned fault has started, so the call has reached STP. */
const faultUsed = () => expect.poll(() => ctx.simulator.faults.list(), patience).toEqual([])
const reachedStp = (offer: Offer) => expect.poll(() => ordersAtStp(offer), patience).toHaveLength(1)

const lateMs = 6000
const deaths: Death[] = [
  {
    when: 'while the acceptance is written',
    arrange: () => holds.hold('signing'),
    reached: () => holds.reached('signing'),
    left: undefined,
    at_stp: 0,
  },
  {
    when: 'before the claim',
    arrange: () => holds.hold('claim'),
    reached: () => holds.reached('claim'),
    bury: () => holds.drop(),
    left: 'pending',
    at_stp: 0,
  },
  {
    when: 'after the claim, before the call',
    arrange: () => holds.hold('claim'),
    reached: () => holds.reached('claim'),
    left: 'unknown',
    at_stp: 0,
  },
  {
    when: 'after the call, before STP took the order, which it does late',
    arrange: () => ctx.simulator.faults.set([{ on: 'register', action: 'delay', delay_ms: lateMs }]),
    reached: faultUsed,
    left: 'unknown',
    at_stp: 0,
    late_ms: lateMs,
  },
  {
    when: 'after STP took the order, before its answer',
    arrange: () =>
      ctx.simulator.faults.set([{ on: 'register', action: 'delay', when: 'after', delay_ms: 60_000 }]),
    reached: reachedStp,
    left: 'unknown',
    at_stp: 1,
  },
  {
    when: 'after the answer, before the record',
    arrange: () => holds.hold('record'),
    reached: () => holds.reached('record'),
    left: 'unknown',
    at_stp: 1,
  },
  {
    when: 'after the answer, its record all but committed',
    arrange: () => holds.hold('recordEnd'),
    reached: () => holds.reached('recordEnd'),
    left: 'unknown',
    at_stp: 1,
  },
  {
    when: 'after the record',
    arrange: () => holds.hold('seal'),
    reached: () => holds.reached('seal'),
    left: 'sent',
    at_stp: 1,
  },
]

describe('a server killed during an acceptance', () => {
  test.each(deaths)('$when: pays once and replays a repeated call', async (death) => {
    const offer = await offerByHttp(ctx, await runOne())
    const key = randomUUID()
    await death.arrange()
    const accepting = acceptByHttp(await runOne(), offer, key)
    const last_call = performance.now() + (death.late_ms ?? 0)
    await death.reached(offer)
    await killAll()
    await (death.bury ?? holds.release)()
    const { status } = await accepting
    if (death.left !== 'sent') expect(['cut', 202]).toContain(status)
    await expect.poll(() => orderStatus(offer.loan_id), patience).toBe(death.left)
    expect(ordersAtStp(offer)).toHaveLength(death.at_stp)

    await restart(1)
    const again = await acceptByHttp(await runOne(), offer, key)
    expect(again.replayed).toBe(death.left !== undefined)
    await expectPaidOnce(offer)
    await settle(offer)

    const last = await acceptByHttp(await runOne(), offer, key)
    expect(last).toMatchObject({
      status: 200,
      replayed: true,
      body: { loan: { accepted: true, amount_due: 11_001.61 }, order: { order_state: 'sent', state: 'LQ' } },
    })
    expect(await acceptByHttp(await runOne(), offer)).toMatchObject({ status: 409, replayed: false })
    await sleep(Math.max(0, last_call + 200 - performance.now()))
    await expectPaidOnce(offer)
  })

  test('killed again during recovery, after STP took the order: the next server pays once', async () => {
    const offer = await offerByHttp(ctx, await runOne())
    await holds.hold('claim')
    const accepting = acceptByHttp(await runOne(), offer)
    await holds.reached('claim')
    await killAll()
    await holds.release()
    await accepting

    await holds.hold('record')
    await restart(1)
    await holds.reached('record')
    await killAll()
    await holds.release()
    expect(ordersAtStp(offer)).toHaveLength(1)
    await restart(1)
    await expectPaidOnce(offer)
    await settle(offer)
  })
})

/** Makes the jobs of the killed server available to others, as the queue does after a minute without a heartbeat. */
async function giveJobsToOthers() {
  await sql`update pgboss.job set heartbeat_on = heartbeat_on - interval '1 minute' where state = 'active'`.execute(
    ctx.deps.db,
  )
  const connectionString = ctx.deps.env.database_url ?? ''
  const queue = new PgBoss({
    ...{ connectionString, createSchema: false },
    ...{ superviseIntervalSeconds: 1, monitorIntervalSeconds: 1 },
  })
  await queue.start()
  const active = () =>
    sql`select id from pgboss.job where state = 'active' and name = 'seal-contract'`.execute(ctx.deps.db)
  await expect.poll(async () => (await active()).rows, patience).toEqual([])
  await queue.stop()
  await sql`update pgboss.job set start_after = now() where state = 'retry'`.execute(ctx.deps.db)
}

test('a server killed while it seals the contract: the next server seals it', async () => {
  const { loan_id, ...offer } = await offerByHttp(ctx, await runOne())
  await holds.hold('seal')
  const accepting = acceptByHttp(await runOne(), { loan_id, ...offer })
  await holds.reached('seal')
  await killAll()
  await holds.drop()
  await accepting
  const contracts = () =>
    ctx.deps.db.selectFrom('document').select('kind').where('loan_id', '=', loan_id).execute()
  expect(await contracts()).toEqual([])

  await giveJobsToOthers()
  await restart(1)
  await expect.poll(contracts, patience).toEqual([{ kind: 'contract' }])
})

describe('two servers on one database', () => {
  const rounds = 5

  test('eight acceptances of a loan over both servers: one is paid, seven get 409', async () => {
    const [first, second] = await runTwo()
    for (let round = 0; round < rounds; round += 1) {
      const offer = await offerByHttp(ctx, first)
      const eight = Array.from({ length: 8 }, (_, at) => acceptByHttp(at % 2 === 0 ? first : second, offer))
      const statuses = (await Promise.all(eight)).map(({ status }) => status)
      expect(statuses.filter((status) => status === 409)).toHaveLength(7)
      await expectPaidOnce(offer)
    }
  })

  test('eight calls with one key over both servers: one runs, the others are replays or 409 in progress', async () => {
    const [first, second] = await runTwo()
    const offer = await offerByHttp(ctx, second)
    const key = randomUUID()
    const eight = Array.from({ length: 8 }, (_, at) =>
      acceptByHttp(at % 2 === 0 ? first : second, offer, key),
    )
    const answers = await Promise.all(eight)
    expect(answers.filter(({ status, replayed }) => status !== 409 && !replayed)).toHaveLength(1)
    for (const { status, body } of answers) {
      if (status === 409) expect(body).toMatchObject({ code: 'idempotency_in_progress' })
      else expect([200, 202]).toContain(status)
    }
    await expectPaidOnce(offer)
  })

  test('both servers killed and restarted at once: one of them pays', async () => {
    const [first] = await runTwo()
    const offer = await offerByHttp(ctx, first)
    const key = randomUUID()
    await holds.hold('claim')
    const accepting = acceptByHttp(first, offer, key)
    await holds.reached('claim')
    await killAll()
    await holds.release()
    await accepting
    await expect.poll(() => orderStatus(offer.loan_id), patience).toBe('unknown')

    // Both servers have queried STP and received «not found» before either may send.
    await holds.hold('queried')
    ctx.simulator.faults.set([{ on: 'register', action: 'delay', delay_ms: 0, count: 8 }])
    await restart(2)
    await holds.reached('queried')
    await holds.queued()
    await holds.release()
    await expectPaidOnce(offer)
    // The fault allowed eight calls; one was made.
    expect(ctx.simulator.faults.list()).toMatchObject([{ count: 7 }])
    expect(await acceptByHttp(await runOne(), offer, key)).toMatchObject({ status: 200, replayed: true })
  })
})
