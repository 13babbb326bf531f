import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildAppWithActions } from '../../../test/approval-action.ts'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeStaff, makeWorker, signIn } from '../../../test/factories.ts'
import type { App } from '../../http/access.ts'

let ctx: TestContext
let app: App

beforeAll(async () => {
  ctx = await createTestContext()
  app = await buildAppWithActions(ctx)
})
afterAll(() => app.close())

type Person = Awaited<ReturnType<typeof makePerson>>

async function makePerson(type: 'U0' | 'U1' | 'U2') {
  const user = type === 'U2' ? await makeWorker(ctx) : await makeStaff(ctx, type)
  return { user, headers: await signIn(ctx, user) }
}

interface Sent {
  payload?: object
  key?: string
}

function post({ headers }: Person, path: string, { payload, key }: Sent = {}) {
  const sent = { ...headers, ...(key !== undefined && { 'idempotency-key': key }) }
  return app.inject({ method: 'POST', url: path, headers: sent, ...(payload && { payload }) })
}

const get = async ({ headers }: Person, path: string) =>
  (await app.inject({ url: `${ctx.api}${path}`, headers })).json()

/** Asks to raise a worker's salary of 8,000 pesos. */
async function request(by: Person, { after = 9000, path = '/test/raises', worker = by } = {}) {
  const subject = worker.user.user_type === 'U2' ? worker : await makePerson('U2')
  const payload = { user_id: subject.user.id, before: 8000, after }
  return { subject, payload, answer: await post(by, path, { payload }) }
}

async function makeOpen(by: Person, options: Parameters<typeof request>[1] = {}) {
  const { subject, payload, answer } = await request(by, options)
  expect(answer.statusCode).toBe(202)
  const { id } = answer.json().approval
  return { id: Number(id), subject, payload }
}

const decide = (by: Person, decision: `${'approve' | 'refuse' | 'withdraw'} ${number}`, sent: Sent = {}) => {
  const [verb, id] = decision.split(' ')
  const payload = verb === 'refuse' ? { payload: { reason: 'No procede' } } : {}
  return post(by, `${ctx.api}/approvals/${id}/${verb}`, { ...payload, ...sent })
}

async function salaryOf({ user }: Person) {
  const query = ctx.deps.db.selectFrom('app_user').select('biweekly_salary_cents').where('id', '=', user.id)
  return (await query.executeTakeFirstOrThrow()).biweekly_salary_cents
}

async function noticesOf({ user }: Person) {
  const query = ctx.deps.db.selectFrom('notification').select(['title', 'message'])
  return query.where('recipient_id', '=', user.id).orderBy('id').execute()
}

async function auditOf(id: number) {
  const query = ctx.deps.db.selectFrom('audit').select(['action', 'actor_id'])
  const rows = await query
    .where('subject', '=', 'approval')
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute()
  return rows.map(({ action, actor_id }) => [action, actor_id])
}

test('answers 202 with the request, changes nothing, and notifies the others who may decide', async () => {
  const [manager, other, worker] = [await makePerson('U1'), await makePerson('U0'), await makePerson('U2')]
  const { answer, payload } = await request(manager, { worker })
  expect(answer.statusCode).toBe(202)
  const { approval } = answer.json()
  expect(approval).toMatchObject({
    ...{ action: 'salary.raise', subject: 'user', subject_id: worker.user.id, state: 'open' },
    ...{ title: 'Cambiar el sueldo', amount: 9000, person: 'Ana', requester: 'Gerardo Soto' },
    ...{ requested_by: manager.user.id, deciders: 'staff', decider: null, decided_at: null, reason: null },
    lines: [{ label: 'Sueldo quincenal', before: '$8,000.00', value: '$9,000.00' }],
  })
  expect(approval.deciders_count).toBeGreaterThanOrEqual(1)
  expect(await salaryOf(worker)).toBe(800_000)
  expect(await noticesOf(other)).toContainEqual({
    title: 'Por autorizar: Cambiar el sueldo',
    message: '$9,000.00 · Ana. La pidió Gerardo Soto.',
  })
  expect(await noticesOf(manager)).toEqual([])
  const row = await ctx.deps.db
    .selectFrom('approval')
    .select('payload')
    .where('id', '=', approval.id)
    .executeTakeFirstOrThrow()
  expect(row.payload).toEqual(payload)
})

