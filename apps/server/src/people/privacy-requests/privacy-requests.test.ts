import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeStaff, makeWorker, signIn } from '../../../test/factories.ts'

let ctx: TestContext

beforeAll(async () => {
  ctx = await createTestContext()
})
beforeEach(() => ctx.setNow('2026-11-02T16:00:00Z'))

const request = { right: 'rectification', detail: 'Mi domicilio es otro.' }

function call(path: string, headers: Record<string, string>, payload?: object) {
  const method = payload === undefined ? 'GET' : 'POST'
  return ctx.app.inject({ method, url: `${ctx.api}${path}`, headers, ...(payload && { payload }) })
}

async function noticesOf(recipient_id: number) {
  const rows = await ctx.deps.db
    .selectFrom('notification')
    .select('title')
    .where('recipient_id', '=', recipient_id)
    .execute()
  return rows.map(({ title }) => title)
}

test('stores a request with folio and due day, notifies staff, and lets an admin answer it once [E2.65]', async () => {
  const [worker, admin] = [await makeWorker(ctx), await makeStaff(ctx, 'U0')]
  const [own, staff] = [await signIn(ctx, worker), await signIn(ctx, admin)]
  const sent = await call('/privacy/requests', own, request)
  expect(sent.statusCode).toBe(201)
  const { id, folio } = sent.json()
  expect(sent.json()).toMatchObject({ ...request, state: 'open', answer: null, answer_due: '2026-12-01' })
  expect(folio).toMatch(/^ARCO-\d{6}$/)
  expect(await noticesOf(admin.id)).toContain(`Solicitud de datos personales ${folio}`)

  const open = await call(`/privacy/requests?state=open&user__id=${worker.id}`, staff)
  expect(open.json().results).toMatchObject([{ id, user: worker.id, user_email: worker.email }])

  const path = `/privacy/requests/${id}/answer`
  const answered = await call(path, staff, { answer: 'Corregimos tu domicilio.' })
  expect(answered.json()).toMatchObject({ state: 'answered', answer: 'Corregimos tu domicilio.' })
  expect(await noticesOf(worker.id)).toContain(`Respondimos tu solicitud ${folio}`)
  const again = await call(path, staff, { answer: 'Otra cosa.' })
  expect([again.statusCode, again.json().code]).toEqual([409, 'privacy_request.answered'])
  const mine = await call('/privacy/requests', own)
  expect(mine.json()).toMatchObject({ count: 1, results: [{ answer: 'Corregimos tu domicilio.' }] })
})

test('hides other users’ requests, rejects a manager’s answer with 403 and a sixth open request with 409', async () => {
  const [worker, other] = [await makeWorker(ctx), await makeWorker(ctx)]
  const [own, stranger] = [await signIn(ctx, worker), await signIn(ctx, other)]
  const manager = await signIn(ctx, await makeStaff(ctx, 'U1'))
  const sent = await Promise.all(Array.from({ length: 7 }, () => call('/privacy/requests', own, request)))
  expect(sent.map(({ statusCode }) => statusCode).sort()).toEqual([201, 201, 201, 201, 201, 409, 409])
  expect((await call('/privacy/requests', stranger)).json().count).toBe(0)
  expect((await call(`/privacy/requests?user__id=${worker.id}`, stranger)).json().count).toBe(0)
  const answer = await call(`/privacy/requests/${sent[0]?.json().id}/answer`, manager, { answer: 'No.' })
  expect(answer.statusCode).toBe(403)
})

test('rejects an unknown right and an empty detail with 422 at their fields', async () => {
  const own = await signIn(ctx, await makeWorker(ctx))
  const answer = await call('/privacy/requests', own, { right: 'oblivion', detail: ' ' })
  expect([answer.statusCode, answer.json().errors]).toEqual([
    422,
    { right: ['Elige el derecho que quieres ejercer.'], detail: ['Cuéntanos qué datos y qué necesitas.'] },
  ])
})

test('stores feedback with its user and level, and lets staff read it by level [E9.7]', async () => {
  const worker = await makeWorker(ctx)
  const own = await signIn(ctx, worker)
  const staff = await signIn(ctx, await makeStaff(ctx, 'U1'))
  expect((await call('/feedback', own, { level: 'high', message: ' Muy claro ' })).statusCode).toBe(201)
  expect((await call('/feedback', own, { level: 'low' })).statusCode).toBe(201)
  expect((await call('/feedback', own, { level: 'great' })).json().errors).toEqual({
    level: ['Elige cómo te ha ido.'],
  })
  const high = await call('/feedback?level=high', staff)
  expect(high.json()).toMatchObject({ count: 1, results: [{ message: 'Muy claro', user: worker.id }] })
  expect((await call('/feedback', staff)).json().results[0]).toMatchObject({ level: 'low', message: '' })
  expect((await call('/feedback', own)).statusCode).toBe(403)
})
