import { beforeAll, expect, test } from 'vitest'
import {
  checkBalance,
  moveAtStp,
  openBooks,
  readFrom,
  recordByTwo,
  type TwoPeople,
  uploadMovementFile,
} from '../../../test/balance-checks.ts'
import type { TestContext } from '../../../test/context.ts'
import { abonoOf, createQueryContext, receiveAtStp } from '../../../test/incoming.ts'
import { lastOrder, makeActiveLoan, sendState, staffHeaders } from '../../../test/loans.ts'
import { createBankDays, runDay } from '../../../test/reconciliation.ts'

const path = '/treasury/cash-movements'
const startBankDay = createBankDays()
let ctx: TestContext
let people: TwoPeople

beforeAll(async () => {
  ctx = await createQueryContext()
  ctx.simulator.configure({ settle_ms: null })
  await startBankDay(ctx)
  await makeActiveLoan(ctx)
  await openBooks(ctx, await staffHeaders(ctx, 'U0'))
})

/** A generator of pseudo-random numbers in [0, 1), the same for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

interface Walk {
  day: string
  random: () => number
  /** Loans whose orders STP has and has not settled. */
  moving: number[]
  keys: number
}

const pesosOf = ({ random }: Walk) => 1 + Math.floor(random() * 90_000) / 100
const keyOf = (walk: Walk, kind: string) => {
  walk.keys += 1
  return `${kind}${walk.day.replaceAll('-', '')}${walk.keys}`
}

async function suspended() {
  return (await readFrom(ctx, `${path}?state=suspense&page_size=100`, people.manager)).results
}

/** What may happen to the account at STP. Each step leaves both sides as the world would. */
const steps: Record<string, (walk: Walk) => Promise<unknown>> = {
  async payout({ moving }) {
    moving.push((await makeActiveLoan(ctx)).loan.id)
  },
  async settlement({ moving, random }) {
    const loan = moving.shift()
    if (loan === undefined) return
    const order = await lastOrder(ctx, loan)
    ctx.simulator.act(order.tracking_key, 'settle')
    // The callback of some is lost; the reconciliation finds those.
    if (random() < 0.5) await sendState(ctx, order, { estado: 'LQ' })
  },
  receipt: (walk) =>
    receiveAtStp(ctx, {
      ...abonoOf({ monto: pesosOf(walk), claveRastreo: keyOf(walk, 'ABONO') }),
      fechaOperacion: Number(walk.day.replaceAll('-', '')),
    }),
  deposit: (walk) => moveAtStp(ctx, 'deposits', { monto: pesosOf(walk), claveRastreo: keyOf(walk, 'DEP') }),
  withdrawal: (walk) =>
    moveAtStp(ctx, 'withdrawals', { monto: pesosOf(walk), claveRastreo: keyOf(walk, 'RET') }),
  fee: (walk) => moveAtStp(ctx, 'fees', { monto: 5.8, claveRastreo: keyOf(walk, 'COM') }),
  async recorded(walk) {
    const monto = pesosOf(walk)
    const tracking_key = keyOf(walk, 'MANO')
    await moveAtStp(ctx, 'withdrawals', { monto, claveRastreo: tracking_key })
    const body = {
      ...{ kind: 'withdrawal', amount: monto, operation_date: walk.day, tracking_key },
      ...{ account: ctx.deps.env.stp.payer_account, note: 'Retiro a mano' },
      file: await uploadMovementFile(ctx, people.manager),
    }
    await recordByTwo(ctx, people, [path, body])
  },
  async explained({ random }) {
    const [found] = await suspended()
    if (found === undefined) return
    const body = { kind: random() < 0.5 ? 'fee' : 'withdrawal', note: 'Ya se sabe qué fue' }
    await recordByTwo(ctx, people, [`${path}/${found.id}/settle`, body])
  },
  reconciliation: ({ day }) => runDay(ctx, day, people.manager),
}

test.each([1, 2, 3])('a random day at STP ends with a difference of 0.00: seed %i', async (seed) => {
  const day = await startBankDay(ctx)
  people = { admin: await staffHeaders(ctx, 'U0'), manager: await staffHeaders(ctx) }
  const walk: Walk = { day, random: randomOf(seed), moving: [], keys: 0 }
  const names = Object.keys(steps)
  for (let done = 0; done < 24; done += 1)
    await steps[names[Math.floor(walk.random() * names.length)] ?? 'reconciliation']?.(walk)
  await ctx.deps.db.deleteFrom('stp_query').execute()
  await runDay(ctx, walk.day, people.manager)
  expect(await checkBalance(ctx)).toMatchObject({ verdict: 'verified', difference_cents: 0 })
  for (const { id } of await suspended())
    await recordByTwo(ctx, people, [`${path}/${id}/settle`, { kind: 'withdrawal', note: 'Retiro propio' }])
  expect(await checkBalance(ctx)).toMatchObject({ verdict: 'verified', difference_cents: 0 })
  expect(await suspended()).toEqual([])
})