test('approves: carries the command out by the approving user, stores the result, notifies the requester', async () => {
  const [manager, admin] = [await makePerson('U1'), await makePerson('U0')]
  const { id, subject } = await makeOpen(manager)
  const answer = await decide(admin, `approve ${id}`)
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({ id, state: 'approved', decider: 'Gerardo Soto' })
  expect(await salaryOf(subject)).toBe(900_000)
  expect((await noticesOf(manager)).at(-1)?.title).toBe('Se autorizó: Cambiar el sueldo')
  expect(await auditOf(id)).toEqual([
    ['approval.requested', manager.user.id],
    ['approval.approved', admin.user.id],
  ])
  const stored = ctx.deps.db.selectFrom('approval').select(['result', 'decided_by']).where('id', '=', id)
  expect(await stored.executeTakeFirst()).toEqual({ result: { salary: 900_000 }, decided_by: admin.user.id })
})

test('refuses with a reason that the requester receives; a missing reason is 422', async () => {
  const [manager, admin] = [await makePerson('U1'), await makePerson('U0')]
  const { id, subject } = await makeOpen(manager)
  const silent = await decide(admin, `refuse ${id}`, { payload: { reason: ' ' } })
  expect([silent.statusCode, silent.json().errors]).toEqual([422, { reason: ['Escribe el motivo'] }])
  const answer = await decide(admin, `refuse ${id}`)
  expect(answer.json()).toMatchObject({ state: 'refused', reason: 'No procede' })
  expect(await salaryOf(subject)).toBe(800_000)
  expect((await noticesOf(manager)).at(-1)).toEqual({
    title: 'No se autorizó: Cambiar el sueldo',
    message: '$9,000.00 · Ana. Motivo: No procede',
  })
})

test.each(['U0', 'U1'] as const)(
  'a requester %s cannot approve or refuse their own request: 403',
  async (type) => {
    const person = await makePerson(type)
    const { id, subject } = await makeOpen(person)
    for (const decision of ['approve', 'refuse'] as const) {
      const answer = await decide(person, `${decision} ${id}`)
      expect([answer.statusCode, answer.json().code]).toEqual([403, 'approval.own'])
      expect(answer.json().detail).toBe('La pediste tú: la autoriza otra persona.')
    }
    expect(await salaryOf(subject)).toBe(800_000)
  },
)

test('a worker requests, sees and withdraws their own request, and decides none', async () => {
  const [worker, stranger, manager] = [await makePerson('U2'), await makePerson('U2'), await makePerson('U1')]
  const { id } = await makeOpen(worker)
  expect((await decide(worker, `approve ${id}`)).statusCode).toBe(403)
  expect((await decide(stranger, `refuse ${id}`)).statusCode).toBe(403)
  expect((await decide(stranger, `withdraw ${id}`)).statusCode).toBe(404)
  expect((await get(stranger, `/approvals/${id}`)).code).toBe('approval.not_found')
  expect((await get(stranger, '/approvals')).count).toBe(0)
  expect((await get(worker, '/approvals?mine=false')).count).toBe(0)
  const notOwn = await decide(manager, `withdraw ${id}`)
  expect([notOwn.statusCode, notOwn.json().code]).toEqual([403, 'approval.not_own'])
  expect((await decide(worker, `withdraw ${id}`)).json()).toMatchObject({ state: 'withdrawn', decider: null })
  expect((await decide(manager, `approve ${id}`)).json().code).toBe('approval.not_open')
  const second = await makeOpen(worker)
  await decide(manager, `approve ${second.id}`)
  expect(await get(worker, `/approvals/${second.id}`)).toMatchObject({ state: 'approved', decider: null })
  expect((await get(worker, '/approvals')).count).toBe(2)
})

