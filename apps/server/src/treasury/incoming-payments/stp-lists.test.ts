import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestContext } from '../../../test/context.ts'
import { createQueryContext, findAbono, forgeAbono, receiveAbono, sendAbono } from '../../../test/incoming.ts'
import { postCallback, staffHeaders } from '../../../test/loans.ts'
import { checkWaitingPayments } from './commands/check-waiting-payments.ts'
import { reopenIncomingPayment } from './commands/dismiss-incoming-payment.ts'
import { unmarkRegistered } from './commands/mark-registered.ts'

let ctx: TestContext

beforeAll(async () => {
  ctx = await createQueryContext()
  await staffHeaders(ctx, 'U1')
})

beforeEach(async () => {
  ctx.simulator.faults.clear()
  ctx.setNow('2026-11-20T16:00:00Z')
  await ctx.drain(['ask-incoming-payment'])
  const { db } = ctx.deps
  await db.updateTable('incoming_payment').set({ received_at: '2026-01-01T00:00:00Z' }).execute()
  await db
    .updateTable('incoming_payment')
    .set({ stp_check: 'not_found' })
    .where('stp_check', '=', 'pending')
    .execute()
  await db.deleteFrom('stp_query').execute()
  await db.deleteFrom('received_list').execute()
})

const checkOf = async (id = 0) => (await findAbono(ctx, id)).stp_check
const at = (minutes: number) =>
  ctx.setNow(Temporal.Instant.from('2026-11-20T16:00:00Z').add({ minutes }).toString())

async function listsRead() {
  const query = ctx.deps.db.selectFrom('stp_query').select('purpose').where('purpose', '=', 'received_list')
  return (await query.execute()).length
}

describe('the list of a day', () => {
  test('is read on time although a forged callback causes a query every four minutes', async () => {
    await forgeAbono(ctx)
    await ctx.drain(['ask-incoming-payment'])
    await checkWaitingPayments(ctx.deps)
    const { row } = await sendAbono(ctx)
    ctx.simulator.faults.set([{ on: 'query', action: 'forbidden', count: 1 }])
    await ctx.drain(['ask-incoming-payment'])
    for (const minutes of [4, 8]) {
      at(minutes)
      await forgeAbono(ctx)
      await ctx.drain(['ask-incoming-payment'])
      await checkWaitingPayments(ctx.deps)
    }
    expect(await checkOf(row?.id)).toBe('confirmed')
  })

  test('is read by one of eight processes that sweep at once', async () => {
    for (let round = 0; round < 10; round += 1) {
      at(6 * round)
      const { row } = await sendAbono(ctx)
      await ctx.deps.db.deleteFrom('stp_query').execute()
      await Promise.all(Array.from({ length: 8 }, () => checkWaitingPayments(ctx.deps)))
      expect([await checkOf(row?.id), await listsRead()]).toEqual(['confirmed', 1])
    }
  })

  test('without an answer is read every five minutes, then hourly, then every six hours', async () => {
    await sendAbono(ctx)
    ctx.simulator.faults.set([{ on: 'list', action: 'forbidden', count: 999 }])
    const due = new Set([0, 5, 176, 236, 1400, 1760])
    const probes = [0, 4, 5, 176, 230, 236, 1400, 1465, 1755, 1760]
    const read: [number, boolean][] = []
    for (const minutes of probes) {
      at(minutes)
      await ctx.deps.db.deleteFrom('stp_query').execute()
      await checkWaitingPayments(ctx.deps)
      read.push([minutes, (await listsRead()) > 0])
    }
    expect(read).toEqual(probes.map((minutes) => [minutes, due.has(minutes)]))
  })

  test('stays due if no query is left for it', async () => {
    const { row } = await sendAbono(ctx)
    const used = Array.from({ length: 15 }, () => ({ purpose: 'received_list' as const }))
    await ctx.deps.db.insertInto('stp_query').values(used).execute()
    await checkWaitingPayments(ctx.deps)
    expect(await checkOf(row?.id)).toBe('pending')
    await ctx.deps.db.deleteFrom('stp_query').execute()
    await checkWaitingPayments(ctx.deps)
    expect(await checkOf(row?.id)).toBe('confirmed')
  })

  test('with many copies of one order sends one notice an hour for all of them', async () => {
    const { id, ...real } = await receiveAbono(ctx)
    const copies = await ctx.deps.db
      .selectFrom('stp_message')
      .select('body')
      .where('incoming_payment_id', '=', id)
    const { body } = await copies.executeTakeFirstOrThrow()
    await ctx.deps.db
      .insertInto('stp_query')
      .values(Array.from({ length: 15 }, () => ({ purpose: 'received' as const })))
      .execute()
    for (let number = 0; number < 8; number += 1) {
      const copy = { ...Object(body), id: 4_300_000 + number, institucionOrdenante: 40_012 + number }
      await postCallback(ctx, copy, { path: 'payment' })
    }
    await ctx.drain(['ask-incoming-payment'])
    await checkWaitingPayments(ctx.deps)
    const rows = ctx.deps.db.selectFrom('incoming_payment').select('id')
    const flagged = await rows
      .where('tracking_key', '=', real.tracking_key)
      .where('stp_check', '=', 'mismatch')
      .execute()
    expect(flagged).toHaveLength(8)
    const notices = await ctx.deps.db.selectFrom('notification').select('reason_key').execute()
    const ofRows = notices.filter(({ reason_key }) =>
      flagged.some(
        (row) => reason_key?.startsWith('incoming-doubted:') && reason_key.includes(`:${row.id}:`),
      ),
    )
    expect(ofRows).toEqual([])
  })
})

