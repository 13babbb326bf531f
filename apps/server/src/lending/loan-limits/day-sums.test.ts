import { beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeStaff } from '../../../test/factories.ts'
import { acceptCall, findLoan, makeLoan, showContract, signIn } from '../../../test/loans.ts'
import { makeSecondAccount } from '../../../test/second-account.ts'

let ctx: TestContext
beforeEach(async () => {
  ctx = await createTestContext()
})

interface Person {
  id: number
}

/** Makes a call of a person in a session of now. */
async function callAs(person: Person, route: `${'PATCH' | 'POST' | 'PUT'} ${string}`, payload?: object) {
  const [method, path] = route.split(' ') as ['PATCH' | 'POST' | 'PUT', string]
  const headers = await signIn(ctx, person)
  return ctx.app.inject({ method, url: `${ctx.api}${path}`, headers, ...(payload && { payload }) })
}
const approve = (person: Person, loan: { id: number }) =>
  callAs(person, `PATCH /loan/${loan.id}`, { status: 'APP' })
const authorize = (person: Person, id: number) => callAs(person, `POST /approvals/${id}/approve`)

async function setLimits(limits: object) {
  const days = { per_approver: 300_000, per_company: 1_000_000, per_lender: 5_000_000 }
  const body = { approval: 50_000, ...days, companies: [], version: 0, ...limits }
  expect((await callAs(await makeStaff(ctx, 'U0'), 'PUT /loan/limits', body)).statusCode).toBe(200)
}

/** One person asks another to approve a new loan; returns it and the id of the request. */
async function askSecond(first: Person, amount_cents?: number) {
  const { loan, worker } = await makeLoan(ctx, amount_cents === undefined ? {} : { amount_cents })
  const asked = await approve(first, loan)
  expect(asked.statusCode, asked.body).toBe(202)
  return { loan, worker, id: Number(asked.json().approval.id) }
}

const days = Array.from({ length: 10 }, (_, round) => `2026-11-${10 + round}T18:00:00Z`)

test('of two approvals at once that exceed the day’s sum together one needs a second person, ten times', async () => {
  const people = [await makeStaff(ctx), await makeStaff(ctx)]
  await setLimits({ per_lender: 15_000 })
  for (const day of days) {
    ctx.setNow(day)
    const loans = [await makeLoan(ctx), await makeLoan(ctx)]
    const answers = await Promise.all(
      people.map((person, index) => approve(person, loans[index]?.loan ?? { id: 0 })),
    )
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 202])
  }
})

test('of two second approvals at once by one person, above their day’s sum, one is 409, ten times', async () => {
  const [first, second] = [await makeStaff(ctx), await makeStaff(ctx)]
  await setLimits({ approval: 5000, per_approver: 15_000 })
  for (const day of days) {
    ctx.setNow(day)
    const asked = [await askSecond(first), await askSecond(first)]
    const answers = await Promise.all(asked.map(({ id }) => authorize(second, id)))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
    const refused = answers.find(({ statusCode }) => statusCode === 409)
    expect(refused?.json().code).toBe('loan.approver_day_exceeded')
  }
})

test('the day of the sums begins at midnight in Mexico City', async () => {
  const person = await makeStaff(ctx)
  const approveAt = async (at: string) => {
    ctx.setNow(at)
    const { loan } = await makeLoan(ctx, { amount_cents: 5_000_000 })
    return (await approve(person, loan)).statusCode
  }
  for (let count = 0; count < 6; count += 1) expect(await approveAt('2026-11-20T06:00:00Z')).toBe(200)
  expect(await approveAt('2026-11-21T05:59:59Z')).toBe(202)
  expect(await approveAt('2026-11-21T06:00:00Z')).toBe(200)
})

