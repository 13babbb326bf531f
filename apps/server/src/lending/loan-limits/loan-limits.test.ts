import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeStaff } from '../../../test/factories.ts'
import {
  acceptCall,
  findLoan,
  makeLoan,
  makeOffer,
  makeWorker,
  ordersOf,
  showContract,
  signIn,
  whileSending,
} from '../../../test/loans.ts'

let ctx: TestContext
beforeEach(async () => {
  ctx = await createTestContext()
})

type Headers = Record<string, string>

async function makePerson(type: 'U0' | 'U1' = 'U1') {
  const user = await makeStaff(ctx, type)
  return { user, headers: await signIn(ctx, user) }
}

const call = (headers: Headers, route: `${'GET' | 'PATCH' | 'POST' | 'PUT'} ${string}`, payload?: object) => {
  const [method, url] = route.split(' ') as ['GET' | 'PATCH' | 'POST' | 'PUT', string]
  return ctx.app.inject({ method, url: `${ctx.api}${url}`, headers, ...(payload && { payload }) })
}
const approve = (headers: Headers, id: number) => call(headers, `PATCH /loan/${id}`, { status: 'APP' })
const authorize = (headers: Headers, id: number) => call(headers, `POST /approvals/${id}/approve`)

const defaults = {
  ...{ approval: 50_000, per_approver: 300_000, per_company: 1_000_000, per_lender: 5_000_000 },
  ...{ companies: [] as object[], version: 0 },
}
async function setLimits(limits: Partial<typeof defaults>) {
  const { headers } = await makePerson('U0')
  const answer = await call(headers, 'PUT /loan/limits', { ...defaults, ...limits })
  expect(answer.statusCode).toBe(200)
}

async function openRelease(loan_id: number) {
  const query = ctx.deps.db.selectFrom('approval').select(['id', 'state', 'requested_by'])
  return query.where('action', '=', 'loan.release').where('subject_id', '=', loan_id).execute()
}

test('one person approves at the limit; above it the call is 202 and another person approves at once', async () => {
  const [first, second] = [await makePerson(), await makePerson()]
  const { loan: small } = await makeLoan(ctx, { amount_cents: 5_000_000 })
  const { loan: large } = await makeLoan(ctx, { amount_cents: 5_000_001 })
  expect((await approve(first.headers, small.id)).json()).toMatchObject({ status: 'APP' })

  const asked = await approve(first.headers, large.id)
  expect(asked.statusCode).toBe(202)
  const { approval } = asked.json()
  expect(approval).toMatchObject({
    ...{ action: 'loan.approve', subject_id: large.id, amount: 50_000.01, state: 'open' },
    lines: expect.arrayContaining([{ label: 'Pasa del límite de', value: '$50,000.00 por solicitud' }]),
  })
  expect(await findLoan(ctx, large.id)).toMatchObject({ state: 'requested', decided_by: null })
  expect((await approve(second.headers, large.id)).json().code).toBe('approval.already_open')
  expect((await authorize(first.headers, approval.id)).json().code).toBe('approval.own')
  const otherSession = await signIn(ctx, first.user)
  expect((await authorize(otherSession, approval.id)).json().code).toBe('approval.own')
  expect((await authorize(second.headers, approval.id)).statusCode).toBe(200)
  expect(await findLoan(ctx, large.id)).toMatchObject({ state: 'approved', decided_by: second.user.id })
})

test('an amount that changed after the request makes it stale', async () => {
  const [first, second] = [await makePerson(), await makePerson()]
  const { loan } = await makeLoan(ctx, { amount_cents: 6_000_000 })
  const { approval } = (await approve(first.headers, loan.id)).json()
  const changes = { amount_cents: 7_000_000, total_debt_cents: 9_000_000 }
  await ctx.deps.db.updateTable('loan').set(changes).where('id', '=', loan.id).execute()
  expect((await authorize(second.headers, approval.id)).json().code).toBe('approval.subject_changed')
  expect((await findLoan(ctx, loan.id)).state).toBe('requested')
})

