import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestContext } from '../../../test/context.ts'
import {
  createQueryContext,
  findAbono,
  forgeAbono,
  queryAbonos,
  receiveAbono,
  sendAbono,
} from '../../../test/incoming.ts'
import { findLoan, makeActiveLoan, staffHeaders } from '../../../test/loans.ts'
import { checkWaitingPayments } from './commands/check-waiting-payments.ts'

let ctx: TestContext
let headers: Record<'U0' | 'U1', Record<string, string>>

beforeAll(async () => {
  ctx = await createQueryContext()
  headers = { U0: await staffHeaders(ctx, 'U0'), U1: await staffHeaders(ctx, 'U1') }
})

beforeEach(async () => {
  ctx.simulator.faults.clear()
  ctx.setNow('2026-11-20T16:00:00Z')
  await ctx.drain(['ask-incoming-payment'])
  // The payments of the earlier tests are too old to be queried.
  const old = { received_at: '2026-01-01T00:00:00Z', stp_asked_at: null }
  await ctx.deps.db.updateTable('incoming_payment').set(old).execute()
  await ctx.deps.db.deleteFrom('stp_query').execute()
  await ctx.deps.db.deleteFrom('received_list').execute()
})

const whole = { amount_paid: 11_001.61, previous_amount_due: 11_001.61 }

function send(id: number, { path = '/confirm', method = 'POST' as 'POST' | 'PUT' | 'PATCH', ...sent }) {
  return ctx.app.inject({
    method,
    url: `${ctx.api}/stp/incoming-payments/${id}${path}`,
    headers: { 'idempotency-key': randomUUID(), ...sent.as },
    payload: sent.body,
  })
}

async function noticesOf(reason_key: string) {
  const query = ctx.deps.db.selectFrom('notification').select(['title', 'message'])
  return query.where('reason_key', 'like', reason_key).execute()
}

/** Uses up the hour's queries of these purposes: all about incoming payments, or only single ones. */
async function useUp(purposes: readonly ('received' | 'received_list')[]) {
  const rows = purposes.flatMap((purpose) => Array.from({ length: 15 }, () => ({ purpose })))
  await ctx.deps.db.insertInto('stp_query').values(rows).execute()
}

describe('a forged incoming payment', () => {
  test.each(['U0', 'U1'] as const)('cannot be registered by %s by any call', async (role) => {
    const { loan } = await makeActiveLoan(ctx)
    const { id } = await forgeAbono(ctx, { referenciaNumerica: loan.id, monto: 11_001.61 })
    const bodies = [whole, { ...whole, early_settlement: true }].map((body) => ({
      ...body,
      loan_request: loan.id,
    }))
    for (const when of ['before STP is asked', 'after']) {
      for (const body of bodies) {
        const answer = await send(id, { as: headers[role], body })
        expect([when, answer.statusCode, answer.json().code]).toEqual([
          when,
          409,
          'incoming_payment.unconfirmed',
        ])
      }
      for (const method of ['PUT', 'PATCH'] as const) {
        for (const path of ['', '/confirm']) {
          const body = { ...bodies[0], stp_check: 'confirmed', status: 'confirmed' }
          expect((await send(id, { method, path, as: headers[role], body })).statusCode).toBe(404)
        }
      }
      await queryAbonos(ctx)
    }
    expect(await findAbono(ctx, id)).toMatchObject({ status: 'open', stp_check: 'not_found' })
    expect(await findLoan(ctx, loan.id)).toMatchObject({ state: 'active', amount_due_cents: 1_100_161 })
  })

  test('is flagged, and staff get a notice that does not invite to register it', async () => {
    const { id } = await forgeAbono(ctx)
    await queryAbonos(ctx)
    expect(await findAbono(ctx, id)).toMatchObject({ stp_check: 'not_found', stp_confirmed_at: null })
    expect(await noticesOf(`incoming:%:${id}`)).toEqual([])
    const notices = await noticesOf(`incoming-doubted:%:${id}:not_found`)
    expect(notices).toHaveLength(2)
    expect(notices[0]?.message).toContain('STP no lo reconoce')
  })

  test.each<[string, object]>([
    ['another amount', { monto: 916.81 }],
    ['another account', { cuentaBeneficiario: '646180110400000010' }],
  ])('is refused and flagged if STP has %s', async (_what, atStp) => {
    const { loan } = await makeActiveLoan(ctx)
    const { id } = await forgeAbono(ctx, { referenciaNumerica: loan.id }, atStp)
    await queryAbonos(ctx)
    expect((await findAbono(ctx, id)).stp_check).toBe('mismatch')
    expect(await noticesOf(`incoming-doubted:%:${id}:mismatch`)).toHaveLength(2)
    const body = { loan_request: loan.id, amount_paid: 916.8, previous_amount_due: 11_001.61 }
    expect((await send(id, { as: headers.U0, body })).json().code).toBe('incoming_payment.unconfirmed')
  })

  test('with the key of real money confirms nothing, in either order of the callbacks', async () => {
    for (const isFirst of [true, false]) {
      const id = isFirst ? 4_000_001 : 4_000_003
      const real = { id, claveRastreo: `PAGOREAL${id}` }
      const copy = { ...real, id: id + 1, institucionOrdenante: 40_012 }
      if (isFirst) await forgeAbono(ctx, copy)
      const { row } = await sendAbono(ctx, real)
      const forged = isFirst
        ? await ctx.deps.db
            .selectFrom('incoming_payment')
            .select('id')
            .where('stp_id', '=', id + 1)
            .executeTakeFirstOrThrow()
        : await forgeAbono(ctx, copy)
      await queryAbonos(ctx)
      expect((await findAbono(ctx, row?.id ?? 0)).stp_check).toBe('confirmed')
      expect((await findAbono(ctx, forged.id)).stp_check).toBe('mismatch')
    }
  })

  test('without a day is not queried and stays flagged', async () => {
    const { id } = await forgeAbono(ctx, { fechaOperacion: null })
    expect(await ctx.drain(['ask-incoming-payment'])).toBe(0)
    expect((await findAbono(ctx, id)).stp_check).toBe('not_found')
  })
})