test('where admins decide, a manager neither decides nor finds it as waiting, and gets no notice', async () => {
  const [manager, other, admin] = [await makePerson('U1'), await makePerson('U1'), await makePerson('U0')]
  const { id } = await makeOpen(manager, { path: '/test/large-raises' })
  const answer = await decide(other, `approve ${id}`)
  expect([answer.statusCode, answer.json().code]).toEqual([403, 'approval.admin_only'])
  const waiting = async (person: Person) =>
    (await get(person, '/approvals?mine=false&state=open&page_size=200')).results.map(
      (row: { id: number }) => row.id,
    )
  expect(await waiting(other)).not.toContain(id)
  expect(await waiting(admin)).toContain(id)
  expect(await noticesOf(other)).toEqual([])
  expect(await noticesOf(admin)).toHaveLength(1)
  expect((await decide(admin, `approve ${id}`)).statusCode).toBe(200)
})

test('a subject that changed makes the request stale with 409 and carries nothing out', async () => {
  const [manager, admin] = [await makePerson('U1'), await makePerson('U0')]
  const { id, subject } = await makeOpen(manager)
  const changes = { biweekly_salary_cents: 850_000 }
  await ctx.deps.db.updateTable('app_user').set(changes).where('id', '=', subject.user.id).execute()
  const answer = await decide(admin, `approve ${id}`, { key: `stale-${id}` })
  expect([answer.statusCode, answer.json().code]).toEqual([409, 'approval.subject_changed'])
  const replay = await decide(admin, `approve ${id}`, { key: `stale-${id}` })
  expect([replay.statusCode, replay.json().code]).toEqual([409, 'approval.subject_changed'])
  expect(await get(manager, `/approvals/${id}`)).toMatchObject({ state: 'stale', decider: null })
  expect(await salaryOf(subject)).toBe(850_000)
  expect((await noticesOf(manager)).at(-1)?.title).toBe('Quedó sin efecto: Cambiar el sueldo')
  expect((await decide(admin, `approve ${id}`)).json().code).toBe('approval.not_open')
})

test('an error of the command leaves the request open and its subject unchanged', async () => {
  const [manager, admin] = [await makePerson('U1'), await makePerson('U0')]
  const { id, subject } = await makeOpen(manager, { after: 666 })
  expect((await decide(admin, `approve ${id}`)).statusCode).toBe(503)
  expect(await get(admin, `/approvals/${id}`)).toMatchObject({ state: 'open', decided_at: null })
  expect(await salaryOf(subject)).toBe(800_000)
})

test('of five decisions at once exactly one wins, the others get 409, twenty times', async () => {
  const [manager, worker] = [await makePerson('U1'), await makePerson('U2')]
  const others = [await makePerson('U0'), await makePerson('U1'), await makePerson('U0')]
  for (let round = 0; round < 20; round += 1) {
    const { id, subject } = await makeOpen(round % 2 === 0 ? manager : worker)
    const requester = round % 2 === 0 ? manager : worker
    const answers = await Promise.all([
      ...others.map((person) => decide(person, `approve ${id}`)),
      ...others.slice(0, 1).map((person) => decide(person, `refuse ${id}`)),
      decide(requester, `withdraw ${id}`),
    ])
    const statuses = answers.map(({ statusCode }) => statusCode).toSorted()
    expect(statuses).toEqual([200, 409, 409, 409, 409])
    const { state } = await get(requester, `/approvals/${id}`)
    expect(await salaryOf(subject)).toBe(state === 'approved' ? 900_000 : 800_000)
    expect(await auditOf(id)).toHaveLength(2)
    await ctx.deps.db
      .updateTable('app_user')
      .set({ biweekly_salary_cents: 800_000 })
      .where('id', '=', subject.user.id)
      .execute()
  }
})

test('one open request per subject: a second one is 409, also at once, and a new one follows a decision', async () => {
  const [manager, admin, worker] = [await makePerson('U1'), await makePerson('U0'), await makePerson('U2')]
  const answers = await Promise.all([manager, admin].map((by) => request(by, { worker })))
  const first = answers.find(({ answer }) => answer.statusCode === 202)?.answer.json().approval
  const second = answers.find(({ answer }) => answer.statusCode !== 202)?.answer
  expect([second?.statusCode, second?.json().code]).toEqual([409, 'approval.already_open'])
  const other = first.requested_by === manager.user.id ? admin : manager
  await decide(other, `refuse ${first.id}`)
  expect((await request(manager, { worker })).answer.statusCode).toBe(202)
})

