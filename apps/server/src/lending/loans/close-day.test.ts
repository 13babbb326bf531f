import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { findLoan, makeActiveLoan, makeOffer } from '../../../test/loans.ts'
import { closeBusinessDay } from './commands/close-day.ts'

let ctx: TestContext

beforeAll(async () => {
  ctx = await createTestContext()
})

beforeEach(() => ctx.setNow('2026-11-20T16:00:00Z'))

const close = () => closeBusinessDay(ctx.deps)

const titlesOf = async (recipient_id: number) =>
  (
    await ctx.deps.db
      .selectFrom('notification')
      .select('title')
      .where('recipient_id', '=', recipient_id)
      .orderBy('id')
      .execute()
  ).map(({ title }) => title)

describe('the daily close', () => {
  test('expires an offer after its last day: 30 days for a credit, the pay date for an advance', async () => {
    const credit = await makeOffer(ctx)
    const advance = await makeOffer(ctx, { type: 'advance', amount_cents: 200_000 })
    ctx.setNow('2026-12-01T05:59:00Z')
    await close()
    expect((await findLoan(ctx, advance.loan.id)).state).toBe('approved')
    ctx.setNow('2026-12-01T06:10:00Z')
    await close()
    expect(await findLoan(ctx, advance.loan.id)).toMatchObject({
      state: 'expired',
      rejection_reason: 'La oferta venció',
    })
    expect((await findLoan(ctx, credit.loan.id)).state).toBe('approved')
    ctx.setNow('2026-12-21T06:10:00Z')
    await close()
    expect((await findLoan(ctx, credit.loan.id)).state).toBe('expired')
    expect(await titlesOf(credit.worker.id)).toEqual(['La oferta venció'])
  })

  test('waits for a loan that another transaction locks and marks it overdue in the same run', async () => {
    const { loan } = await makeActiveLoan(ctx)
    ctx.setNow('2026-12-22T06:10:00Z')
    const held = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    const holding = ctx.deps.db.transaction().execute(async (trx) => {
      await trx.selectFrom('loan').select('id').where('id', '=', loan.id).forNoKeyUpdate().execute()
      held.resolve()
      await released.promise
    })
    await held.promise
    const closing = close()
    const waits = async () =>
      (await sql`select from pg_locks where not granted`.execute(ctx.deps.db)).rows.length
    await expect.poll(waits).toBeGreaterThan(0)
    released.resolve()
    await Promise.all([holding, closing])
    expect((await findLoan(ctx, loan.id)).state).toBe('overdue')
  })

  test('marks a loan overdue after the bank day of an unpaid due date; repeated runs notify once', async () => {
    const { loan, worker } = await makeActiveLoan(ctx)
    // 20 December 2026 is a Sunday: Monday is in time.
    ctx.setNow('2026-12-22T05:59:00Z')
    await close()
    expect((await findLoan(ctx, loan.id)).state).toBe('active')
    ctx.setNow('2026-12-22T06:10:00Z')
    await Promise.all([close(), close(), close()])
    await close()
    expect((await findLoan(ctx, loan.id)).state).toBe('overdue')
    expect((await titlesOf(worker.id)).filter((title) => title === 'Tienes un pago atrasado')).toHaveLength(1)
    const audit = await ctx.deps.db
      .selectFrom('audit')
      .select('id')
      .where('action', '=', 'loan.fall_overdue')
      .where('subject_id', '=', loan.id)
      .execute()
    expect(audit).toHaveLength(1)
  })

  test('marks a loan overdue after the company’s grace bank days', async () => {
    const { loan } = await makeActiveLoan(ctx, { grace_bank_days: 5 })
    // Bank days after Monday 21: 22, 23, 24, 28 and 29 December; the 25th is a holiday.
    ctx.setNow('2026-12-29T16:00:00Z')
    await close()
    expect((await findLoan(ctx, loan.id)).state).toBe('active')
    ctx.setNow('2026-12-30T16:00:00Z')
    await close()
    expect((await findLoan(ctx, loan.id)).state).toBe('overdue')
  })

  test('a late run marks a loan overdue from its first unpaid due date', async () => {
    const { loan } = await makeActiveLoan(ctx)
    ctx.setNow('2027-03-01T18:00:00Z')
    await close()
    expect(await findLoan(ctx, loan.id)).toMatchObject({ state: 'overdue', next_payment_date: '2026-12-20' })
  })

  test('sends one reminder three days before the due date and one on it', async () => {
    const { worker } = await makeActiveLoan(ctx)
    const remindersAt = async (instant: string) => {
      ctx.setNow(instant)
      await close()
      await close()
      return (await titlesOf(worker.id)).filter((title) => title === 'Recordatorio de pago').length
    }
    expect(await remindersAt('2026-12-16T07:00:00Z')).toBe(0)
    expect(await remindersAt('2026-12-17T07:00:00Z')).toBe(1)
    expect(await remindersAt('2026-12-18T07:00:00Z')).toBe(1)
    expect(await remindersAt('2026-12-20T07:00:00Z')).toBe(2)
    const { message } = await ctx.deps.db
      .selectFrom('notification')
      .select('message')
      .where('recipient_id', '=', worker.id)
      .where('title', '=', 'Recordatorio de pago')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
    expect(message).toMatch(/^Tu crédito C-\d{6} tiene un pago de \$916\.80 que vence hoy\.$/)
  })
})
