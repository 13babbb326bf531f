import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeActiveLoan, staffHeaders } from '../../../test/loans.ts'
import { connect } from '../../db/connect.ts'
import { createStpClient } from '../../integrations/stp/client.ts'
import { stpConfig } from '../../integrations/stp/config.ts'
import { scriptedStp } from '../../integrations/stp/fixtures/scripted-stp.ts'
import { bankHours } from '../../integrations/stp/hours.ts'
import type { Permit, QueryPurpose } from '../../integrations/stp/permit.ts'
import { createPermit, isWithinLimit } from './commands/stp-permit.ts'

let ctx: TestContext
/** A second pool on the same database, as another process has. */
let other: ReturnType<typeof connect>
beforeAll(async () => {
  ctx = await createTestContext()
  other = connect(ctx.deps.env.database_url ?? '', { max: 8 })
})
afterAll(() => other.destroy())
beforeEach(async () => {
  ctx.setNow('2026-11-20T16:00:00Z')
  await ctx.deps.db.deleteFrom('stp_query').execute()
})

function permits(queries_per_hour: number): [Permit, Permit] {
  const parts = { clock: ctx.deps.clock, hours: bankHours, queries_per_hour }
  return [createPermit({ ...parts, db: ctx.deps.db }), createPermit({ ...parts, db: other })]
}

/** Requests permits from both processes at once; returns how many were granted. */
async function race(
  [first, second]: [Permit, Permit],
  purpose: QueryPurpose,
  times: number,
): Promise<number> {
  const answers = await Promise.all(
    Array.from({ length: times }, (_, at) => (at % 2 === 0 ? first : second)(purpose)),
  )
  return answers.filter((answer) => answer === 'granted').length
}

describe('isWithinLimit', () => {
  const none = { all: 0, by_purpose: 0, by_reconciliation: 0 }
  test.each<[QueryPurpose, number, boolean]>([
    ['unknown', 89, true],
    ['unknown', 90, false],
    ['confirm', 79, true],
    ['confirm', 80, false],
    ['transit', 59, true],
    ['transit', 60, false],
    ['staff', 39, true],
    ['staff', 40, false],
    ['reconcile', 99, true],
    ['reconcile', 100, false],
  ])('purpose %s after %i of 100 queries: allowed %s', (purpose, all, allowed) => {
    expect(isWithinLimit(purpose, { ...none, all }, 100)).toBe(allowed)
  })

  test.each<[QueryPurpose, { all: number; by_purpose: number }, boolean]>([
    ['received', { all: 39, by_purpose: 14 }, true],
    ['received', { all: 39, by_purpose: 15 }, false],
    ['received', { all: 40, by_purpose: 0 }, false],
    ['received_list', { all: 49, by_purpose: 14 }, true],
    ['received_list', { all: 15, by_purpose: 15 }, false],
    ['received_list', { all: 50, by_purpose: 0 }, false],
  ])('purpose %s after %o of 100 queries: allowed %s', (purpose, used, allowed) => {
    expect(isWithinLimit(purpose, { ...none, ...used }, 100)).toBe(allowed)
  })

  test('frees the reserve that the reconciliation has used; beyond it the reconciliation has no privilege', () => {
    expect(isWithinLimit('unknown', { ...none, all: 99, by_reconciliation: 10 }, 100)).toBe(true)
    expect(isWithinLimit('reconcile', { ...none, all: 70, by_reconciliation: 10 }, 100)).toBe(false)
    expect(isWithinLimit('reconcile', { ...none, all: 69, by_reconciliation: 10 }, 100)).toBe(true)
  })
})

test('100 pages of a day are read in three hours, and every other purpose has queries in each of them', () => {
  let pages = 0
  let hours = 0
  for (; pages < 100; hours += 1) {
    const used = { all: 0, reconcile: 0 }
    const take = (purpose: QueryPurpose, most: number) => {
      let count = 0
      while (count < most && (purpose !== 'reconcile' || pages < 100)) {
        const by_purpose = purpose === 'reconcile' ? used.reconcile : count
        const counts = { all: used.all, by_purpose, by_reconciliation: used.reconcile }
        if (!isWithinLimit(purpose, counts, 100)) break
        count += 1
        used.all += 1
        if (purpose === 'reconcile') [used.reconcile, pages] = [used.reconcile + 1, pages + 1]
      }
      return count
    }
    // The reconciliation is first in the hour, the worst case for the others.
    take('reconcile', 100)
    expect(used.reconcile).toBeLessThanOrEqual(40)
    expect(take('staff', 5)).toBe(5)
    expect(take('received', 5)).toBe(5)
    expect(take('received_list', 5)).toBe(5)
    expect(take('transit', 10)).toBe(10)
    expect(take('confirm', 10)).toBe(10)
    expect(take('unknown', 10)).toBe(10)
  }
  expect(hours).toBe(3)
})