describe('an incoming payment that STP has', () => {
  test('is usable once the job has queried STP; then staff get the notice', async () => {
    const { loan } = await makeActiveLoan(ctx)
    const { row } = await sendAbono(ctx, { referenciaNumerica: loan.id })
    const id = row?.id ?? 0
    expect([row?.stp_check, await noticesOf(`incoming:%:${id}`)]).toEqual(['pending', []])
    expect(await ctx.drain(['ask-incoming-payment'])).toBe(1)
    expect(await findAbono(ctx, id)).toMatchObject({
      stp_check: 'confirmed',
      stp_confirmed_at: '2026-11-20T16:00:00.000Z',
      stp_order_id: row?.stp_id,
    })
    expect(await noticesOf(`incoming:${loan.id}:${id}`)).toHaveLength(2)
    const body = { loan_request: loan.id, amount_paid: 916.8, previous_amount_due: 11_001.61 }
    expect((await send(id, { as: headers.U1, body })).statusCode).toBe(201)
  })

  test('stays unconfirmed without an answer, and its day’s list confirms it later', async () => {
    const { row } = await sendAbono(ctx)
    const silent = { action: 'forbidden' as const, count: 1 }
    ctx.simulator.faults.set([
      { on: 'query', ...silent },
      { on: 'list', ...silent },
    ])
    await ctx.drain(['ask-incoming-payment'])
    await checkWaitingPayments(ctx.deps)
    expect((await findAbono(ctx, row?.id ?? 0)).stp_check).toBe('pending')
    ctx.setNow('2026-11-20T16:04:00Z')
    await checkWaitingPayments(ctx.deps)
    expect((await findAbono(ctx, row?.id ?? 0)).stp_check).toBe('pending')
    ctx.setNow('2026-11-20T16:05:30Z')
    await checkWaitingPayments(ctx.deps)
    expect((await findAbono(ctx, row?.id ?? 0)).stp_check).toBe('confirmed')
  })

  test('is confirmed later if the hour’s queries are used up at first', async () => {
    const { row } = await sendAbono(ctx)
    const check = async () => (await findAbono(ctx, row?.id ?? 0)).stp_check
    await useUp(['received', 'received_list'])
    await ctx.drain(['ask-incoming-payment'])
    await checkWaitingPayments(ctx.deps)
    expect(await check()).toBe('pending')
    await ctx.deps.db.deleteFrom('stp_query').where('purpose', '=', 'received_list').execute()
    await checkWaitingPayments(ctx.deps)
    expect(await check()).toBe('confirmed')
  })

  test('is confirmed by one list among forged ones, which use up no other queries', async () => {
    for (let number = 0; number < 40; number += 1) await forgeAbono(ctx)
    const { row } = await sendAbono(ctx)
    await ctx.drain(['ask-incoming-payment'])
    ctx.setNow('2026-11-20T16:05:30Z')
    await checkWaitingPayments(ctx.deps)
    await checkWaitingPayments(ctx.deps)
    expect((await findAbono(ctx, row?.id ?? 0)).stp_check).toBe('confirmed')
    const { db } = ctx.deps
    const used = await db
      .selectFrom('stp_query')
      .select('purpose')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .groupBy('purpose')
      .orderBy('purpose')
      .execute()
    expect(used).toEqual([
      { purpose: 'received', count: 15 },
      { purpose: 'received_list', count: 1 },
    ])
    const flagged = await db.selectFrom('incoming_payment').select('id').where('stp_check', '=', 'not_found')
    expect((await flagged.where('received_at', '>', '2026-11-20T00:00:00Z').execute()).length).toBe(40)
    // All twenty-five cause one notice for each of the two staff users.
    expect(await noticesOf('incoming-doubted-many:%')).toHaveLength(2)
  })

  test('queried by eight processes at once, gets one confirmation and one notice for each staff user', async () => {
    for (let round = 0; round < 10; round += 1) {
      ctx.setNow(
        Temporal.Instant.from('2026-11-20T16:00:00Z')
          .add({ minutes: 6 * round })
          .toString(),
      )
      const { row } = await sendAbono(ctx)
      await ctx.deps.db.deleteFrom('stp_query').execute()
      await Promise.all(Array.from({ length: 8 }, () => checkWaitingPayments(ctx.deps)))
      await queryAbonos(ctx)
      expect((await findAbono(ctx, row?.id ?? 0)).stp_check).toBe('confirmed')
      expect(await noticesOf(`incoming:%:${row?.id}`)).toHaveLength(2)
    }
  })
})

