import { beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeStaff, makeWorker, signIn } from '../../../test/factories.ts'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})

type Headers = Record<string, string>
const decide = (headers: Headers, is_given: boolean, changes: object = {}) =>
  ctx.app.inject({
    method: 'PUT',
    url: `${ctx.api}/auth/marketing-consent`,
    headers,
    payload: { is_given, wording_version: '1.0', place: 'settings', ...changes },
  })
const read = async (headers: Headers, path = '/auth/consents') =>
  (await ctx.app.inject({ url: `${ctx.api}${path}`, headers })).json()

const rowsOf = (user_id: number) =>
  ctx.deps.db
    .selectFrom('marketing_consent')
    .selectAll()
    .where('user_id', '=', user_id)
    .orderBy('id')
    .execute()

test('is not given until the worker gives it, and keeps each decision with its time and wording', async () => {
  const worker = await makeWorker(ctx)
  const headers = await signIn(ctx, worker)
  expect((await read(headers)).marketing).toEqual({ is_given: false, history: [] })
  const given = await decide(headers, true, { place: 'signing' })
  expect([given.statusCode, given.json().is_given]).toEqual([200, true])
  await decide(headers, true)
  ctx.setNow('2026-11-20T16:05:00Z')
  await decide(headers, false)
  ctx.setNow('2026-11-20T16:00:00Z')
  const history = [
    { is_given: false, wording_version: '1.0', decided_at: '2026-11-20T16:05:00.000Z' },
    { is_given: true, wording_version: '1.0', decided_at: '2026-11-20T16:00:00.000Z' },
  ]
  expect((await read(headers)).marketing).toEqual({ is_given: false, history })
  const staff = await signIn(ctx, await makeStaff(ctx))
  expect((await read(staff, `/auth/user/${worker.id}/consents`)).marketing.history).toEqual(history)
  expect(await rowsOf(worker.id)).toMatchObject([
    { is_given: true, place: 'signing', ip: '127.0.0.1' },
    { is_given: false, place: 'settings' },
  ])
})

test('of eight equal decisions at once one is stored', async () => {
  const worker = await makeWorker(ctx)
  const headers = await signIn(ctx, worker)
  const answers = await Promise.all(Array.from({ length: 8 }, () => decide(headers, true)))
  expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true)
  expect(await rowsOf(worker.id)).toHaveLength(1)
})

test('refuses another wording with 409 and a decision without a value with 422', async () => {
  const worker = await makeWorker(ctx)
  const headers = await signIn(ctx, worker)
  const outdated = await decide(headers, true, { wording_version: '0.9' })
  expect([outdated.statusCode, outdated.json().code]).toEqual([409, 'legal.version_outdated'])
  const form = await decide(headers, true, { is_given: 'tal vez' })
  expect(form.statusCode).toBe(422)
  expect(await rowsOf(worker.id)).toEqual([])
})