describe('the queries of an hour', () => {
  test('stay within the limit for two processes at once, with a reserve for urgent ones', async () => {
    const both = permits(40)
    expect(await race(both, 'staff', 40)).toBe(16)
    expect(await race(both, 'transit', 40)).toBe(8)
    expect(await race(both, 'confirm', 40)).toBe(8)
    expect(await race(both, 'unknown', 40)).toBe(4)
    expect(await race(both, 'reconcile', 40)).toBe(4)
    expect(await race(both, 'unknown', 40)).toBe(0)
    const kept = await ctx.deps.db.selectFrom('stp_query').select('id').execute()
    expect(kept).toHaveLength(40)
  })

  test('become available one by one as the hour passes', async () => {
    const [permit] = permits(10)
    expect(await race([permit, permit], 'unknown', 20)).toBe(9)
    await sql`update stp_query set asked_at = asked_at - interval '62 minutes'
      where id in (select id from stp_query order by id limit 2)`.execute(ctx.deps.db)
    expect(await race([permit, permit], 'unknown', 20)).toBe(2)
  })

  test.each([
    ['2026-11-20T05:54:59Z', 'granted'],
    ['2026-11-20T05:55:00Z', 'closed'],
    ['2026-11-20T06:04:59Z', 'closed'],
    ['2026-11-20T06:05:00Z', 'granted'],
  ])('at %s: %s', async (instant, answer) => {
    ctx.setNow(instant)
    const [permit] = permits(100)
    expect(await permit('unknown')).toBe(answer)
    const spent = await ctx.deps.db.selectFrom('stp_query').select('id').execute()
    expect(spent).toHaveLength(answer === 'granted' ? 1 : 0)
  })

  test('two clients on one database stay within the limit of calls to STP', async () => {
    await using stp = await scriptedStp({ status: 400, body: { estado: 6, mensaje: '' } })
    const { env, secrets } = ctx.deps
    const config = { ...stpConfig(env, secrets), url: stp.url, query_url: stp.url }
    const clients = permits(20).map((permit) => createStpClient({ ...config, permit }))
    const calls = Array.from({ length: 30 }, (_, at) =>
      clients.map((client) =>
        client.queryOrder(
          { tracking_key: `CLAVE${String(at).padStart(5, '0')}`, operation_date: null },
          { purpose: 'unknown' },
        ),
      ),
    ).flat()
    const results = await Promise.all(calls)
    expect(stp.requests).toHaveLength(18)
    expect(results.filter(({ outcome }) => outcome === 'not_found')).toHaveLength(18)
    const first_page = { order_type: 'E' as const, operation_date: null, page: 0 }
    expect(await clients[0]?.listPage(first_page)).toMatchObject({ outcome: 'page' })
    expect(stp.requests).toHaveLength(19)
  })
})

describe('staff queries', () => {
  const lookUp = async (tracking_key: string) =>
    ctx.app.inject({
      method: 'POST',
      url: `${ctx.api}/stp/consulta-orden`,
      headers: await staffHeaders(ctx, 'U1'),
      payload: { tracking_key },
    })

  test('get 503 when no queries are left for staff', async () => {
    const { order } = await makeActiveLoan(ctx)
    expect((await lookUp(order.tracking_key)).statusCode).toBe(200)
    const { asked_at } = await ctx.deps.db
      .selectFrom('transfer')
      .select('asked_at')
      .where('id', '=', order.id)
      .executeTakeFirstOrThrow()
    const rows = Array.from({ length: ctx.deps.env.stp.queries_per_hour / 2 }, () => ({ purpose: 'transit' }))
    await ctx.deps.db.insertInto('stp_query').values(rows).execute()
    ctx.setNow('2026-11-20T16:30:00Z')
    const answer = await lookUp(order.tracking_key)
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toMatchObject({
      code: 'transfer.query_limit',
      detail: expect.stringContaining('consultas a STP'),
    })
    // STP was not queried, so the order shows no query.
    const after = await ctx.deps.db
      .selectFrom('transfer')
      .select('asked_at')
      .where('id', '=', order.id)
      .execute()
    expect(after).toEqual([{ asked_at }])
  })

  test('get 503 in STP’s nightly pause', async () => {
    const { order } = await makeActiveLoan(ctx)
    ctx.setNow('2026-11-21T05:58:00Z')
    const answer = await lookUp(order.tracking_key)
    expect(answer.statusCode).toBe(503)
    expect(answer.json()).toMatchObject({
      code: 'transfer.stp_closed',
      detail: expect.stringContaining('23:55'),
    })
  })
})
