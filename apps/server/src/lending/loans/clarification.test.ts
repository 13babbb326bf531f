import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { signIn } from '../../../test/factories.ts'
import { findLoan, makeActiveLoan, sendState, staffHeaders } from '../../../test/loans.ts'
import { readSpreadsheet } from '../../../test/read-spreadsheet.ts'
import { closeBusinessDay } from './commands/close-day.ts'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
beforeEach(() => {
  ctx.simulator.faults.set([{ on: 'settle', action: 'hold' }])
  ctx.setNow('2026-11-20T16:00:00Z')
})

type Active = Awaited<ReturnType<typeof makeActiveLoan>>

/** Makes a loan whose settled order an admin must decide about. */
async function makeDoubtful(): Promise<Active> {
  const active = await makeActiveLoan(ctx)
  ctx.simulator.act(active.order.tracking_key, 'settle')
  await sendState(ctx, active.order, { estado: 'LQ' })
  await ctx.deps.db
    .updateTable('transfer')
    .set({ contested_at: '2026-11-20T17:00:00Z', failure_message: 'STP la reporta cancelada.' })
    .where('id', '=', active.order.id)
    .execute()
  return active
}

async function resolve({ order }: Active, outcome: string) {
  const headers = { ...(await staffHeaders(ctx, 'U0')), 'idempotency-key': randomUUID() }
  const url = `${ctx.api}/stp/${order.id}/resolve`
  const payload = { outcome, reason: 'Visto en el banco' }
  const answer = await ctx.app.inject({ method: 'POST', url, headers, payload })
  expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)])
}

const titlesTo = async (user_id: number) => {
  const notices = ctx.deps.db.selectFrom('notification').select('title').where('recipient_id', '=', user_id)
  return (await notices.execute()).map(({ title }) => title)
}

async function getAs(headers: Record<string, string>, path: string) {
  return (await ctx.app.inject({ url: `${ctx.api}${path}`, headers })).json()
}

async function idsWith(filter: string) {
  const { results } = await getAs(await staffHeaders(ctx), `/loan?${filter}&page_size=100`)
  return results.map(({ id }: { id: number }) => id)
}

test('a loan in clarification does not fall overdue and its worker gets no reminder', async () => {
  const doubtful = await makeDoubtful()
  const healthy = await makeActiveLoan(ctx)
  for (const day of ['2026-12-17', '2026-12-20', '2026-12-31']) {
    ctx.setNow(`${day}T06:10:00Z`)
    await closeBusinessDay(ctx.deps)
  }
  expect((await findLoan(ctx, healthy.loan.id)).state).toBe('overdue')
  expect(await titlesTo(healthy.worker.id)).toContain('Tienes un pago atrasado')
  expect((await findLoan(ctx, doubtful.loan.id)).state).toBe('active')
  const about = (await titlesTo(doubtful.worker.id)).filter((title) => /pago|vence/i.test(title))
  expect(about).toEqual([])
})

test('worker and staff read that nothing is due, in the detail, the lists and the account', async () => {
  const doubtful = await makeDoubtful()
  ctx.setNow('2026-12-31T16:00:00Z')
  const nothing = { in_clarification: true, to_pay: null, overdue: 0, next_payment_date: null }
  const worker = await signIn(ctx, doubtful.worker)
  const staff = await staffHeaders(ctx)
  const { id } = doubtful.loan
  expect(await getAs(worker, `/loan/${id}`)).toMatchObject(nothing)
  expect(await getAs(staff, `/loan/${id}`)).toMatchObject(nothing)
  const account = await getAs(worker, `/loan/account/${doubtful.worker.id}`)
  expect(account.loans).toEqual([expect.objectContaining({ id, ...nothing })])
  expect(await idsWith('in_clarification=true')).toContain(id)
  expect(await idsWith('in_clarification=false')).not.toContain(id)
  expect(await idsWith('active_status=ALR')).not.toContain(id)
  expect(await idsWith('situation=in_review')).toContain(id)
  expect(await idsWith('situation=current')).not.toContain(id)
  const file = await ctx.app.inject({
    url: `${ctx.api}/loan/export?in_clarification=true&search=${doubtful.loan.folio}`,
    headers: staff,
  })
  expect(readSpreadsheet(file.rawPayload).get('Solicitudes')).toEqual([
    expect.objectContaining({ Situación: 'En revisión', Vencido: 0, 'Por pagar': 0 }),
  ])
})

test('a loan that was late before is not listed as late meanwhile, and is late again afterwards', async () => {
  const doubtful = await makeDoubtful()
  await ctx.deps.db
    .updateTable('loan')
    .set({ state: 'overdue', late_from: '2026-11-20' })
    .where('id', '=', doubtful.loan.id)
    .execute()
  expect(await idsWith('active_status=DEL')).not.toContain(doubtful.loan.id)
  await resolve(doubtful, 'settled')
  expect(await idsWith('active_status=DEL')).toContain(doubtful.loan.id)
  expect((await findLoan(ctx, doubtful.loan.id)).clarified_on).toBeNull()
})

test('a due date that passes meanwhile counts as the day on which it turns out that the money was paid', async () => {
  const doubtful = await makeDoubtful()
  expect((await findLoan(ctx, doubtful.loan.id)).next_payment_date).toBe('2026-12-20')
  const { db } = ctx.deps
  await db.updateTable('loan').set({ grace_bank_days: 5 }).where('id', '=', doubtful.loan.id).execute()
  ctx.setNow('2027-01-15T16:00:00Z')
  await closeBusinessDay(ctx.deps)
  await resolve(doubtful, 'settled')
  // Friday 15 January and five bank days.
  expect(await findLoan(ctx, doubtful.loan.id)).toMatchObject({
    ...{ state: 'active', clarified_on: '2027-01-15', late_from: '2027-01-23' },
    next_payment_date: '2026-12-20',
  })
  ctx.setNow('2027-01-22T16:00:00Z')
  await closeBusinessDay(ctx.deps)
  expect((await findLoan(ctx, doubtful.loan.id)).state).toBe('active')
  ctx.setNow('2027-01-23T16:00:00Z')
  await closeBusinessDay(ctx.deps)
  expect((await findLoan(ctx, doubtful.loan.id)).state).toBe('overdue')
})

test('a due date after the clarification stays as it is', async () => {
  const doubtful = await makeDoubtful()
  const before = await findLoan(ctx, doubtful.loan.id)
  await resolve(doubtful, 'settled')
  expect((await findLoan(ctx, doubtful.loan.id)).late_from).toBe(before.late_from)
})

test('a returned payout is in clarification until it is sent again', async () => {
  const { loan, order, worker } = await makeActiveLoan(ctx)
  ctx.simulator.act(order.tracking_key, 'return')
  await sendState(ctx, order, { estado: 'D', causaDevolucion: 1 })
  await ctx.drain(['ask-transfer'])
  const headers = await signIn(ctx, worker)
  expect(await getAs(headers, `/loan/${loan.id}`)).toMatchObject({
    ...{ payout_returned: true, in_clarification: true, amount_due: 0 },
  })
})
