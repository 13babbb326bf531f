import type { NoticeReason } from '@quincena/domain/notifications/kinds'
import { noticeToggles } from '@quincena/domain/notifications/topics'
import { beforeAll, expect, test, vi } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeStaff, makeWorker, signIn } from '../../../test/factories.ts'
import { notify } from './commands/notify.ts'
import { createEventStreams } from './routes/event-streams.ts'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})

async function person() {
  const user = await makeWorker(ctx)
  return { user, headers: await signIn(ctx, user) }
}

const notifyUser = (recipient_id: number, title: string, reason_key: NoticeReason = `security:${title}`) =>
  ctx.deps.db
    .transaction()
    .execute((trx) => notify(ctx.deps, trx, { recipient_id, title, message: 'm', reason_key }))

const get = async (path: string, headers: Record<string, string>) =>
  (await ctx.app.inject({ url: ctx.api + path, headers })).json()

test('lists a user’s notifications newest first, and lets them mark and remove their own [B3.6 B7.16 E2.57 E3.7 E7.9]', async () => {
  const { user, headers } = await person()
  await notifyUser(user.id, 'uno')
  await notifyUser(user.id, 'dos')
  const { count, results } = await get('/notification/', headers)
  expect(count).toBe(2)
  expect(results.map(({ title }: { title: string }) => title)).toEqual(['dos', 'uno'])
  expect(await get('/notification/unread-count', headers)).toEqual({ count: 2 })

  const url = `${ctx.api}/notification/${results[0].id}`
  const read = await ctx.app.inject({ method: 'PATCH', url, headers, payload: { checked: true } })
  expect(read.json()).toMatchObject({ title: 'dos', checked: true, recipient: user.id })
  expect(await get('/notification/unread-count', headers)).toEqual({ count: 1 })

  expect((await ctx.app.inject({ method: 'DELETE', url, headers })).statusCode).toBe(204)
  expect((await ctx.app.inject({ method: 'DELETE', url, headers })).statusCode).toBe(404)
  expect(await get('/notification/', headers)).toMatchObject({ count: 1 })
})

test('marks the caller’s notifications as read up to the newest that they saw', async () => {
  const [{ user, headers }, other] = [await person(), await person()]
  for (const title of ['uno', 'dos']) await notifyUser(user.id, title)
  await notifyUser(other.user.id, 'ajena')
  const { results } = await get('/notification/', headers)
  await notifyUser(user.id, 'tres')

  const url = `${ctx.api}/notification/read`
  const payload = { until: results[0].id }
  const answer = await ctx.app.inject({ method: 'POST', url, headers, payload })
  expect([answer.statusCode, answer.json()]).toEqual([200, { count: 1 }])
  const unread = await get('/notification/?checked=false', headers)
  expect(unread.results.map(({ title }: { title: string }) => title)).toEqual(['tres'])
  expect(await get('/notification/unread-count', other.headers)).toEqual({ count: 1 })
})