test('a repeated call with the same key requests once and approves once', async () => {
  const [manager, admin, worker] = [await makePerson('U1'), await makePerson('U0'), await makePerson('U2')]
  const payload = { user_id: worker.user.id, before: 8000, after: 9000 }
  const send = () => post(manager, '/test/raises', { payload, key: `ask-${worker.user.id}` })
  const [one, two] = [await send(), await send()]
  expect([one.statusCode, two.statusCode]).toEqual([202, 202])
  expect(two.json()).toEqual(one.json())
  const { id } = one.json().approval
  const approve = () => decide(admin, `approve ${id}`, { key: `approve-${id}` })
  const [first, again] = [await approve(), await approve()]
  expect([first.statusCode, again.statusCode]).toEqual([200, 200])
  expect(again.headers['idempotent-replay']).toBe('true')
  expect(await auditOf(id)).toHaveLength(2)
})

test('lists newest first by state, action and requester, with exact counts', async () => {
  const [manager, admin] = [await makePerson('U1'), await makePerson('U0')]
  const ids: number[] = []
  for (let index = 0; index < 4; index += 1) ids.push((await makeOpen(manager)).id)
  await decide(admin, `approve ${ids[0] ?? 0}`)
  await decide(admin, `refuse ${ids[1] ?? 0}`)
  await decide(manager, `withdraw ${ids[2] ?? 0}`)
  const list = async (query: string) => {
    const { count, results } = await get(manager, `/approvals?mine=true&${query}`)
    return { count, ids: results.map((row: { id: number }) => row.id) }
  }
  expect(await list('')).toEqual({ count: 4, ids: ids.toReversed() })
  expect(await list('state=open')).toEqual({ count: 1, ids: [ids[3]] })
  expect(await list('state=decided&page_size=2')).toEqual({ count: 3, ids: [ids[2], ids[1]] })
  expect(await list('state=refused')).toEqual({ count: 1, ids: [ids[1]] })
  expect((await list('action=salary.raise')).count).toBe(4)
  expect((await list('action=refund.release')).count).toBe(0)
})

test('the database refuses one person as requester and decider, other changes, and deletion', async () => {
  const [manager, admin] = [await makePerson('U1'), await makePerson('U0')]
  const { id } = await makeOpen(manager)
  const decision = { state: 'approved' as const, decided_at: '2026-11-20T16:00:00Z', result: '{}' }
  const update = (values: object) =>
    ctx.deps.db.updateTable('approval').set(values).where('id', '=', id).execute()
  await expect(update({ ...decision, decided_by: manager.user.id })).rejects.toThrow('approval_two_people')
  await expect(update({ ...decision, decided_by: null })).rejects.toThrow('approval_decision_whole')
  await expect(update({ amount_cents: 1 })).rejects.toThrow('keeps what was requested')
  await decide(admin, `approve ${id}`)
  await expect(update({ state: 'open' })).rejects.toThrow('is decided')
  const remove = ctx.deps.db.deleteFrom('approval').where('id', '=', id)
  await expect(remove.execute()).rejects.toThrow('append only')
})

test('says how many could decide: with a single active staff member, none but for others’ requests', async () => {
  const { db } = ctx.deps
  await db.updateTable('app_user').set({ is_active: false }).where('user_type', '<>', 'U2').execute()
  const [admin, worker] = [await makePerson('U0'), await makePerson('U2')]
  const own = await makeOpen(admin)
  const asked = await makeOpen(worker)
  expect(await get(admin, `/approvals/${own.id}`)).toMatchObject({ deciders_count: 0 })
  expect(await get(admin, `/approvals/${asked.id}`)).toMatchObject({ deciders_count: 1 })
  expect(await get(admin, '/approvals/summary')).toMatchObject({ active_staff: 1, active_admins: 1 })
  await makePerson('U1')
  expect(await get(admin, `/approvals/${own.id}`)).toMatchObject({ deciders_count: 1 })
  expect(await get(admin, '/approvals/summary')).toMatchObject({ active_staff: 2, active_admins: 1 })
})
