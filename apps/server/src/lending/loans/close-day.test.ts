import { businessDay } from '@quincena/domain/dates'
import { sql } from 'kysely'
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { findLoan, makeActiveLoan, makeOffer, payWhole } from '../../../test/loans.ts'
import { closeBusinessDay } from './commands/close-day.ts'
import { sendReminders } from './commands/send-reminders.ts'

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

/** Locks a loan until `release`. */
async function holdLoan(id: number) {
  const held = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  const holding = ctx.deps.db.transaction().execute(async (trx) => {
    await trx.selectFrom('loan').select('id').where('id', '=', id).forNoKeyUpdate().execute()
    held.resolve()
    await released.promise
  })
  await held.promise
  return {
    async release() {
      released.resolve()
      await holding
    },
  }
}

/** Waits until a connection to this database waits for a lock, and returns its process. */
async function findWaiting(): Promise<{ backend: number }> {
  let backend: number | undefined
  const find = async () => {
    const { rows } = await sql<{
      pid: number
    }>`select pg_locks.pid from pg_locks join pg_stat_activity using (pid)
      where not granted and datname = current_database()`.execute(ctx.superuser)
    backend = rows[0]?.pid
    return backend
  }
  await expect.poll(find).toBeDefined()
  return { backend: backend ?? 0 }
}

const overdueNoticesOf = async (recipient_id: number) =>
  (await titlesOf(recipient_id)).filter((title) => title === 'Tienes un pago atrasado')

const auditsOf = (loan_id: number, action: string) =>
  ctx.deps.db
    .selectFrom('audit')
    .select('before')
    .where('action', '=', action)
    .where('subject_id', '=', loan_id)
    .execute()

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
    const lock = await holdLoan(loan.id)
    const closing = close()
    await findWaiting()
    await lock.release()
    await closing
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

  test('of a run that was cut while it waited for a lock, the next one does the rest, and nothing twice', async () => {
    const first = await makeActiveLoan(ctx)
    const second = await makeActiveLoan(ctx)
    // The accruals, which wait for locked loans, are posted on the due date; only the overdue loans are left for Tuesday.
    ctx.setNow('2026-12-20T07:00:00Z')
    await close()
    ctx.setNow('2026-12-22T06:10:00Z')
    const lock = await holdLoan(second.loan.id)
    const closing = close()
    const cut = expect(closing).rejects.toThrow()
    const { backend } = await findWaiting()
    expect((await findLoan(ctx, first.loan.id)).state).toBe('overdue')
    await sql`select pg_terminate_backend(${backend}::int)`.execute(ctx.superuser)
    await cut
    await lock.release()
    expect((await findLoan(ctx, second.loan.id)).state).toBe('active')
    await close()
    expect((await findLoan(ctx, second.loan.id)).state).toBe('overdue')
    for (const { loan, worker } of [first, second]) {
      expect(await overdueNoticesOf(worker.id)).toHaveLength(1)
      expect(await auditsOf(loan.id, 'loan.fall_overdue')).toHaveLength(1)
    }
  })

  test('of loans of which one fails, changes none, and all of them once when it no longer fails', async () => {
    const both = [await makeActiveLoan(ctx), await makeActiveLoan(ctx)]
    ctx.setNow('2026-12-22T06:10:00Z')
    await sql`create function refuse_notice() returns trigger language plpgsql as $$ begin
      if new.recipient_id = ${sql.lit(both[1]?.worker.id)} then raise exception 'refused'; end if; return new; end $$`.execute(
      ctx.superuser,
    )
    await sql`create trigger refuse_notice before insert on notification
      for each row execute function refuse_notice()`.execute(ctx.superuser)
    await expect(close()).rejects.toThrow('refused')
    for (const { loan, worker } of both) {
      expect((await findLoan(ctx, loan.id)).state).toBe('active')
      expect(await overdueNoticesOf(worker.id)).toHaveLength(0)
      expect(await auditsOf(loan.id, 'loan.fall_overdue')).toHaveLength(0)
    }
    await sql`drop function refuse_notice cascade`.execute(ctx.superuser)
    await close()
    for (const { loan, worker } of both) {
      expect((await findLoan(ctx, loan.id)).state).toBe('overdue')
      expect(await overdueNoticesOf(worker.id)).toHaveLength(1)
      const [audit] = await auditsOf(loan.id, 'loan.fall_overdue')
      expect(audit).toMatchObject({ before: { state: 'active', next_payment_date: '2026-12-20' } })
    }
  })

  test('tells the screens of each worker and of staff, and pushes each notice once', async () => {
    const both = [await makeActiveLoan(ctx), await makeActiveLoan(ctx)]
    const [one] = both
    await sql`insert into push_subscription (user_id, session_id, endpoint, p256dh, auth, created_at)
      select user_id, id, 'https://push.test/' || id, 'p', 'a', now() from session where user_id = ${one?.worker.id}`.execute(
      ctx.deps.db,
    )
    ctx.setNow('2026-12-22T06:10:00Z')
    await sql`delete from pgboss.job`.execute(ctx.deps.db)
    await close()
    for (const topic of ['loan', 'notification'])
      for (const { worker } of both)
        await expect
          .poll(() => ctx.deps.events.receivedWithin(60_000).filter((event) => event.topic === topic))
          .toContainEqual(expect.objectContaining({ user_ids: expect.arrayContaining([worker.id]) }))
    const { rows } = await sql<{ data: { notification_id: number } }>`
      select data from pgboss.job where name = 'send-push'`.execute(ctx.deps.db)
    expect(rows).toHaveLength(1)
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

  test('reminds only the workers who did not turn reminders off and have something to pay then', async () => {
    const reminded = await makeActiveLoan(ctx)
    const silent = await makeActiveLoan(ctx)
    const payer = await makeActiveLoan(ctx)
    await sql`update app_user set preferences = preferences || '{"payment_reminder": false}'
      where id = ${silent.worker.id}`.execute(ctx.deps.db)
    await payWhole(ctx, payer.loan)
    ctx.setNow('2026-12-20T07:00:00Z')
    await close()
    const remindersOf = async ({ worker }: typeof reminded) =>
      (await titlesOf(worker.id)).filter((title) => title === 'Recordatorio de pago')
    expect(await remindersOf(reminded)).toHaveLength(1)
    expect(await remindersOf(silent)).toHaveLength(0)
    expect(await remindersOf(payer)).toHaveLength(0)
  })

  test('writes nothing in a repeat, whatever the number of loans', async () => {
    await Promise.all([1, 2, 3].map(() => makeActiveLoan(ctx)))
    ctx.setNow('2026-12-20T07:00:00Z')
    const today = businessDay(ctx.clock.now)
    expect(await sendReminders(ctx.deps, today)).toBeGreaterThanOrEqual(3)
    const open = vi.spyOn(ctx.deps.db, 'transaction')
    expect(await sendReminders(ctx.deps, today)).toBe(0)
    expect(open).not.toHaveBeenCalled()
    open.mockRestore()
  })
})
