import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeStaff } from '../../../test/factories.ts'
import { findLoan, lastOrder, makeOffer, ordersAtStp, ordersOf } from '../../../test/loans.ts'
import { signatureUrl } from '../../../test/png.ts'
import { runCommand } from '../../command/run-command.ts'
import type { Deps } from '../../deps.ts'
import { acceptLoan } from '../../lending/acceptances/commands.ts'
import { resolveTransfer } from '../../lending/payouts/commands/resolve-transfer.ts'
import { bookReport, lockTransfer } from './commands/book-transfer.ts'
import { queryTransfer } from './commands/query-transfer.ts'
import { claimTransfer, reclaimTransfer, sendTransfer } from './commands/send-transfer.ts'
import { sweepTransfers } from './commands/sweep-transfers.ts'
import { findTransfer } from './queries/transfers.ts'
import { stpOrderOf } from './rules.ts'

let ctx: TestContext
const start = '2026-11-20T16:00:00Z'

beforeAll(async () => {
  ctx = await createTestContext()
})

beforeEach(() => {
  ctx.setNow(start)
  ctx.simulator.faults.clear()
})

/**
 * Accepts a loan by the command alone, so that its order waits to be sent, as after a crash right behind the commit.
 */
async function makeWaiting() {
  const { loan, worker, contract_sha256 } = await makeOffer(ctx)
  const user = { id: worker.id, user_type: 'U2' as const, company_id: worker.company_id }
  const context = { user, session_id: null, ip: null, user_agent: null }
  const place = { latitude: 25.68, longitude: -100.31 }
  const { transfer_id } = await acceptLoan(ctx.deps, context, {
    loan_id: loan.id,
    signature: signatureUrl,
    contract_sha256,
    ...place,
  })
  return { loan, worker, transfer_id }
}

const killed = new Error('killed here')

/** Returns the dependencies of a process that dies at a point. */
function dyingAt(point: Partial<Deps['stp']> | Partial<Deps['queue']>): Deps {
  const part = 'registerOrder' in point || 'queryOrder' in point ? 'stp' : 'queue'
  return { ...ctx.deps, [part]: { ...ctx.deps[part], ...point } }
}

const registerThenDie: Deps['stp']['registerOrder'] = async (order, signal) => {
  await ctx.deps.stp.registerOrder(order, signal)
  throw killed
}
const refusal = { outcome: 'refused', remedy: 'fix_order' } as const
const dieBeforeCall: Deps['stp']['registerOrder'] = () => Promise.reject(killed)
const dieBeforeQuery: Deps['stp']['queryOrder'] = () => Promise.reject(killed)

/** Sweeps as a restarted process does while the clock advances, until no order is left. */
async function restart() {
  for (const minutes of [1, 3, 6, 10]) {
    ctx.setNow(Temporal.Instant.from(start).add({ minutes }).toString())
    await sweepTransfers(ctx.deps)
  }
  await ctx.drain(['send-transfer', 'ask-transfer'])
}

type Death = (transfer_id: number) => Promise<unknown>

/** Every step at which a process may be killed. */
const deaths: [string, Death][] = [
  ['after the acceptance, before the job runs', async () => undefined],
  ['after the claim, before the call', (id) => claimTransfer(ctx.deps, id)],
  ['at the call, before it leaves', (id) => sendTransfer(dyingAt({ registerOrder: dieBeforeCall }), id)],
  [
    'after the call, before its answer is written',
    (id) => sendTransfer(dyingAt({ registerOrder: registerThenDie }), id),
  ],
  [
    'while the answer is written, its transaction half done',
    (id) => sendTransfer(dyingAt({ send: () => Promise.reject(killed) }), id),
  ],
  [
    'while recovering, before asking',
    async (id) => {
      await claimTransfer(ctx.deps, id)
      ctx.setNow('2026-11-20T16:00:45Z')
      await sweepTransfers(dyingAt({ queryOrder: dieBeforeQuery }))
    },
  ],
  [
    'while recovering, after it was claimed again',
    async (id) => {
      const claim = await claimTransfer(ctx.deps, id)
      if (claim !== undefined) await reclaimTransfer(ctx.deps, claim.order)
    },
  ],
  [
    'while recovering, after the second call',
    async (id) => {
      await claimTransfer(ctx.deps, id)
      ctx.setNow('2026-11-20T16:00:45Z')
      await sweepTransfers(dyingAt({ registerOrder: registerThenDie }))
    },
  ],
  ['after all is written', (id) => sendTransfer(ctx.deps, id)],
]