describe('an incoming payment that is open again', () => {
  const caller = { user_agent: null, ip: null, session_id: null }

  test('is queried after its dismissal although it was flagged more than a week ago', async () => {
    const { id } = await forgeAbono(ctx)
    await ctx.drain(['ask-incoming-payment'])
    const staff = await ctx.deps.db
      .selectFrom('app_user')
      .select('id')
      .where('user_type', '=', 'U1')
      .executeTakeFirstOrThrow()
    const dismissed = {
      ...{ status: 'dismissed' as const, dismissal_reason: 'No está', dismissed_by: staff.id },
      dismissed_at: '2026-11-20T16:00:00Z',
    }
    await ctx.deps.db.updateTable('incoming_payment').set(dismissed).where('id', '=', id).execute()
    ctx.setNow('2026-11-30T16:00:00Z')
    const user = { id: staff.id, user_type: 'U1' as const, company_id: null }
    await reopenIncomingPayment(ctx.deps, { user, ...caller }, id)
    expect(await checkOf(id)).toBe('pending')
    await ctx.drain(['ask-incoming-payment'])
    expect(await findAbono(ctx, id)).toMatchObject({
      stp_check: 'not_found',
      stp_asked_at: '2026-11-30T16:00:00.000Z',
    })
  })

  test.each([
    ['with its key and day is asked about', {}, 'pending'],
    ['without a day is flagged', { operation_date: null }, 'not_found'],
  ])('after reversing a payment from before the check %s', async (_what, change, check) => {
    const { id } = await forgeAbono(ctx)
    await ctx.drain(['ask-incoming-payment'])
    const { db } = ctx.deps
    const row = db.updateTable('incoming_payment').where('id', '=', id)
    await row.set({ status: 'confirmed', stp_check: 'unchecked', ...change }).execute()
    const { id: staff } = await db
      .selectFrom('app_user')
      .select('id')
      .where('user_type', '=', 'U1')
      .executeTakeFirstOrThrow()
    const user = { id: staff, user_type: 'U1' as const, company_id: null }
    const settled = { context: { user, ...caller }, incoming_payment_id: id, payment_id: 1 }
    await db.transaction().execute((trx) => unmarkRegistered(ctx.deps, trx, settled))
    expect(await checkOf(id)).toBe(check)
    expect(await ctx.drain(['ask-incoming-payment'])).toBe(check === 'pending' ? 1 : 0)
  })
})
