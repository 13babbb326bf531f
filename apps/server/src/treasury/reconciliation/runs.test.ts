import { isBankDay } from '@quincena/domain/mexico/holidays'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeStaff } from '../../../test/factories.ts'
import { lastOrder, makeActiveLoan, makeLoan, signIn } from '../../../test/loans.ts'
import { changeAtStp, makeSettled, openOn, readDay, runDay } from '../../../test/reconciliation.ts'
import { reconcileDay, reconcileDueDays } from './commands/reconcile-day.ts'

let ctx: TestContext
let headers: Record<string, string>
let day = ''
let next_day = Temporal.PlainDate.from('2027-01-11')

beforeAll(async () => {
  ctx = await createTestContext()
  ctx.simulator.configure({ settle_ms: null })
})

async function goTo(instant: string) {
  ctx.setNow(instant)
  headers = await signIn(ctx, await makeStaff(ctx, 'U1'))
}

/** Gives every test its own two weeks, from a Monday that is a bank day at 10:00 in Mexico City. */
beforeEach(async () => {
  ctx.simulator.faults.clear()
  await ctx.deps.db.deleteFrom('stp_query').execute()
  while (!isBankDay(next_day.toString())) next_day = next_day.add({ days: 7 })
  day = next_day.toString()
  next_day = next_day.add({ days: 21 })
  await goTo(`${day}T16:00:00Z`)
})

const run = () => runDay(ctx, day, headers)
const compact = (date: string) => Number(date.replaceAll('-', ''))
const forbid = (count: number | null = null) => ({ action: 'forbidden' as const, on: 'list' as const, count })

/** Inserts `count` returned orders of one loan, at STP and in our records, with their postings. */
async function makeMany(count: number) {
  const { loan, worker } = await makeLoan(ctx, { state: 'payout_returned' })
  const now = ctx.clock.now.toString()
  await sql`with made as (
      insert into transfer (loan_id, attempt, status, tracking_key, numeric_reference, amount_cents, operation_date,
        payment_concept, beneficiary_name, beneficiary_account, account_type_beneficiary, rfc_curp_beneficiary,
        counterpart_institution, operating_institution, payer_name, paying_account, rfc_curp_payer, state,
        claimed_at, sent_at, created_at, updated_at)
      select ${loan.id}::bigint, n, 'sent', 'MANY' || ${compact(day)}::int || n, 1, ${loan.amount_cents}::bigint,
        ${day}::date, 'X', 'ANA', ${worker.debit_card_number}, 40, 'ND', '40012', '90646', 'QUINCENA', '1', 'ND', 'D',
        ${now}, ${now}, ${now}, ${now} from generate_series(1, ${count}::int) n
      returning id, amount_cents, loan_id)
    insert into ledger_entry (posting, kind, debit_account, credit_account, amount_cents, loan_id, transfer_id, created_at)
    select gen_random_uuid(), kind, debit, credit, amount_cents, loan_id, id, ${now}
    from made, (values ('payout_principal', 'loan_receivable', 'stp_in_transit'),
      ('payout_principal_reversed', 'stp_in_transit', 'loan_receivable')) row (kind, debit, credit)`.execute(
    ctx.deps.db,
  )
  const orders = Array.from({ length: count }, (_, index) => ({
    estado: 'D',
    fechaOperacion: compact(day),
    tsCaptura: Date.parse(now),
    causaDevolucion: 1,
    cuerpo: {
      claveRastreo: `MANY${compact(day)}${index + 1}`,
      monto: String(loan.amount_cents / 100),
      cuentaBeneficiario: worker.debit_card_number ?? '',
      empresa: 'QUINCENA',
    },
  }))
  const answer = await fetch(`${ctx.simulator.url}/admin/orders`, {
    method: 'POST',
    body: JSON.stringify({ orders }),
  })
  expect(answer.status).toBe(200)
}

