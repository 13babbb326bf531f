import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { installHolds } from '../../../test/hold-points.ts'
import {
  acceptCall,
  findLoan,
  lastOrder,
  makeOffer,
  ordersAtStp,
  ordersOf,
  staffHeaders,
} from '../../../test/loans.ts'
import { lockNumbers } from '../../db/locks.ts'
import { claimTransfer, reclaimTransfer, sendTransfer } from './commands/send-transfer.ts'
import { sweepTransfers } from './commands/sweep-transfers.ts'
import { findTransfer } from './queries/transfers.ts'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
beforeEach(() => {
  ctx.simulator.faults.clear()
})

/** Signs a loan at an instant. Its order waits to be sent and no job runs, as after a crash of the process. */
async function signedAt(instant: string) {
  ctx.setNow(instant)
  const offer = await makeOffer(ctx)
  const accepting = acceptCall(ctx, offer)
  await expect.poll(() => ordersOf(ctx, offer.loan.id)).toHaveLength(1)
  const order = await lastOrder(ctx, offer.loan.id)
  return { offer, order, accepting, loan_id: offer.loan.id }
}

/** Sets the clock and runs the sweep, as every process does each half minute. */
async function sweepAt(...instants: string[]) {
  for (const instant of instants) {
    ctx.setNow(instant)
    await sweepTransfers(ctx.deps)
  }
}

const lostAfter = { on: 'register', action: 'lose', when: 'after' } as const
const lostBefore = { on: 'register', action: 'lose' } as const

describe('the 18:00 cut', () => {
  test.each([
    { of: 'a Thursday', day: '2026-11-19', swept: ['2026-11-20T00:01:00Z', '2026-11-20T00:03:00Z'] },
    { of: 'a Friday, swept on Monday', day: '2026-11-20', swept: ['2026-11-23T15:00:00Z'] },
    { of: 'the eve of Holy Week', day: '2026-04-01', swept: ['2026-04-06T15:00:00Z'] },
    { of: '11 December, a Friday', day: '2026-12-11', swept: ['2026-12-12T00:02:00Z'] },
  ])('finds an order sent at 17:59 of $of after a lost answer, and sends it once', async ({ day, swept }) => {
    const { order, loan_id } = await signedAt(`${day}T23:59:00Z`)
    ctx.simulator.faults.set([lostAfter])
    await sendTransfer(ctx.deps, order.id)
    expect(await findTransfer(ctx.deps.db, order.id)).toMatchObject({ status: 'unknown', sent_at: null })
    await sweepAt(...swept)
    expect(await findTransfer(ctx.deps.db, order.id)).toMatchObject({ status: 'sent', operation_date: day })
    expect(await ordersAtStp(ctx, loan_id)).toHaveLength(1)
    expect((await findLoan(ctx, loan_id)).state).toBe('active')
  })

  test('sends nothing at 18:10 from a process suspended since 17:50, because another one sent the order', async () => {
    const { order, loan_id } = await signedAt('2026-11-20T23:50:00Z')
    const claim = await claimTransfer(ctx.deps, order.id)
    if (claim === undefined) throw new Error('not claimed')
    await sweepAt('2026-11-20T23:51:00Z')
    expect((await findTransfer(ctx.deps.db, order.id)).status).toBe('sent')
    ctx.setNow('2026-11-21T00:10:00Z')
    await claim.send(ctx.deps)
    expect(await ordersAtStp(ctx, loan_id)).toHaveLength(1)
  })

  test('sends an order lost at 17:59 to review, not again to STP, once both possible days are over', async () => {
    const { order, loan_id } = await signedAt('2026-11-20T23:59:00Z')
    ctx.simulator.faults.set([lostBefore])
    await sendTransfer(ctx.deps, order.id)
    expect(await findTransfer(ctx.deps.db, order.id)).toMatchObject({
      operation_date: '2026-11-20',
      other_operation_date: '2026-11-23',
    })
    await sweepAt('2026-11-21T00:01:00Z', '2026-11-21T00:10:00Z', '2026-11-23T16:00:00Z')
    expect(await ordersAtStp(ctx, loan_id)).toEqual([])
    expect((await findTransfer(ctx.deps.db, order.id)).status).toBe('unknown')
    // The order could also belong to Monday's operating day, which is over now too.
    await sweepAt('2026-11-24T00:06:00Z')
    expect((await findTransfer(ctx.deps.db, order.id)).status).toBe('review')
    expect(await ordersAtStp(ctx, loan_id)).toEqual([])
  })

  test.each([
    ['Friday 18:06', '2026-11-21T00:06:00Z', '2026-11-23'],
    ['a Saturday', '2026-11-21T18:00:00Z', '2026-11-23'],
    ['2 November', '2026-11-02T18:00:00Z', '2026-11-03'],
    ['Good Friday', '2026-04-03T18:00:00Z', '2026-04-06'],
  ])('gives an order signed on %s the next bank day and queries it there', async (_, instant, day) => {
    const { order, loan_id } = await signedAt(instant)
    ctx.simulator.faults.set([lostAfter])
    await sendTransfer(ctx.deps, order.id)
    expect(await findTransfer(ctx.deps.db, order.id)).toMatchObject({
      operation_date: day,
      other_operation_date: null,
    })
    await sweepAt(Temporal.Instant.from(instant).add({ minutes: 2 }).toString())
    expect((await findTransfer(ctx.deps.db, order.id)).status).toBe('sent')
    expect(await ordersAtStp(ctx, loan_id)).toHaveLength(1)
  })

  test('sends the same key on Sunday for an order lost on Friday evening, because Monday is still its day', async () => {
    const { order, loan_id } = await signedAt('2026-11-21T00:10:00Z')
    ctx.simulator.faults.set([lostBefore])
    await sendTransfer(ctx.deps, order.id)
    await sweepAt('2026-11-22T18:00:00Z')
    expect(await findTransfer(ctx.deps.db, order.id)).toMatchObject({
      status: 'sent',
      tracking_key: order.tracking_key,
      operation_date: '2026-11-23',
    })
    expect(await ordersAtStp(ctx, loan_id)).toHaveLength(1)
  })
})