describe('the database', () => {
  test('rejects registering a payment that STP has not confirmed', async () => {
    const { id } = await forgeAbono(ctx)
    const row = ctx.deps.db.updateTable('incoming_payment').where('id', '=', id)
    await expect(row.set({ status: 'confirmed' }).execute()).rejects.toMatchObject({
      constraint: 'incoming_payment_checked_before_use',
    })
    await expect(row.set({ stp_check: 'confirmed' }).execute()).rejects.toMatchObject({
      constraint: 'incoming_payment_check_whole',
    })
  })

  test('rejects a payment from money that STP has not confirmed', async () => {
    const { loan } = await makeActiveLoan(ctx)
    const real = await receiveAbono(ctx, { referenciaNumerica: loan.id })
    const body = { loan_request: loan.id, amount_paid: 916.8, previous_amount_due: 11_001.61 }
    expect((await send(real.id, { as: headers.U1, body })).statusCode).toBe(201)
    const { id } = await forgeAbono(ctx)
    const moving = ctx.deps.db
      .updateTable('payment')
      .set({ incoming_payment_id: id })
      .where('incoming_payment_id', '=', real.id)
    await expect(moving.execute()).rejects.toMatchObject({ constraint: 'payment_from_confirmed_money' })
  })
})

test('filters the list by STP’s confirmation and shows it', async () => {
  const { id: forged } = await forgeAbono(ctx)
  const { id: real } = await receiveAbono(ctx)
  const list = async (stp_confirmed: boolean) => {
    const url = `${ctx.api}/stp/incoming-payments?status=open&stp_confirmed=${stp_confirmed}&page_size=200`
    const { results } = (await ctx.app.inject({ url, headers: headers.U1 })).json()
    return new Map<number, { stp_check: string }>(results.map((row: { id: number }) => [row.id, row]))
  }
  const [confirmed, others] = [await list(true), await list(false)]
  expect([confirmed.get(real)?.stp_check, confirmed.has(forged)]).toEqual(['confirmed', false])
  expect([others.get(forged)?.stp_check, others.has(real)]).toEqual(['not_found', false])
})