/** Returns how many of the hour's queries `work` uses. */
async function queriesOf(work: () => Promise<unknown>): Promise<number> {
  await ctx.deps.db.deleteFrom('stp_query').execute()
  await work()
  const { count } = await ctx.deps.db
    .selectFrom('stp_query')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

test('compares 1,500 orders on two pages with two calls, one for the received orders and one for the balance', async () => {
  await makeMany(1500)
  let found = { totals: {}, status: '' }
  expect(
    await queriesOf(async () => {
      found = await run()
    }),
  ).toBe(4)
  const many = { count: 1500, amount: 15_000_000 }
  const totals = { sent: many, settled: { count: 0, amount: 0 }, back: many }
  expect(found.status).toBe('balanced')
  const none = { count: 0, amount: 0 }
  const received = { ours: none, stp: none }
  expect(found.totals).toEqual({ ours: totals, stp: totals, ledger: totals, received })
})

test('stores nothing if the second page has no answer', async () => {
  await makeMany(1001)
  const pass = { action: 'delay' as const, on: 'list' as const, delay_ms: 0, count: 1 }
  ctx.simulator.faults.set([pass, forbid()])
  const found = await run()
  expect(found).toMatchObject({ status: 'failed', totals: null, checked_at: null, open_differences: 0 })
  expect(found.failure_reason).toBe('STP respondió con un error.')
  // The first page is complete and stored, so the second run starts with the second page.
  ctx.simulator.faults.set([{ action: 'answer', on: 'list', status: 400, body: '{"estado":6,"mensaje":""}' }])
  expect(await run()).toMatchObject({ status: 'failed', failure_reason: expect.stringContaining('leer') })
  ctx.simulator.faults.clear()
  expect(await run()).toMatchObject({ status: 'balanced', failure_reason: null })
})

test('keeps the last complete result after a failed run, with the reason', async () => {
  const { order } = await makeActiveLoan(ctx)
  await changeAtStp(ctx, order.tracking_key, { cuerpo: { monto: '1.00' } })
  const whole = await run()
  expect(whole.status).toBe('differences')
  ctx.simulator.faults.set([{ action: 'lose', on: 'list', count: null }])
  const { status, failure_reason, ...kept } = await run()
  expect({ status, failure_reason }).toEqual({ status: 'failed', failure_reason: 'STP no respondió.' })
  expect({ totals: kept.totals, open: openOn(kept) }).toEqual({ totals: whole.totals, open: openOn(whole) })
})

test('compares a day once when several runs start', async () => {
  await makeSettled(ctx)
  const { listPage } = ctx.deps.stp
  const others = Promise.withResolvers<void>()
  const stp = {
    ...ctx.deps.stp,
    // STP answers only when all other runs have tried.
    async listPage(...args: Parameters<typeof listPage>) {
      await others.promise
      return listPage(...args)
    },
  }
  const calls = await queriesOf(async () => {
    const outcomes: boolean[] = []
    const tries = [1, 2, 3, 4].map(async () => {
      outcomes.push(await reconcileDay({ ...ctx.deps, stp }, day))
      if (outcomes.length === 3) others.resolve()
    })
    await Promise.all(tries)
    expect(outcomes).toEqual([false, false, false, true])
  })
  // Both lists and the balance.
  expect(calls).toBe(3)
  const { run: runs } = await ctx.deps.db
    .selectFrom('reconciliation')
    .select('run')
    .where('operation_date', '=', day)
    .executeTakeFirstOrThrow()
  expect(runs).toBe(1)
})

test('queues one job for two requests, and replaces a dead run after ten minutes', async () => {
  const requestRun = () =>
    ctx.app.inject({ method: 'POST', url: `${ctx.api}/stp/reconciliation/${day}/run`, headers })
  const answers = await Promise.all([requestRun(), requestRun(), requestRun()])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([202, 202, 202])
  expect(answers[0]?.json()).toMatchObject({ operation_date: day, status: 'running', totals: null })
  expect(await ctx.drain(['reconcile-day'])).toBe(1)
  const started_at = ctx.clock.now.toString()
  await ctx.deps.db
    .updateTable('reconciliation')
    .set({ state: 'running', started_at })
    .where('operation_date', '=', day)
    .execute()
  await requestRun()
  expect(await ctx.drain(['reconcile-day'])).toBe(0)
  ctx.setNow(`${day}T16:11:00Z`)
  await requestRun()
  expect(await ctx.drain(['reconcile-day'])).toBe(1)
  expect(await readDay(ctx, day, headers)).toMatchObject({ status: 'balanced' })
})

test('writes nothing from a run that another has replaced', async () => {
  const { order } = await makeActiveLoan(ctx)
  const { listPage } = ctx.deps.stp
  const stp = {
    ...ctx.deps.stp,
    async listPage(...args: Parameters<typeof listPage>) {
      const listed = await listPage(...args)
      ctx.setNow(`${day}T16:11:00Z`)
      await reconcileDay(ctx.deps, day)
      return listed
    },
  }
  await reconcileDay({ ...ctx.deps, stp }, day)
  const found = await readDay(ctx, day, headers)
  expect(found).toMatchObject({ status: 'balanced', totals: { stp: { sent: { count: 1 } } } })
  expect(openOn(found)).not.toContain(`missing_at_stp ${order.tracking_key}`)
})

test('finds an order that STP booked after the cut on its other day, and corrects ours', async () => {
  ctx.clock.now = Temporal.Instant.from(`${day}T23:58:00Z`)
  const tomorrow = Temporal.PlainDate.from(day).add({ days: 1 }).toString()
  ctx.simulator.setClock(`${tomorrow}T00:01:00Z`)
  const { loan, order } = await makeActiveLoan(ctx)
  expect(order).toMatchObject({ operation_date: day, other_operation_date: tomorrow })
  await goTo(`${tomorrow}T16:00:00Z`)
  expect(openOn(await run())).toEqual([])
  expect(await lastOrder(ctx, loan.id)).toMatchObject({
    operation_date: tomorrow,
    other_operation_date: null,
  })
  const found = await runDay(ctx, tomorrow, headers)
  expect(openOn(found)).toEqual([])
  expect(found.totals.ours.sent.count).toBe(1)
})

test('does not query the running day near the cut', async () => {
  await goTo(`${day}T23:57:00Z`)
  expect(await run()).toMatchObject({ status: 'failed', failure_reason: expect.stringContaining('corte') })
})

test('hourly: compares each uncompared day once, and stops and retries without an answer', async () => {
  const evening = `${Temporal.PlainDate.from(day).add({ days: 1 })}T00:20:00Z`
  await makeSettled(ctx)
  await goTo(evening)
  const tick = async () => {
    const job = await ctx.deps.db
      .transaction()
      .execute((trx) => ctx.deps.queue.send(trx, 'reconcile-days', {}))
    expect(job).toBeUndefined()
    await ctx.drain(['reconcile-days'])
  }
  ctx.simulator.faults.set([forbid()])
  // A failing STP costs the queries of one day, not of all days.
  expect(await queriesOf(tick)).toBe(1)
  expect(await readDay(ctx, day, headers)).toMatchObject({ status: 'failed' })
  ctx.simulator.faults.clear()
  expect(await queriesOf(tick)).toBeGreaterThanOrEqual(10)
  expect(await readDay(ctx, day, headers)).toMatchObject({ status: 'balanced', is_partial: false })
  // Days that the earlier tests left uncompared.
  await tick()
  // Only the balance is asked when no day is due.
  expect(await queriesOf(tick)).toBe(1)
  await goTo(`${Temporal.PlainDate.from(day).add({ days: 1 })}T14:20:00Z`)
  const { length } = (await ctx.app.inject({ url: `${ctx.api}/stp/reconciliation`, headers })).json().results
  expect(length).toBeGreaterThan(5)
  expect(await queriesOf(tick)).toBeGreaterThanOrEqual(5)
  expect(await queriesOf(tick)).toBe(1)
})

test('hourly: compares other days although one list is unreadable', async () => {
  const days = [1, 2].map((count) => Temporal.PlainDate.from(day).add({ days: count }).toString())
  await goTo(`${Temporal.PlainDate.from(day).add({ days: 2 })}T16:00:00Z`)
  const body = JSON.stringify({ estado: 0, mensaje: '', datos: [{ idEF: 1 }], total: 1 })
  ctx.simulator.faults.set([{ action: 'answer', on: 'list', status: 200, body }])
  await reconcileDueDays(ctx.deps)
  const [first, second] = [
    await readDay(ctx, days[0] ?? '', headers),
    await readDay(ctx, days[1] ?? '', headers),
  ]
  expect(second).toMatchObject({ status: 'failed', failure_reason: expect.stringContaining('leer') })
  expect(first).toMatchObject({ status: 'balanced' })
})

test('hourly: compares a day with orders that was never compared, however old', async () => {
  const { order } = await makeSettled(ctx)
  ctx.simulator.act(order.tracking_key, 'return', 2)
  const later = Temporal.PlainDate.from(day).add({ days: 63 })
  next_day = later.add({ days: 21 })
  await goTo(`${later}T16:00:00Z`)
  await reconcileDueDays(ctx.deps)
  expect(await readDay(ctx, day, headers)).toMatchObject({ status: 'balanced', is_partial: false })
  expect(await lastOrder(ctx, order.loan_id)).toMatchObject({ state: 'D' })
})

test('hourly: compares an old day again whose comparison failed', async () => {
  await makeSettled(ctx)
  ctx.simulator.faults.set([forbid()])
  await run()
  ctx.simulator.faults.clear()
  const later = Temporal.PlainDate.from(day).add({ days: 63 })
  next_day = later.add({ days: 21 })
  await goTo(`${later}T16:00:00Z`)
  await reconcileDueDays(ctx.deps)
  expect(await readDay(ctx, day, headers)).toMatchObject({ status: 'balanced', is_partial: false })
})

test('notifies staff once of a day that is still not compared on the next day', async () => {
  const tomorrow = Temporal.PlainDate.from(day).add({ days: 1 }).toString()
  ctx.simulator.faults.set([forbid()])
  await run()
  const listNotices = () =>
    ctx.deps.db
      .selectFrom('notification')
      .select('message')
      .distinct()
      .where('reason_key', '=', `reconciliation-late:${day}`)
      .execute()
  expect(await listNotices()).toEqual([])
  await goTo(`${tomorrow}T16:00:00Z`)
  await run()
  await run()
  const [notice, ...more] = await listNotices()
  expect(more).toEqual([])
  expect(notice?.message).toMatch(
    /^No se ha podido conciliar el \d+ \w{3} \d{4}\. STP respondió con un error\./,
  )
})