describe('STP’s nightly pause', () => {
  test('sends and queries nothing at 23:57, informs the worker, and sends the order at 00:05', async () => {
    const { offer, order, accepting, loan_id } = await signedAt('2026-11-20T05:57:00Z')
    const answer = await accepting
    expect(answer.statusCode).toBe(202)
    expect(answer.json()).toMatchObject({
      order: { order_state: 'pending' },
      loan: { disbursing: true, payout_waits: 'night' },
    })
    // A call to STP would use up this fault.
    ctx.simulator.faults.set([
      { on: 'register', action: 'delay', delay_ms: 0 },
      { on: 'query', action: 'delay', delay_ms: 0 },
    ])
    await ctx.drain(['send-transfer'])
    await sweepAt('2026-11-20T05:59:00Z', '2026-11-20T06:04:59Z')
    expect((await findTransfer(ctx.deps.db, order.id)).status).toBe('pending')
    expect(ctx.simulator.faults.list()).toHaveLength(2)

    await sweepAt('2026-11-20T06:05:00Z')
    expect((await findTransfer(ctx.deps.db, order.id)).status).toBe('sent')
    expect(await ordersAtStp(ctx, loan_id)).toHaveLength(1)
    const seen = await ctx.app.inject({ url: `${ctx.api}/loan/${loan_id}`, headers: offer.headers })
    expect(seen.json()).not.toHaveProperty('payout_waits')
  })

  test('neither queries nor claims an unknown order', async () => {
    const { order, loan_id } = await signedAt('2026-11-20T05:54:00Z')
    ctx.simulator.faults.set([lostAfter, { on: 'query', action: 'delay', delay_ms: 0 }])
    await sendTransfer(ctx.deps, order.id)
    await sweepAt('2026-11-20T05:56:00Z')
    const unknown = await findTransfer(ctx.deps.db, order.id)
    expect(await reclaimTransfer(ctx.deps, unknown)).toBeUndefined()
    expect(unknown.status).toBe('unknown')
    expect(ctx.simulator.faults.list()).toHaveLength(1)
    await sweepAt('2026-11-20T06:06:00Z')
    expect((await findTransfer(ctx.deps.db, order.id)).status).toBe('sent')
    expect(await ordersAtStp(ctx, loan_id)).toHaveLength(1)
  })
})

