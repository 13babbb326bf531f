import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkBalance, postTo, readFrom } from '../../../test/balance-checks.ts'
import type { TestContext } from '../../../test/context.ts'
import { makeStaff } from '../../../test/factories.ts'
import { createQueryContext } from '../../../test/incoming.ts'
import { makeActiveLoan, sendState, signIn, staffHeaders } from '../../../test/loans.ts'
import { createBankDays, makeSettled, runDay } from '../../../test/reconciliation.ts'
import { refreshBalance } from '../reconciliation/commands/refresh-balance.ts'

type Headers = Record<string, string>
let ctx: TestContext
let admin: Headers
let manager: Headers
let day = ''
const startBankDay = createBankDays()

beforeAll(async () => {
  ctx = await createQueryContext()
  ctx.simulator.configure({ settle_ms: null })
})

beforeEach(async () => {
  day = await startBankDay(ctx)
  admin = await staffHeaders(ctx, 'U0')
  manager = await staffHeaders(ctx)
})

const at = (time: string) => ctx.setNow(`${day}T${time}:00Z`)
const openCases = async () => (await readFrom(ctx, '/treasury/balance-cases?open=true', manager)).results
const stateOf = () => readFrom(ctx, '/treasury/balance', manager)
/** The callback of a return arrives, and STP confirms it. */
async function returnTo(order: Parameters<typeof sendState>[1]) {
  await sendState(ctx, order, { estado: 'D' })
  await ctx.drain(['ask-transfer'])
}
/** STP returns a settled payout and its callback is lost. */
async function loseReturn() {
  const made = await makeSettled(ctx)
  ctx.simulator.act(made.order.tracking_key, 'return')
  return made
}

describe('the first check', () => {
  test('asks for the opening balance and opens no case', async () => {
    await makeActiveLoan(ctx)
    expect(await checkBalance(ctx)).toMatchObject({ verdict: 'unopened' })
    at('16:20')
    expect(await checkBalance(ctx)).toMatchObject({ verdict: 'unopened' })
    expect(await openCases()).toEqual([])
    expect(await stateOf()).toMatchObject({ needs_opening: true, verified_at: null })
  })

  test('lets an admin post the amount that they saw, once', async () => {
    const { id, difference_cents } = await checkBalance(ctx)
    const post = (payload: object, headers = admin) =>
      postTo(ctx, '/treasury/balance/opening', { headers, payload })
    const amount = difference_cents / 100
    expect((await post({ check: id, amount }, manager)).statusCode).toBe(403)
    expect((await post({ check: id, amount: amount + 0.01 })).json().code).toBe('balance_check.stale')
    expect((await post({ check: id + 1, amount })).json().code).toBe('balance_check.stale')
    const both = await Promise.all([post({ check: id, amount }), post({ check: id, amount })])
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
    expect(await checkBalance(ctx)).toMatchObject({ verdict: 'verified', difference_cents: 0 })
    expect(await stateOf()).toMatchObject({ needs_opening: false, check: { difference: 0 } })
  })
})

