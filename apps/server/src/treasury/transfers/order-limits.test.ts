import { beforeAll, describe, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeWorker } from '../../../test/factories.ts'
import { staffHeaders } from '../../../test/loans.ts'
import { createTransfer } from './commands/create-transfer.ts'
import { sendTransfer } from './commands/send-transfer.ts'
import { dueTransfers, findTransfer } from './queries/transfers.ts'

const at = '2026-11-20T16:00:00Z'
let ctx: TestContext
let admin: Record<string, string>
let manager: Record<string, string>
beforeAll(async () => {
  ctx = await createTestContext()
  ctx.setNow(at)
  admin = await staffHeaders(ctx, 'U0')
  manager = await staffHeaders(ctx, 'U1')
})

const path = () => `${ctx.api}/stp/limits`
const readLimits = async () => (await ctx.app.inject({ url: path(), headers: manager })).json()
const put = (payload: object, headers = admin) =>
  ctx.app.inject({ method: 'PUT', url: path(), headers, payload })
const limits = { refund: 200_000, return: 500_000, verification: 50 }

/** Orders the verification of a new worker's account and lets the sender try it once. */
async function tryVerification(amount_cents: number) {
  const { id: user_id } = await makeWorker(ctx)
  const order = await ctx.deps.db.transaction().execute((trx) =>
    createTransfer(ctx.deps, trx, {
      ...{ target: { purpose: 'verification', user_id }, amount_cents, payment_concept: 'Verificación' },
      place: { latitude: null, longitude: null },
      payee: {
        ...{ first_name: 'Ana', last_name: 'Núñez', bank: '40012' },
        ...{ account: '012180100001583800', account_type: 40 },
      },
    }),
  )
  await sendTransfer(ctx.deps, order.id)
  return findTransfer(ctx.deps.db, order.id)
}

describe('the limits per day of outgoing orders', () => {
  test('are the defaults in pesos until an admin changes them', async () => {
    const idle = { sent_today: 0, held_count: 0, held_amount: 0 }
    expect(await readLimits()).toEqual({
      version: 0,
      refund: { limit: 200_000, ...idle },
      return: { limit: 500_000, ...idle },
      verification: { limit: 50, ...idle },
    })
  })

  test('are changed by an admin with an audit row; another version is 409 and changes nothing', async () => {
    const changed = await put({ ...limits, verification: 0.1, version: 0 })
    expect(changed.json()).toMatchObject({ version: 1, verification: { limit: 0.1 } })
    const stale = await put({ ...limits, version: 0 })
    expect(stale.statusCode).toBe(409)
    expect(stale.json()).toMatchObject({ code: 'order_limits.changed' })
    expect((await put({ ...limits, version: 1 }, manager)).statusCode).toBe(403)
    const audited = await ctx.deps.db
      .selectFrom('audit')
      .select(['before', 'after', 'subject'])
      .where('action', '=', 'order_limits.changed')
      .execute()
    expect(audited).toEqual([
      {
        subject: 'setting',
        before: { refund: 20_000_000, return: 50_000_000, verification: 5_000 },
        after: { refund: 20_000_000, return: 50_000_000, verification: 10, is_alone: true },
      },
    ])
  })

  test.each([
    [{ refund: -0.01 }, 'refund', 'El límite no puede ser negativo'],
    [{ return: 0.001 }, 'return', 'Debe ser una cantidad en pesos con hasta 2 decimales'],
    [{ verification: '50' }, 'verification', 'Debe ser una cantidad en pesos con hasta 2 decimales'],
  ])('refuse %o at its field with 422', async (wrong, field, message) => {
    const answer = await put({ ...limits, ...wrong, version: 1 })
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors).toEqual({ [field]: [message] })
  })

  test('show what was sent today and what waits; a raised limit makes held orders due at once', async () => {
    expect(await tryVerification(8)).toMatchObject({ status: 'sent' })
    const held = await tryVerification(3)
    expect(held).toMatchObject({ status: 'pending', held_until: expect.any(String) })
    const shown = { sent_today: 0.08, held_count: 1, held_amount: 0.03 }
    expect((await readLimits()).verification).toEqual({ limit: 0.1, ...shown })
    const list = async (query: string) =>
      (await ctx.app.inject({ url: `${ctx.api}/stp?${query}`, headers: manager })).json().results
    expect(await list('held=true&purpose=verification')).toMatchObject([{ id: held.id }])
    expect(await list('held=true&purpose=refund')).toEqual([])
    expect(await list('held=false&purpose=verification')).toMatchObject([{ order_state: 'sent' }])

    const later = Temporal.Instant.from(at).add({ seconds: 20 })
    const isDue = async () => (await dueTransfers(ctx.deps.db, later, 10)).some(({ id }) => id === held.id)
    expect(await isDue()).toBe(false)
    expect((await put({ ...limits, verification: 0.11, version: 1 })).statusCode).toBe(200)
    expect(await isDue()).toBe(true)
    await sendTransfer(ctx.deps, held.id)
    expect(await findTransfer(ctx.deps.db, held.id)).toMatchObject({ status: 'sent', held_until: null })
    const sent = { sent_today: 0.11, held_count: 0, held_amount: 0 }
    expect((await readLimits()).verification).toEqual({ limit: 0.11, ...sent })
  })

  test('changed by two admins at once take one change and refuse the other with 409', async () => {
    const answers = await Promise.all([1, 2].map((refund) => put({ ...limits, refund, version: 2 })))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409])
    expect((await readLimits()).version).toBe(3)
  })
})