test('the second approver’s day counts; another person approves, and they do the next day', async () => {
  const [first, second, third] = [await makeStaff(ctx), await makeStaff(ctx), await makeStaff(ctx)]
  expect((await authorize(second, (await askSecond(first, 20_000_000)).id)).statusCode).toBe(200)
  const [next, last] = [await askSecond(first, 20_000_000), await askSecond(first, 20_000_000)]
  for (const { id } of [next, last]) {
    const refused = await authorize(second, id)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'loan.approver_day_exceeded'])
  }
  expect((await authorize(third, next.id)).statusCode).toBe(200)
  ctx.setNow('2026-11-21T16:00:00Z')
  expect((await authorize(second, last.id)).statusCode).toBe(200)
})

test('what a second account of the approver approved today counts for both', async () => {
  const admin = await makeStaff(ctx, 'U0')
  await setLimits({ per_approver: 15_000 })
  const { user: second } = await makeSecondAccount(ctx, await signIn(ctx, admin))
  const loans = [await makeLoan(ctx), await makeLoan(ctx)]
  const answers = []
  for (const [index, person] of [admin, second].entries())
    answers.push((await approve(person, loans[index]?.loan ?? { id: 0 })).statusCode)
  expect(answers).toEqual([200, 202])
  const asked = await askSecond(await makeStaff(ctx), 5_100_000)
  const refused = await authorize(second, asked.id)
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'loan.approver_day_exceeded'])
})

test('a loan that alone exceeds the sum of an approver is approved by a second person without others', async () => {
  const [first, second] = [await makeStaff(ctx), await makeStaff(ctx)]
  const { id, loan } = await askSecond(first, 31_000_000)
  expect((await authorize(second, id)).statusCode).toBe(200)
  const people = { decided_by: second.id, first_approved_by: first.id }
  expect(await findLoan(ctx, loan.id)).toMatchObject(people)
})

test('with a limit of 0 for one approver a second person approves every loan', async () => {
  const [first, second] = [await makeStaff(ctx), await makeStaff(ctx)]
  await setLimits({ per_approver: 0 })
  for (let count = 0; count < 2; count += 1)
    expect((await authorize(second, (await askSecond(first)).id)).statusCode).toBe(200)
})

test('who approved first does not allow the payout', async () => {
  const [first, second, third] = [await makeStaff(ctx), await makeStaff(ctx), await makeStaff(ctx)]
  const { loan, worker, id } = await askSecond(first, 6_000_000)
  expect((await authorize(second, id)).statusCode).toBe(200)
  await setLimits({ per_lender: 50_000 })
  const offer = { worker, loan: await findLoan(ctx, loan.id), headers: await signIn(ctx, worker) }
  const held = await acceptCall(ctx, { ...offer, contract_sha256: await showContract(ctx, offer) })
  expect([held.statusCode, held.json().code]).toEqual([409, 'loan.awaits_release'])
  const query = ctx.deps.db.selectFrom('approval').select('id').where('action', '=', 'loan.release')
  const release = await query.executeTakeFirstOrThrow()
  for (const person of [first, second]) {
    const own = await authorize(person, release.id)
    expect([own.statusCode, own.json().code]).toEqual([403, 'loan.own_decision'])
  }
  expect((await authorize(third, release.id)).statusCode).toBe(200)
})

test('who raised the amount of a request does not approve it; who lowered it may', async () => {
  const [editor, other] = [await makeStaff(ctx), await makeStaff(ctx)]
  const { loan } = await makeLoan(ctx, { amount_cents: 100_000 })
  const edit = (amount: number) => callAs(editor, `PATCH /loan/${loan.id}`, { amount })
  expect((await edit(40_000)).statusCode).toBe(200)
  const own = await approve(editor, loan)
  expect([own.statusCode, own.json().code]).toEqual([403, 'loan.own_request'])
  expect((await approve(other, loan)).statusCode).toBe(200)

  const { loan: large } = await makeLoan(ctx, { amount_cents: 100_000 })
  await callAs(editor, `PATCH /loan/${large.id}`, { amount: 900 })
  expect((await approve(editor, large)).statusCode).toBe(200)
})