describe('a check after the opening', () => {
  test('finds the books equal in every state of an order', async () => {
    const { order } = await makeActiveLoan(ctx)
    const states = [await checkBalance(ctx)]
    ctx.simulator.act(order.tracking_key, 'settle')
    states.push(await checkBalance(ctx))
    await sendState(ctx, order, { estado: 'LQ' })
    states.push(await checkBalance(ctx))
    ctx.simulator.act(order.tracking_key, 'return')
    await returnTo(order)
    states.push(await checkBalance(ctx))
    expect(states.map(({ verdict }) => verdict)).toEqual(Array(4).fill('verified'))
    expect(states[0]?.transit_cents).toBe(states[0]?.pending_cents)
  })

  test('finds no difference when an order settles while STP answers', async () => {
    const { order } = await makeActiveLoan(ctx)
    const { getBalance } = ctx.deps.stp
    const stp = {
      ...ctx.deps.stp,
      async getBalance(options?: Parameters<typeof getBalance>[0]) {
        ctx.simulator.act(order.tracking_key, 'settle')
        const answer = await getBalance(options)
        await sendState(ctx, order, { estado: 'LQ' })
        return answer
      },
    }
    await refreshBalance({ ...ctx.deps, stp })
    expect(await stateOf()).toMatchObject({ check: { verdict: 'verified' } })
  })

  test('follows the comparison of a day when no queries are left for staff', async () => {
    await checkBalance(ctx)
    const count = () => readFrom(ctx, '/treasury/balance', manager).then(({ check }) => check.id)
    const before = await count()
    const rows = Array.from({ length: 50 }, () => ({ purpose: 'transit' }))
    await ctx.deps.db.insertInto('stp_query').values(rows).execute()
    at('16:20')
    await refreshBalance(ctx.deps)
    expect(await count()).toBe(before)
    await runDay(ctx, day, manager)
    expect(await count()).toBeGreaterThan(before)
    await ctx.deps.db.deleteFrom('stp_query').where('purpose', '=', 'transit').execute()
  })

  test.each([
    { when: 'before', before: 1, after: 0, verdict: 'verified' },
    { when: 'after', before: 0, after: 1, verdict: 'verified' },
    { when: 'before and after', before: 1, after: 1, verdict: 'moving' },
  ] as const)(
    'finds no difference when orders are sent $when STP answers',
    async ({ before, after, verdict }) => {
      const { getBalance } = ctx.deps.stp
      const send = async (count: number) => {
        for (let sent = 0; sent < count; sent += 1) await makeActiveLoan(ctx)
      }
      const stp = {
        ...ctx.deps.stp,
        async getBalance(options?: Parameters<typeof getBalance>[0]) {
          await send(before)
          const answer = await getBalance(options)
          await send(after)
          return answer
        },
      }
      await refreshBalance({ ...ctx.deps, stp })
      const { check } = await stateOf()
      expect(check).toMatchObject({ verdict, ...(verdict === 'verified' && { difference: 0 }) })
      expect(await checkBalance(ctx)).toMatchObject({ verdict: 'verified', difference_cents: 0 })
    },
  )

  test('opens a case at the second check of a lost return, and closes it when the reconciliation finds it', async () => {
    const { order } = await loseReturn()
    expect(await checkBalance(ctx)).toMatchObject({
      ...{ verdict: 'difference', difference_cents: order.amount_cents },
    })
    at('16:09')
    await checkBalance(ctx)
    expect(await openCases()).toEqual([])
    at('16:11')
    await checkBalance(ctx)
    const [opened] = await openCases()
    expect(opened).toMatchObject({ difference: order.amount_cents / 100, owner: null, closed_at: null })
    const found = await readFrom(ctx, `/treasury/balance-cases/${opened.id}`, manager)
    expect(found.candidates[0]).toMatchObject({
      ...{ kind: 'order', record: order.id, is_match: true, effect: order.amount_cents / 100 },
    })
    const me = await makeStaff(ctx, 'U1')
    const given = await ctx.app.inject({
      ...{ method: 'PUT', url: `${ctx.api}/treasury/balance-cases/${opened.id}/owner` },
      ...{ headers: await signIn(ctx, me), payload: { owner_id: me.id } },
    })
    expect(given.json()).toMatchObject({ owner: { id: me.id } })
    expect(await runDay(ctx, day, manager)).toMatchObject({ status: 'balanced' })
    expect(await openCases()).toEqual([])
    expect(await readFrom(ctx, `/treasury/balance-cases/${opened.id}`, manager)).toMatchObject({
      ...{ closed_at: expect.any(String), explanation: expect.stringContaining('0.00'), candidates: [] },
    })
  })

  test('makes a day whose last check differs not balanced', async () => {
    const { order } = await makeSettled(ctx)
    await runDay(ctx, day, manager)
    await ctx.deps.db.updateTable('stp_balance').set({ tried_at: '2020-01-01T00:00:00Z' }).execute()
    ctx.simulator.act(order.tracking_key, 'return')
    await checkBalance(ctx)
    const listed = await readFrom(ctx, `/stp/reconciliation/${day}`, manager)
    expect(listed.status).toBe('balance')
    await runDay(ctx, day, manager)
    expect((await readFrom(ctx, `/stp/reconciliation/${day}`, manager)).status).toBe('balanced')
  })

  test('opens one case when many checks find the difference at once', async () => {
    const { order } = await loseReturn()
    await checkBalance(ctx)
    at('16:15')
    await Promise.all(Array.from({ length: 4 }, () => refreshBalance(ctx.deps)))
    expect(await openCases()).toHaveLength(1)
    await returnTo(order)
    await Promise.all(Array.from({ length: 4 }, () => refreshBalance(ctx.deps)))
    expect(await openCases()).toEqual([])
  })
})
