import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { acceptCall, makeOffer, ordersOf, staffHeaders, whileSending } from '../../../test/loans.ts'
import { watchTimeline } from './commands/watch-timeline.ts'
import { getPayouts } from './queries/payout-switch.ts'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
beforeEach(() =>
  sql`delete from setting where name in ('payouts_paused', 'database_timeline')`.execute(ctx.deps.db),
)

const store = (timeline: string) =>
  sql`insert into setting (name, value) values ('database_timeline', ${JSON.stringify({ timeline })})
    on conflict (name) do update set value = excluded.value`.execute(ctx.deps.db)

async function stored() {
  const { rows } = await sql<{ timeline: string | null }>`
    select value ->> 'timeline' as timeline from setting where name = 'database_timeline'`.execute(
    ctx.deps.db,
  )
  return rows[0]?.timeline
}

/** Accepts an offer while its order is sent; returns the answer's status. */
async function acceptAndSend() {
  const offer = await makeOffer(ctx)
  return (await whileSending(ctx, async () => acceptCall(ctx, offer))).statusCode
}

test('remembers the timeline of the database, and a database that kept it pays', async () => {
  await watchTimeline(ctx.deps)
  expect(await stored()).toMatch(/^\d+\/[0-9A-F]{8}$/)
  await watchTimeline(ctx.deps)
  expect((await getPayouts(ctx.deps.db)).paused).toBe(false)
})

test('after a failover no offer is accepted, at once, and payouts stay paused until an administrator resumes them', async () => {
  await store('00000007')
  const offer = await makeOffer(ctx)
  const answer = await acceptCall(ctx, offer)
  expect([answer.statusCode, answer.json().code]).toEqual([503, 'payouts.paused'])
  expect(await ordersOf(ctx, offer.loan.id)).toEqual([])

  await watchTimeline(ctx.deps)
  const pause = await getPayouts(ctx.deps.db)
  expect(pause).toMatchObject({ paused: true, by: null })
  expect(pause.reason).toContain('cambió de servidor')
  expect(await stored()).not.toBe('00000007')
  const audit = await ctx.deps.db
    .selectFrom('audit')
    .select('action')
    .orderBy('id', 'desc')
    .executeTakeFirst()
  expect(audit?.action).toBe('payouts.paused')

  const resumed = await ctx.app.inject({
    method: 'PUT',
    url: `${ctx.api}/stp/payouts`,
    headers: await staffHeaders(ctx, 'U0'),
    payload: { paused: false },
  })
  expect(resumed.statusCode).toBe(200)
  await watchTimeline(ctx.deps)
  expect(await acceptAndSend()).toBe(200)
})

test('a failover during a pause of staff is added to its reason, so that the admin who resumes reads it', async () => {
  const paused = await ctx.app.inject({
    method: 'PUT',
    url: `${ctx.api}/stp/payouts`,
    headers: await staffHeaders(ctx, 'U0'),
    payload: { paused: true, reason: 'Mantenimiento de STP' },
  })
  expect(paused.statusCode).toBe(200)
  await store('00000007')
  await watchTimeline(ctx.deps)
  expect((await getPayouts(ctx.deps.db)).reason).toMatch(/^Mantenimiento de STP\. La base de datos cambió/)
})

test('before the sweep has seen a failover the switch is shown as paused', async () => {
  await store('00000007')
  expect(await getPayouts(ctx.deps.db)).toMatchObject({ paused: true, reason: null })
})

test('a database that hides its timeline after it was known is paused once', async () => {
  await watchTimeline(ctx.deps)
  await sql`create or replace function wal_timeline() returns text language sql stable as 'select null::text'`.execute(
    ctx.superuser,
  )
  expect((await getPayouts(ctx.deps.db)).paused).toBe(true)
  await watchTimeline(ctx.deps)
  expect([await stored(), (await getPayouts(ctx.deps.db)).reason]).toEqual([
    null,
    expect.stringContaining('cambió de servidor'),
  ])
})

test('with DATABASE_KEEPS_COMMITS=1 a failover pauses nothing', async () => {
  await store('00000007')
  await watchTimeline({ ...ctx.deps, env: { ...ctx.deps.env, database_keeps_commits: true } })
  expect(await stored()).toBe(null)
  expect(await acceptAndSend()).toBe(200)
})