describe('a process killed while it pays out', () => {
  test.each(deaths)('%s: STP gets one order and the loan is active', async (_, die) => {
    const { loan, worker, transfer_id } = await makeWaiting()
    await die(transfer_id).catch((error: unknown) => expect(error).toBe(killed))
    await restart()

    expect(await ordersAtStp(ctx, loan.id)).toHaveLength(1)
    expect(await findTransfer(ctx.deps.db, transfer_id)).toMatchObject({ status: 'sent', attempt: 1 })
    expect(await findLoan(ctx, loan.id)).toMatchObject({ state: 'active', amount_due_cents: 1_100_161 })
    const notices = await ctx.deps.db
      .selectFrom('notification')
      .select('title')
      .where('recipient_id', '=', worker.id)
      .where('reason_key', 'like', 'sent:%')
      .execute()
    expect(notices).toEqual([{ title: 'El dinero ha sido enviado.' }])
  })

  test.each(deaths)('%s: eight processes that restart at once send one order', async (_, die) => {
    const { loan, transfer_id } = await makeWaiting()
    await die(transfer_id).catch((error: unknown) => expect(error).toBe(killed))
    ctx.setNow('2026-11-20T16:02:00Z')
    await Promise.all(
      Array.from({ length: 8 }, () =>
        Promise.all([sweepTransfers(ctx.deps), sendTransfer(ctx.deps, transfer_id)]),
      ),
    )
    await restart()
    expect(await ordersAtStp(ctx, loan.id)).toHaveLength(1)
    expect((await findLoan(ctx, loan.id)).state).toBe('active')
  })
})