describe('the switch that pauses all payouts', () => {
  const turn = async (paused: boolean) => {
    const answer = await ctx.app.inject({
      method: 'PUT',
      url: `${ctx.api}/stp/payouts`,
      headers: await staffHeaders(ctx, 'U0'),
      payload: { paused, reason: 'Prueba del interruptor' },
    })
    expect(answer.statusCode).toBe(200)
  }

  test('keeps pending orders, claims no unknown order again, and sends all after the pause', async () => {
    const waiting = await signedAt('2026-11-19T16:00:00Z')
    const lost = await signedAt('2026-11-19T16:00:01Z')
    ctx.simulator.faults.set([lostBefore])
    await sendTransfer(ctx.deps, lost.order.id)
    await turn(true)
    await sweepAt('2026-11-19T16:02:00Z', '2026-11-19T16:05:00Z')
    expect((await findTransfer(ctx.deps.db, waiting.order.id)).status).toBe('pending')
    expect((await findTransfer(ctx.deps.db, lost.order.id)).status).toBe('unknown')
    const seen = await ctx.app.inject({
      url: `${ctx.api}/loan/${waiting.loan_id}`,
      headers: waiting.offer.headers,
    })
    expect(seen.json()).toMatchObject({ payout_waits: 'queue' })
    const refused = await acceptCall(ctx, await makeOffer(ctx))
    expect(refused.statusCode).toBe(503)
    expect(refused.json()).toMatchObject({ code: 'payouts.paused' })

    await turn(false)
    await sweepAt('2026-11-19T16:20:00Z')
    for (const { order, loan_id } of [waiting, lost]) {
      expect((await findTransfer(ctx.deps.db, order.id)).status).toBe('sent')
      expect(await ordersAtStp(ctx, loan_id)).toHaveLength(1)
    }
  })

  test('waits for claims and acceptances in progress; afterwards nothing is claimed', async () => {
    const holds = await installHolds(ctx.superuser_url)
    const switchWaits = async () => {
      const { rows } = await sql`select 1 from pg_locks where locktype = 'advisory' and not granted
        and objid = ${lockNumbers.payout_switch} and mode = 'ExclusiveLock'`.execute(ctx.deps.db)
      return rows.length
    }
    const { order } = await signedAt('2026-11-19T17:00:00Z')
    const late = await signedAt('2026-11-19T17:00:00Z')
    await holds.hold('claim')
    const claiming = claimTransfer(ctx.deps, order.id)
    await holds.reached('claim')
    let answered = false
    const turning = turn(true).then(() => {
      answered = true
    })
    await expect.poll(switchWaits, { timeout: 10_000, interval: 20 }).toBe(1)
    expect(answered).toBe(false)
    await holds.release()
    expect(await claiming).toMatchObject({ order: { id: order.id, status: 'unknown' } })
    await turning
    expect(await claimTransfer(ctx.deps, late.order.id)).toBeUndefined()
    await turn(false)

    const offer = await makeOffer(ctx)
    await holds.hold('signing')
    const accepting = acceptCall(ctx, offer)
    await holds.reached('signing')
    const again = turn(true)
    await expect.poll(switchWaits, { timeout: 10_000, interval: 20 }).toBe(1)
    await holds.release()
    await again
    expect(await claimTransfer(ctx.deps, (await lastOrder(ctx, offer.loan.id)).id)).toBeUndefined()
    expect((await accepting).statusCode).toBe(202)
    await turn(false)
    await holds.stop()
  })
})