test('a rejection by somebody else makes the request stale, also after an earlier rejection', async () => {
  const [first, second, third] = [await makePerson(), await makePerson(), await makePerson()]
  const { loan } = await makeLoan(ctx, { amount_cents: 6_000_000 })
  for (let round = 0; round < 2; round += 1) {
    const { approval } = (await approve(first.headers, loan.id)).json()
    if (round === 1)
      await ctx.deps.db.updateTable('loan').set({ state: 'requested' }).where('id', '=', loan.id).execute()
    ctx.setNow(`2026-11-20T16:1${round}:00Z`)
    const rejected = await call(third.headers, `PATCH /loan/${loan.id}`, { status: 'REJ', reason: 'Falsos' })
    expect(rejected.statusCode).toBe(200)
    const late = await authorize(second.headers, approval.id)
    expect([late.statusCode, late.json().code]).toEqual([409, 'approval.subject_changed'])
    expect((await findLoan(ctx, loan.id)).state).toBe('rejected')
  }
  const { approval } = (await approve(first.headers, loan.id)).json()
  expect((await authorize(second.headers, approval.id)).statusCode).toBe(200)
})

test('who asked on a worker’s behalf does not approve, below the limit and above it, and may reject', async () => {
  const [asker, other] = [await makePerson(), await makePerson()]
  for (const amount of [10_000, 60_000]) {
    const worker = await makeWorker(ctx, { biweekly_salary_cents: 4_000_000 })
    const body = { user: worker.id, type: 'credit', amount, period: 12 }
    const { id } = (await call(asker.headers, 'POST /loan', body)).json()
    for (const headers of [asker.headers, await signIn(ctx, asker.user)]) {
      const own = await approve(headers, id)
      expect([own.statusCode, own.json().code]).toEqual([403, 'loan.own_request'])
    }
    const blockerFor = async (headers: Headers) =>
      (await call(headers, `GET /loan/${id}`)).json().approval_blocker
    expect(await blockerFor(asker.headers)).toBe('loan.own_request')
    expect(await blockerFor(other.headers)).toBeUndefined()
    if (amount === 10_000) expect((await approve(other.headers, id)).statusCode).toBe(200)
    else {
      const { approval } = (await approve(other.headers, id)).json()
      expect((await authorize(asker.headers, approval.id)).json().code).toBe('loan.own_request')
      expect((await findLoan(ctx, id)).state).toBe('requested')
    }
    const rejected = await call(asker.headers, `PATCH /loan/${id}`, { status: 'REJ' })
    expect(rejected.json()).toMatchObject({ status: 'REJ' })
  }
})

test('the database refuses that who asked approves', async () => {
  const { user } = await makePerson()
  const { loan } = await makeLoan(ctx)
  const values = { requested_by: user.id, decided_by: user.id, state: 'approved' as const }
  const update = ctx.deps.db.updateTable('loan').set(values).where('id', '=', loan.id)
  await expect(update.execute()).rejects.toThrow('loan_approved_by_another')
})

test('a company may have its own limit, and one approver a sum of the day', async () => {
  const { headers } = await makePerson()
  const { loan } = await makeLoan(ctx, { amount_cents: 10_000_00 })
  await setLimits({
    companies: [{ company: Number(loan.company_id), approval: 9_999.99 }],
    per_approver: 15_000,
  })
  expect((await approve(headers, loan.id)).statusCode).toBe(202)
  const [one, two] = [await makeLoan(ctx), await makeLoan(ctx)]
  expect((await approve(headers, one.loan.id)).statusCode).toBe(200)
  const { approval } = (await approve(headers, two.loan.id)).json()
  expect(approval.lines.at(-1).value).toBe('$15,000.00 al día por quien aprueba')
  const { headers: fresh } = await makePerson()
  expect((await authorize(fresh, approval.id)).statusCode).toBe(200)
})