describe('sending and recovering an order', () => {
  test('sends once from eight processes at once', async () => {
    const { loan, transfer_id } = await makeWaiting()
    await Promise.all(Array.from({ length: 8 }, () => sendTransfer(ctx.deps, transfer_id)))
    expect(await ordersAtStp(ctx, loan.id)).toHaveLength(1)
  })

  test.each([
    [
      '−1, the key is there already',
      { on: 'register', action: 'refuse', when: 'after', id: -1, message: 'ya fue utilizada' },
    ],
    ['−30, read-only', { on: 'register', action: 'refuse', id: -30, message: 'modo lectura' }],
    [
      '0 without a listed text',
      { on: 'register', action: 'refuse', id: 0, message: 'No se recibió respuesta del servicio' },
    ],
    ['a page of nginx', { on: 'register', action: 'forbidden' }],
    [
      'an error of the server',
      { on: 'register', action: 'answer', status: 502, body: '{"resultado":{"id":9}}', when: 'after' },
    ],
    [
      'half an answer',
      { on: 'register', action: 'answer', status: 200, body: '{"resultado":', when: 'after' },
    ],
    ['no answer', { on: 'register', action: 'lose', when: 'after' }],
  ] as const)('%s: the order is unknown, then queried and sent once', async (_, fault) => {
    const { loan, transfer_id } = await makeWaiting()
    ctx.simulator.faults.set([fault])
    await sendTransfer(ctx.deps, transfer_id)
    expect(await findTransfer(ctx.deps.db, transfer_id)).toMatchObject({ status: 'unknown', sent_at: null })
    expect((await findLoan(ctx, loan.id)).state).toBe('disbursing')
    await restart()
    expect(await ordersAtStp(ctx, loan.id)).toHaveLength(1)
    expect((await findLoan(ctx, loan.id)).state).toBe('active')
  })

  test('without an answer sends nothing again and queries at growing intervals', async () => {
    const { loan, transfer_id } = await makeWaiting()
    await claimTransfer(ctx.deps, transfer_id)
    const order = await findTransfer(ctx.deps.db, transfer_id)
    let calls = 0
    const silent = dyingAt({
      queryOrder: async ({ tracking_key }) => {
        if (tracking_key === order.tracking_key) calls += 1
        return { outcome: 'unknown', reason: 'timeout', detail: 'no answer' }
      },
    })
    for (let half_minutes = 1; half_minutes <= 120; half_minutes += 1) {
      ctx.setNow(
        Temporal.Instant.from(start)
          .add({ seconds: 30 * half_minutes })
          .toString(),
      )
      await sweepTransfers(silent)
    }
    expect(calls).toBeGreaterThan(5)
    expect(calls).toBeLessThan(20)
    expect(await ordersAtStp(ctx, loan.id)).toHaveLength(0)
    ctx.setNow('2026-11-20T18:30:00Z')
    await sweepTransfers(ctx.deps)
    expect(await ordersAtStp(ctx, loan.id)).toHaveLength(1)
  })

  test('does not book an order with another amount', async () => {
    const { loan, transfer_id } = await makeWaiting()
    await claimTransfer(ctx.deps, transfer_id)
    const order = await findTransfer(ctx.deps.db, transfer_id)
    await ctx.deps.stp.registerOrder({ ...stpOrderOf(order), amount: order.amount_cents + 100 })
    await queryTransfer(ctx.deps, transfer_id, 'unknown')
    expect(await findTransfer(ctx.deps.db, transfer_id)).toMatchObject({ status: 'review', sent_at: null })
    expect((await findLoan(ctx, loan.id)).state).toBe('disbursing')
  })

  test.each([
    ['refusal', { ...refusal, id: -20, message: 'tarde' }],
    ['second success', { outcome: 'registered' as const, id: 1 }],
  ])('ignores a late %s of an order that a query has booked', async (_name, late) => {
    const { loan, transfer_id } = await makeWaiting()
    const registerOrder: Deps['stp']['registerOrder'] = async (order, signal) => {
      await ctx.deps.stp.registerOrder(order, signal)
      await queryTransfer(ctx.deps, transfer_id, 'unknown')
      return late
    }
    await sendTransfer(dyingAt({ registerOrder }), transfer_id)
    expect((await findLoan(ctx, loan.id)).state).toBe('active')
    const [order] = await ordersAtStp(ctx, loan.id)
    expect(await findTransfer(ctx.deps.db, transfer_id)).toMatchObject({
      status: 'sent',
      stp_id: Number(order?.idEF),
      failure_message: null,
    })
  })

  test('ignores a late refusal of an order that another process has claimed again', async () => {
    const { loan, transfer_id } = await makeWaiting()
    const gate = Promise.withResolvers<void>()
    const called = Promise.withResolvers<void>()
    const registerOrder: Deps['stp']['registerOrder'] = async () => {
      called.resolve()
      await gate.promise
      return { ...refusal, id: -200, message: 'PLD' }
    }
    const first = sendTransfer(dyingAt({ registerOrder }), transfer_id)
    await called.promise
    ctx.setNow('2026-11-20T16:01:00Z')
    const second = await reclaimTransfer(ctx.deps, await findTransfer(ctx.deps.db, transfer_id))
    if (second === undefined) throw new Error('not claimed')
    await ctx.deps.stp.registerOrder(stpOrderOf(second.order))
    gate.resolve()
    await first
    expect((await findTransfer(ctx.deps.db, transfer_id)).status).toBe('unknown')
    expect((await findLoan(ctx, loan.id)).state).toBe('disbursing')
    ctx.setNow('2026-11-20T16:02:00Z')
    await sweepTransfers(ctx.deps)
    expect((await findLoan(ctx, loan.id)).state).toBe('active')
    expect(await ordersAtStp(ctx, loan.id)).toHaveLength(1)
  })

  test('books an answer once when it arrives several times', async () => {
    const { transfer_id } = await makeWaiting()
    await sendTransfer(ctx.deps, transfer_id)
    const report = { stp_id: null, stp_state: 'LQ', state: 'LQ' as const }
    const book = () =>
      ctx.deps.db
        .transaction()
        .execute(async (trx) =>
          bookReport(ctx.deps, trx, { ...(await lockTransfer(trx, transfer_id)), report }),
        )
    const outcomes = await Promise.all(Array.from({ length: 8 }, book))
    expect(outcomes.sort()).toEqual([...Array.from({ length: 7 }, () => 'repeated'), 'settled'])
  })
})

