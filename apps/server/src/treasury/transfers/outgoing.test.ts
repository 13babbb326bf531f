import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeWorker } from '../../../test/factories.ts'
import { staffHeaders } from '../../../test/loans.ts'
import { writeSetting } from '../../platform/settings/commands/write-setting.ts'
import { createTransfer } from './commands/create-transfer.ts'
import { claimTransfer, sendTransfer } from './commands/send-transfer.ts'
import { findTransfer } from './queries/transfers.ts'

let ctx: TestContext
let headers: Record<string, string>
beforeAll(async () => {
  ctx = await createTestContext()
  headers = await staffHeaders(ctx, 'U1')
})
beforeEach(() => ctx.setNow('2026-11-20T16:00:00Z'))

const noPlace = { latitude: null, longitude: null }

/** Orders money for a worker without a loan; the ledger books a verification when it is sent. */
async function orderFor(user_id: number) {
  const amount_cents = 136_855
  const purpose = 'verification'
  return ctx.deps.db.transaction().execute((trx) =>
    createTransfer(ctx.deps, trx, {
      ...{
        target: { purpose, user_id },
        amount_cents,
        payment_concept: 'Verificación',
        place: noPlace,
      },
      payee: {
        ...{ first_name: 'Ana', last_name: 'Núñez', bank: '40012' },
        ...{ account: '012180100001583800', account_type: 40 as const },
      },
    }),
  )
}

const listed = async (query: string) =>
  (await ctx.app.inject({ url: `${ctx.api}/stp?${query}`, headers })).json().results

describe('an order without a loan', () => {
  test('has a tracking key that begins with the letter of its purpose', async () => {
    const { id } = await makeWorker(ctx)
    expect((await orderFor(id)).tracking_key).toMatch(/^V1000\d{4}[0-9A-Z]+01$/)
  })

  test('excludes a second one of the same worker and purpose with 409 while it is on its way', async () => {
    const { id } = await makeWorker(ctx)
    const { id: transfer_id } = await orderFor(id)
    await expect(orderFor(id)).rejects.toMatchObject({ constraint: 'transfer_one_moving' })
    await ctx.deps.db
      .updateTable('transfer')
      .set({ status: 'failed' })
      .where('id', '=', transfer_id)
      .execute()
    expect(await orderFor(id)).toMatchObject({ attempt: 2 })
  })

  test('is listed with its purpose and person, and found by purpose and e-mail', async () => {
    const worker = await makeWorker(ctx)
    const order = await orderFor(worker.id)
    const row = {
      ...{
        id: order.id,
        purpose: 'verification',
        user: worker.id,
        person: `${worker.first_name} ${worker.last_name}`,
      },
      ...{ loan: null, loan_type: null, loan_folio: null, incoming_payment: null, amount: 1368.55 },
    }
    expect(await listed('purpose=verification&page_size=200')).toContainEqual(expect.objectContaining(row))
    expect(await listed(`search=${encodeURIComponent(worker.email)}`)).toMatchObject([row])
    expect(await listed('purpose=return')).toEqual([])
    const detail = await ctx.app.inject({ url: `${ctx.api}/stp/${order.id}`, headers })
    expect(detail.json()).toMatchObject({ ...row, attempts: [{ id: order.id, attempt: 1 }] })
  })

  test('waits and says why where it exceeds the limit of its day, and is claimed once the limit allows it', async () => {
    ctx.setNow('2026-11-24T16:00:00Z')
    const later = await staffHeaders(ctx, 'U1')
    const order = await orderFor((await makeWorker(ctx)).id)
    const limit = (verification: number) =>
      ctx.deps.db.transaction().execute((trx) => {
        const value = { refund: 0, verification, return: 0 }
        return writeSetting(trx, 'order_limits', { value, updated_at: '2026-11-24T16:00:00Z' })
      })
    await limit(136_854)
    await sendTransfer(ctx.deps, order.id)
    const query = `${ctx.api}/stp?search=${order.tracking_key}`
    const shown = await ctx.app.inject({ url: query, headers: later })
    const held_reason = 'Espera: hoy se alcanzó el límite de $1,368.54 por día para «Verificación de cuenta».'
    expect(shown.json().results).toMatchObject([{ order_state: 'pending', held_reason }])
    expect(ctx.simulator.orders().map(({ cuerpo }) => cuerpo.claveRastreo)).not.toContain(order.tracking_key)
    await limit(136_855)
    expect(await claimTransfer(ctx.deps, order.id)).toBeDefined()
    expect(await findTransfer(ctx.deps.db, order.id)).toMatchObject({ status: 'unknown', held_reason: null })
  })
})