test('stores one notice per reason, with the loan that it is about', async () => {
  const { user, headers } = await person()
  const { id } = await ctx.deps.db
    .insertInto('loan')
    .values({
      user_id: user.id,
      company_id: user.company_id,
      type: 'advance',
      state: 'requested',
      amount_cents: 100_000,
      interest_rate: 0,
      term: 10,
      installments: 1,
      monthly_payment_cents: 100_000,
      total_debt_cents: 100_000,
      cat: null,
      payment_deadline: '2026-11-30',
      requested_day: '2026-11-20',
      created_at: '2026-11-20T16:00:00Z',
      updated_at: '2026-11-20T16:00:00Z',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await notifyUser(user.id, 'recordatorio', `due:${id}:2026-11-30`)
  await notifyUser(user.id, 'recordatorio', `due:${id}:2026-11-30`)
  expect(await get('/notification/', headers)).toMatchObject({
    count: 1,
    results: [{ loan: id, loan_type: 'advance', about: { kind: 'loan', id: String(id) } }],
  })
})

test.each<[NoticeReason, object | null]>([
  ['transfer-refused:3:41', { kind: 'transfer', id: '41' }],
  ['review:3:42:2026-11-20T16:00:00Z', { kind: 'transfer', id: '42' }],
  ['incoming:0:7', { kind: 'incoming_payment', id: '7' }],
  ['incoming-contradicted:0:8:500', { kind: 'incoming_payment', id: '8' }],
  ['incoming-doubted:0:8:not_found', { kind: 'incoming_payment', id: '8' }],
  ['incoming-doubted-many:2026-11-20T16', { kind: 'incoming_payment', id: null }],
  ['incoming-unreadable:0:2026-11-20T16:00:00Z', { kind: 'incoming_payment', id: null }],
  ['reconciliation:2026-11-19:2', { kind: 'reconciliation', id: '2026-11-19' }],
  ['daily-totals:2026-11-20', { kind: 'reconciliation', id: null }],
  ['reconciliation-late:2026-11-19', { kind: 'reconciliation', id: '2026-11-19' }],
  ['payouts:2026-11-20T16:00:00Z', { kind: 'payouts', id: null }],
  ['account:1:2026-11-20T16:00:00Z', { kind: 'account', id: null }],
  ['document:1:2026-11-20T16:00:00Z', { kind: 'documents', id: null }],
  ['security:1', { kind: 'security', id: null }],
  ['import:1', null],
])('links a notice of %s to its subject, and not to a loan with the same id', async (reason, about) => {
  const { user, headers } = await person()
  await notifyUser(user.id, 'aviso', reason)
  const { results } = await get('/notification/', headers)
  expect(results).toMatchObject([{ about }])
  expect(results).toMatchObject([{ loan: null }])
})

test('restores a removed notification, which until then is not counted and not sent again [E2.58 E3.7]', async () => {
  const [mine, other] = [await person(), await person()]
  await notifyUser(mine.user.id, 'uno', 'security:once')
  const { results } = await get('/notification/', mine.headers)
  const url = `${ctx.api}/notification/${results[0].id}`
  const restore = (headers: Record<string, string>) =>
    ctx.app.inject({ method: 'POST', url: `${url}/restore`, headers })
  expect((await restore(mine.headers)).statusCode).toBe(404)
  await ctx.app.inject({ method: 'DELETE', url, headers: mine.headers })
  await notifyUser(mine.user.id, 'uno', 'security:once')
  expect(await get('/notification/', mine.headers)).toMatchObject({ count: 0, results: [] })
  expect(await get('/notification/unread-count', mine.headers)).toEqual({ count: 0 })
  expect((await get('/auth/user', mine.headers)).user.notifications).toBe(0)
  const patch = { method: 'PATCH' as const, url, headers: mine.headers, payload: { checked: true } }
  expect((await ctx.app.inject(patch)).statusCode).toBe(404)
  expect((await restore(other.headers)).statusCode).toBe(404)
  expect((await restore(mine.headers)).json()).toMatchObject({ title: 'uno', checked: false })
  expect(await get('/notification/unread-count', mine.headers)).toEqual({ count: 1 })
})

const turn = (headers: Record<string, string>, switches: object) =>
  ctx.app.inject({ method: 'PUT', url: `${ctx.api}/auth/preferences`, headers, payload: switches })

test.each<[NoticeReason, object]>([
  ['approved:1:a', { request_status: false }],
  ['due:1:2026-11-30:today', { payment_reminder: false }],
  ['document:1:a', { required_documentation: false }],
  ['password-expiry:a', { security_messages: false }],
])('silences %s only by its own switch, from the next notice on [E2.55]', async (reason, off) => {
  const { user, headers } = await person()
  await turn(headers, off)
  expect(await notifyUser(user.id, 'callado', reason)).toBe(false)
  expect(await get('/notification/', headers)).toMatchObject({ count: 0 })
  const on = Object.fromEntries(Object.keys(off).map((name) => [name, true]))
  await turn(headers, on)
  expect(await notifyUser(user.id, 'dicho', reason)).toBe(true)
  const [own = ''] = Object.keys(on)
  const others = Object.fromEntries(noticeToggles.filter((name) => name !== own).map((name) => [name, false]))
  await turn(headers, others)
  expect(await notifyUser(user.id, 'también', `${reason}-2`)).toBe(true)
})

test('sends notices of debts, returned money and account security whatever the switches say [E2.55]', async () => {
  const { user, headers } = await person()
  await turn(headers, Object.fromEntries(noticeToggles.map((name) => [name, false])))
  const always: NoticeReason[] = ['returned:1:a', 'reversed:1:a', 'overdue:1:a', 'account:1:a', 'security:a']
  for (const reason of always) expect(await notifyUser(user.id, reason, reason)).toBe(true)
  expect(await get('/notification/', headers)).toMatchObject({ count: always.length })
})

test('keeps all switches that are turned at the same time [E2.55]', async () => {
  const { headers } = await person()
  await Promise.all(noticeToggles.map((name) => turn(headers, { [name]: false })))
  const stored = await get('/auth/preferences', headers)
  expect(noticeToggles.filter((name) => stored[name])).toEqual([])
  const audited = await ctx.deps.db
    .selectFrom('audit')
    .select('after')
    .where('action', '=', 'preferences.changed')
    .where('subject_id', '=', (await get('/auth/user', headers)).user.id)
    .execute()
  expect(audited).toHaveLength(noticeToggles.length)
})

test('stores a staff message as read if the worker turned its topic off [E2.55]', async () => {
  const { user, headers } = await person()
  const staff = await signIn(ctx, await makeStaff(ctx))
  await turn(headers, { offers: false })
  const post = (topic?: string) => {
    const payload = { title: 'Hola', message: 'Qué tal', recipient: user.id, ...(topic && { topic }) }
    return ctx.app.inject({ method: 'POST', url: `${ctx.api}/notification/`, headers: staff, payload })
  }
  expect((await post('offers')).json()).toMatchObject({ checked: true })
  expect((await post()).json()).toMatchObject({ checked: false })
  expect((await post('otra')).statusCode).toBe(422)
  expect(await get('/notification/unread-count', headers)).toEqual({ count: 1 })
})

test('hides other users’ notifications, and lets staff read but not remove them [E7.9]', async () => {
  const [mine, theirs] = [await person(), await person()]
  await notifyUser(theirs.user.id, 'privado')
  const { results } = await get('/notification/', theirs.headers)
  const url = `${ctx.api}/notification/${results[0].id}`
  expect(await get(`/notification/?recipient=${theirs.user.id}`, mine.headers)).toMatchObject({
    count: 0,
    results: [],
  })
  expect(
    (await ctx.app.inject({ method: 'PATCH', url, headers: mine.headers, payload: { checked: true } }))
      .statusCode,
  ).toBe(404)
  expect((await ctx.app.inject({ method: 'DELETE', url, headers: mine.headers })).statusCode).toBe(404)
  const staff = await signIn(ctx, await makeStaff(ctx))
  expect(await get(`/notification/?recipient=${theirs.user.id}`, staff)).toMatchObject({ count: 1 })
  expect((await ctx.app.inject({ method: 'DELETE', url, headers: staff })).statusCode).toBe(404)
})

test('lets staff, but no worker, send messages; an unknown recipient is 422 [B7.17]', async () => {
  const { user, headers } = await person()
  const staff = await signIn(ctx, await makeStaff(ctx))
  const post = (by: Record<string, string>, recipient: number) =>
    ctx.app.inject({
      method: 'POST',
      url: `${ctx.api}/notification/`,
      headers: by,
      payload: { title: 'Hola', message: 'Qué tal', checked: false, recipient },
    })
  const sent = await post(staff, user.id)
  expect(sent.statusCode).toBe(201)
  expect(sent.json()).toMatchObject({ title: 'Hola', checked: false, recipient: user.id, loan: null })
  expect((await post(headers, user.id)).statusCode).toBe(403)
  const unknown = await post(staff, 999_999)
  expect(unknown.statusCode).toBe(422)
  expect(unknown.json().errors).toHaveProperty('recipient')
})

test('does not count reading the unread count as activity', async () => {
  const { user, headers } = await person()
  ctx.clock.now = ctx.clock.now.add({ minutes: 5 })
  await get('/notification/unread-count', headers)
  const { last_seen_at } = await ctx.deps.db
    .selectFrom('session')
    .select('last_seen_at')
    .where('user_id', '=', user.id)
    .executeTakeFirstOrThrow()
  expect(last_seen_at).toBe('2026-11-20T16:00:00.000Z')
  ctx.clock.now = ctx.clock.now.subtract({ minutes: 5 })
})

async function readUntil(stream: AsyncIterable<Buffer | string>, text: string) {
  let seen = ''
  for await (const chunk of stream) {
    seen += String(chunk)
    if (seen.includes(text)) break
  }
  return seen
}

/** The streams of a process whose sessions never end. */
const openStreams = () =>
  createEventStreams({
    events: ctx.deps.events,
    findOpenSessions: async (session_ids) => new Set(session_ids),
  })

test('sends each reader their own events, and staff those of their lists', async () => {
  const { user } = await person()
  const [reader, other] = [await makeWorker(ctx), await makeStaff(ctx)]
  const streams = openStreams()
  const open = (who: { id: number; user_type: 'U0' | 'U1' | 'U2' }) =>
    streams.open({ user: { ...who, company_id: null }, session_id: who.id })
  const [mine, elses, staffs] = [open(user), open(reader), open(other)]
  const publish = (id: number, user_ids: number[], staff: boolean) =>
    ctx.deps.db
      .transaction()
      .execute((trx) => ctx.deps.events.publish(trx, { topic: 'loan', id, user_ids, staff }))
  await publish(1, [user.id], true)
  await publish(2, [reader.id], false)
  expect(await readUntil(mine, 'data')).toBe('retry: 3000\n\nevent: loan\ndata: {"id":1}\n\n')
  expect(await readUntil(elses, 'data')).toBe('retry: 3000\n\nevent: loan\ndata: {"id":2}\n\n')
  expect(await readUntil(staffs, 'data')).toBe('retry: 3000\n\nevent: loan\ndata: {"id":1}\n\n')
})

test('sends a reader their own events of the last past_ms, and none without past_ms', async () => {
  const { user } = await person()
  const publish = (id: number, user_id: number) =>
    ctx.deps.db
      .transaction()
      .execute((trx) =>
        ctx.deps.events.publish(trx, { topic: 'loan', id, user_ids: [user_id], staff: false }),
      )
  await publish(8101, user.id)
  await publish(8102, user.id + 1_000_000)
  const receivedIds = () => ctx.deps.events.receivedWithin(60_000).map(({ id }) => id)
  await vi.waitFor(() => expect(receivedIds()).toEqual(expect.arrayContaining([8101, 8102])), 10_000)
  const streams = openStreams()
  const open = (past_ms: number) => streams.open({ user, session_id: user.id, past_ms })
  const [early, late] = [open(60_000), open(0)]
  await publish(8103, user.id)
  expect(await readUntil(early, '8103')).toMatch(/^retry: 3000\n\nevent: loan\ndata: \{"id":8101\}\n\nevent/)
  expect(await readUntil(late, 'data')).toBe('retry: 3000\n\nevent: loan\ndata: {"id":8103}\n\n')
})

test('sends heartbeats while the session is open and ends with it, and asks for all sessions at once', async () => {
  const { user } = await person()
  const asked: (readonly number[])[] = []
  let open = new Set([1, 2])
  const streams = createEventStreams({
    events: ctx.deps.events,
    heartbeat_ms: 20,
    async findOpenSessions(session_ids) {
      asked.push(session_ids)
      return open
    },
  })
  const [stream, sibling, other] = [1, 1, 2].map((session_id) => streams.open({ user, session_id }))
  if (stream === undefined) return expect.unreachable()
  let beats = 0
  for await (const chunk of stream) {
    beats += String(chunk).split(': beat').length - 1
    if (beats >= 2) open = new Set([2])
  }
  expect(beats).toBeGreaterThanOrEqual(2)
  // One question for all streams, with each session once.
  expect(asked[0]).toEqual([1, 2])
  expect([sibling?.writableEnded, other?.writableEnded]).toEqual([true, false])
  streams.close()
  expect(other?.writableEnded).toBe(true)
})

test('serves /events over HTTP to signed-in users, and 401 to others', async () => {
  const { user, headers } = await person()
  const address = await ctx.app.listen({ port: 0, host: '127.0.0.1' })
  const refused = await fetch(`${address}${ctx.api}/events`)
  expect(refused.status).toBe(401)
  const controller = new AbortController()
  const answer = await fetch(`${address}${ctx.api}/events`, { headers, signal: controller.signal })
  expect(answer.headers.get('content-type')).toContain('text/event-stream')
  await notifyUser(user.id, 'ahora')
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader()
  let seen = ''
  while (!seen.includes('event: notification')) seen += (await reader?.read())?.value ?? ''
  expect(seen).toMatch(/event: notification\ndata: \{"id":\d+\}/)
  const { signal } = controller
  const late = await fetch(`${address}${ctx.api}/events?past_ms=60000`, { headers, signal })
  const received = await late.body?.pipeThrough(new TextDecoderStream()).getReader().read()
  expect(received?.value).toMatch(/event: notification\ndata: \{"id":\d+\}/)
  controller.abort()
})

test('a sixth stream of a session ends the oldest one, and no stream of another session', async () => {
  const address = ctx.app.listeningOrigin
  const [first, second] = [await person(), await person()]
  const controller = new AbortController()
  const open = async ({ headers }: typeof first) => {
    const { signal } = controller
    const { body } = await fetch(`${address}${ctx.api}/events`, { headers, signal })
    const state = { seen: '', has_ended: false }
    const read = async () => {
      for await (const text of body?.pipeThrough(new TextDecoderStream()) ?? []) state.seen += text
      state.has_ended = true
    }
    read().catch(() => undefined)
    return state
  }
  const other = await open(second)
  const streams: Awaited<ReturnType<typeof open>>[] = []
  for (let count = 0; count < 6; count += 1) streams.push(await open(first))
  await expect.poll(() => streams.map(({ has_ended }) => has_ended)).toEqual([true, ...Array(5).fill(false)])
  expect(streams[0]?.seen).toContain('event: crowded')
  expect(other.has_ended).toBe(false)
  controller.abort()
})