describe('the operating day', () => {
  test('sends an order that STP lacks to review after its day, never again to STP', async () => {
    const { loan, transfer_id } = await makeWaiting()
    await claimTransfer(ctx.deps, transfer_id)
    ctx.setNow('2026-11-21T00:10:00Z')
    await sweepTransfers(ctx.deps)
    expect(await findTransfer(ctx.deps.db, transfer_id)).toMatchObject({
      status: 'review',
      operation_date: '2026-11-20',
    })
    expect(await ordersAtStp(ctx, loan.id)).toHaveLength(0)
    expect((await findLoan(ctx, loan.id)).state).toBe('disbursing')
    const actions = await ctx.deps.db
      .selectFrom('audit')
      .select('action')
      .where('subject_id', '=', transfer_id)
      .where('subject', '=', 'transfer')
      .execute()
    expect(actions).toEqual([{ action: 'transfer.review' }])
  })

  test('finds yesterday’s order under its day', async () => {
    const { loan, transfer_id } = await makeWaiting()
    await sendTransfer(dyingAt({ registerOrder: registerThenDie }), transfer_id).catch(() => undefined)
    ctx.setNow('2026-11-23T16:00:00Z')
    await sweepTransfers(ctx.deps)
    expect((await findLoan(ctx, loan.id)).state).toBe('active')
    expect(await ordersAtStp(ctx, loan.id)).toHaveLength(1)
  })

  test('queries an order sent at the cut under both days', async () => {
    ctx.setNow('2026-11-20T23:58:00Z')
    const { loan, transfer_id } = await makeWaiting()
    await claimTransfer(ctx.deps, transfer_id)
    const order = await findTransfer(ctx.deps.db, transfer_id)
    expect(order.operation_date).toBe('2026-11-20')
    ctx.setNow('2026-11-21T00:01:00Z')
    await ctx.deps.stp.registerOrder(stpOrderOf(order))
    ctx.setNow('2026-11-21T00:03:00Z')
    await sweepTransfers(ctx.deps)
    expect((await findLoan(ctx, loan.id)).state).toBe('active')
    expect(await ordersAtStp(ctx, loan.id)).toHaveLength(1)
  })

  test('sends nothing again near the cut, because the day of the first call is not certain', async () => {
    ctx.setNow('2026-11-20T23:50:00Z')
    const { loan, transfer_id } = await makeWaiting()
    await claimTransfer(ctx.deps, transfer_id)
    ctx.setNow('2026-11-20T23:57:00Z')
    await sweepTransfers(ctx.deps)
    expect(await findTransfer(ctx.deps.db, transfer_id)).toMatchObject({ status: 'unknown' })
    expect(await ordersAtStp(ctx, loan.id)).toHaveLength(0)
  })

  test('lets an admin resolve an order in review as not sent, which makes the loan an offer again', async () => {
    const { loan, transfer_id } = await makeWaiting()
    await claimTransfer(ctx.deps, transfer_id)
    ctx.setNow('2026-11-23T16:00:00Z')
    await sweepTransfers(ctx.deps)
    const admin = await makeStaff(ctx, 'U0')
    const context = {
      user: { id: admin.id, user_type: 'U0' as const, company_id: null },
      session_id: null,
      ip: null,
      user_agent: null,
    }
    await resolveTransfer(ctx.deps, context, { transfer_id, outcome: 'not_sent', reason: 'STP no la tiene' })
    expect((await findLoan(ctx, loan.id)).state).toBe('approved')
    expect((await lastOrder(ctx, loan.id)).status).toBe('failed')
  })
})

test('a command that dies before its commit leaves no order, no job and no idempotency key', async () => {
  await ctx.drain(['send-transfer'])
  const { loan, worker, contract_sha256 } = await makeOffer(ctx)
  const user = { id: worker.id, user_type: 'U2' as const, company_id: worker.company_id }
  const idempotency = {
    key: randomUUID(),
    method: 'POST',
    path: '/x',
    body_sha256: Buffer.alloc(32),
    keep: true,
  }
  const context = { user, session_id: null, ip: null, user_agent: null, idempotency }
  const input = {
    loan_id: loan.id,
    signature: signatureUrl,
    contract_sha256,
    latitude: 25.68,
    longitude: -100.31,
  }
  await expect(acceptLoan(dyingAt({ send: () => Promise.reject(killed) }), context, input)).rejects.toBe(
    killed,
  )
  expect((await findLoan(ctx, loan.id)).state).toBe('approved')
  expect(await ordersOf(ctx, loan.id)).toEqual([])
  expect(await runCommand(ctx.deps, context, async () => ({ fresh: true }))).toEqual({ fresh: true })
  expect(await ctx.deps.queue.drain('send-transfer', async () => undefined)).toBe(0)
})