test('a payout above the day’s limit waits, is asked for once, and leaves after another person allowed it', async () => {
  const [approver, other] = [await makePerson(), await makePerson()]
  const offer = await makeOffer(ctx)
  await ctx.deps.db
    .updateTable('loan')
    .set({ decided_by: approver.user.id })
    .where('id', '=', offer.loan.id)
    .execute()
  await setLimits({ per_approver: 9_999.99 })
  const key = randomUUID()
  for (let time = 0; time < 2; time += 1) {
    const held = await acceptCall(ctx, offer, { key })
    expect([held.statusCode, held.json().code]).toEqual([409, 'loan.awaits_release'])
  }
  expect((await findLoan(ctx, offer.loan.id)).state).toBe('approved')
  expect(await ordersOf(ctx, offer.loan.id)).toEqual([])
  const [asked, ...more] = await openRelease(offer.loan.id)
  expect(more).toEqual([])
  expect(asked).toMatchObject({ state: 'open', requested_by: offer.worker.id })
  const own = await authorize(approver.headers, asked?.id ?? 0)
  expect([own.statusCode, own.json().code]).toEqual([403, 'loan.own_decision'])
  expect((await authorize(other.headers, asked?.id ?? 0)).statusCode).toBe(200)
  const sent = await whileSending(ctx, () => acceptCall(ctx, offer, { key }))
  expect([sent.statusCode, sent.headers['idempotent-replay']]).toEqual([200, undefined])
  expect(await ordersOf(ctx, offer.loan.id)).toHaveLength(1)
})

test('an advance above the limit of one loan, which nobody approves, waits for another person', async () => {
  const { headers } = await makePerson()
  const worker = await makeWorker(ctx, { biweekly_salary_cents: 40_000_000 })
  const share = { advance_share: 0.5, advance_cap_cents: null }
  await ctx.deps.db.updateTable('company').set(share).where('id', '=', Number(worker.company_id)).execute()
  const own = await signIn(ctx, worker)
  const { id } = (await call(own, 'POST /loan', { type: 'advance', amount: 150_000 })).json()
  const loan = await findLoan(ctx, id)
  const offer = { loan, worker, headers: own, contract_sha256: await showContract(ctx, { loan, worker }) }
  const held = await acceptCall(ctx, offer)
  expect([held.statusCode, held.json().code]).toEqual([409, 'loan.awaits_release'])
  expect(await ordersOf(ctx, id)).toEqual([])
  const [asked] = await openRelease(id)
  expect((await authorize(headers, asked?.id ?? 0)).json().lines).toContainEqual({
    ...{ label: 'Pasa del límite de', value: '$50,000.00 por solicitud' },
  })
  const sent = await whileSending(ctx, () => acceptCall(ctx, offer))
  expect(sent.statusCode).toBe(200)
})

test('an advance at the limit of one loan waits for nobody', async () => {
  const offer = await makeOffer(ctx, { type: 'advance', amount_cents: 5_000_000 })
  expect((await whileSending(ctx, () => acceptCall(ctx, offer))).statusCode).toBe(200)
})

test('limits are changed by an admin with an audit row; another version is 409', async () => {
  const { headers } = await makePerson('U0')
  const changed = await call(headers, 'PUT /loan/limits', { ...defaults, approval: 20_000 })
  expect(changed.json()).toEqual({ ...defaults, approval: 20_000, version: 1 })
  expect((await call(headers, 'PUT /loan/limits', defaults)).json().code).toBe('order_limits.changed')
  const rows = ctx.deps.db.selectFrom('audit').select(['before', 'after'])
  expect(await rows.where('action', '=', 'loan_limits.changed').execute()).toMatchObject([
    { before: { approval: 5_000_000 }, after: { approval: 2_000_000, is_alone: true } },
  ])
})
