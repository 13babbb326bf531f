import { randomUUID } from 'node:crypto'
import { activityActions } from '@quincena/domain/activity/actions'
import { activityPage } from '@quincena/domain/activity/schema'
import { NOTED_KINDS } from '@quincena/domain/notes/schema'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeClabe, makeCompany, makeStaff, makeWorker, signIn } from '../../../test/factories.ts'
import { makeActiveLoan, makeLoan } from '../../../test/loans.ts'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})

async function personOf(user_type: 'U0' | 'U1') {
  const user = await makeStaff(ctx, user_type)
  const headers = await signIn(ctx, user)
  const name = `${user.first_name} ${user.last_name}`
  const send = async (method: 'GET' | 'POST' | 'PATCH', path: string, payload?: object) => {
    const key = method === 'GET' ? {} : { 'idempotency-key': randomUUID() }
    const options = { method, url: ctx.api + path, headers: { ...headers, ...key } }
    const answer = await ctx.app.inject({ ...options, ...(payload && { payload }) })
    return { status: answer.statusCode, body: answer.json() }
  }
  const read = async (path: string) => activityPage.parse((await send('GET', path)).body)
  return { ...user, name, send, read }
}

describe('the activity of a loan', () => {
  test('names who decided, the reason and the payments, newest first, and a manager reads it', async () => {
    const [manager, other] = [await personOf('U1'), await personOf('U1')]
    const { loan } = await makeLoan(ctx)
    const path = `/activity/loan/${loan.id}`
    const rejected = await manager.send('PATCH', `/loan/${loan.id}`, { status: 'REJ', reason: 'Sin nómina' })
    expect(rejected.status).toBe(200)
    await other.send('PATCH', `/loan/${loan.id}`, { status: 'APP' })

    const { count, results } = await manager.read(path)
    expect(count).toBe(2)
    expect(results).toMatchObject([
      { action: 'loan.approve', by: { id: other.id, name: other.name }, reason: null, about: null },
      { action: 'loan.reject', by: { id: manager.id, name: manager.name }, reason: 'Sin nómina' },
    ])
  })

  test('has its orders, its payments with the amount and the decisions on the documents', async () => {
    const manager = await personOf('U1')
    const { loan, worker, order } = await makeActiveLoan(ctx)
    const { amount_due } = (await manager.send('GET', `/loan/${loan.id}`)).body
    const paid = await manager.send('POST', '/loan/payment', {
      ...{ loan_request: loan.id, amount_paid: 100.5, previous_amount_due: amount_due },
    })
    expect(paid.status).toBe(201)
    const documents = await ctx.deps.db
      .selectFrom('document')
      .select('id')
      .where('user_id', '=', worker.id)
      .where('kind', '=', 'CIF')
      .execute()
    await manager.send('PATCH', `/documents/${documents[0]?.id}`, {
      review: 'refused',
      reason: 'Se ve borroso',
    })

    const { results } = await manager.read(`/activity/loan/${loan.id}?page_size=50`)
    expect(results).toMatchObject([
      { action: 'document.refused', about: 'CIF', reason: 'Se ve borroso', by: { id: manager.id } },
      { action: 'payment.recorded', amount: 10_050, by: { id: manager.id } },
      ...results.slice(2),
    ])
    expect(results.find(({ action }) => action === 'transfer.sent')).toMatchObject({
      about: order.tracking_key,
    })
    expect(results.find(({ action }) => action === 'loan.accept')?.by?.id).toBe(worker.id)
  })

  test('pages through the same rows that the audit trail has of the loan', async () => {
    const manager = await personOf('U1')
    const { loan } = await makeLoan(ctx)
    for (const text of ['uno', 'dos', 'tres', 'cuatro', 'cinco'])
      await manager.send('POST', `/activity/loan/${loan.id}/notes`, { text })
    const { rows } = await sql<{ id: number }>`
      select id from audit where subject = 'loan' and subject_id = ${loan.id} order by id desc`.execute(
      ctx.deps.db,
    )
    const pages = await Promise.all(
      [1, 2, 3].map((page) => manager.read(`/activity/loan/${loan.id}?page_size=2&page=${page}`)),
    )
    expect(pages.map(({ count }) => count)).toEqual([5, 5, 5])
    expect(pages.flatMap(({ results }) => results.map(({ id }) => id))).toEqual(rows.map(({ id }) => id))
  })
})

test('the activity of a person names the changed fields, never their values', async () => {
  const manager = await personOf('U1')
  const worker = await makeWorker(ctx)
  const changes = { debit_card_number: makeClabe(987_654), phone: '5511223344' }
  const answer = await manager.send('PATCH', `/auth/user/${worker.id}/update`, changes)
  expect(answer.status).toBe(200)
  const { results } = await manager.read(`/activity/user/${worker.id}`)
  const edited = results.find(({ action }) => action === 'user.updated')
  expect(edited?.fields).toEqual(expect.arrayContaining(['phone', 'debit_card_number']))
  expect(JSON.stringify(results)).not.toMatch(new RegExp(`5511223344|${changes.debit_card_number}`))
})

test('the activity masks account numbers in a reason and leaves views and sessions to the audit trail', async () => {
  const manager = await personOf('U1')
  const { loan, worker } = await makeLoan(ctx)
  const reason = 'La cuenta 012180001234567895 no es suya'
  await manager.send('PATCH', `/loan/${loan.id}`, { status: 'REJ', reason })
  const [entry] = (await manager.read(`/activity/loan/${loan.id}`)).results
  expect(entry?.reason).toBe('La cuenta ••••7895 no es suya')
  await manager.send('GET', `/auth/user/${worker.id}`)
  expect(activityActions.filter((action) => /viewed|session|password|account_revealed/.test(action))).toEqual(
    [],
  )
})

describe('notes', () => {
  test.each(NOTED_KINDS)('of a %s appear in its activity with their author and text', async (kind) => {
    const manager = await personOf('U1')
    const record = {
      loan: async () => (await makeLoan(ctx)).loan.id,
      user: async () => (await makeWorker(ctx)).id,
      company: async () => (await makeCompany(ctx)).id,
      transfer: async () => (await makeActiveLoan(ctx)).order.id,
    }
    const path = `/activity/${kind}/${await record[kind]()}`
    const written = await manager.send('POST', `${path}/notes`, { text: '  Llamó su jefe.  ' })
    expect(written).toMatchObject({ status: 201, body: { kind: 'note', text: 'Llamó su jefe.' } })
    const { results } = await (await personOf('U0')).read(path)
    expect(results[0]).toMatchObject({
      ...{ action: 'note.written', by: { id: manager.id, name: manager.name }, note: written.body },
      reason: null,
    })
    const { rows } = await sql<{ after: object }>`
      select after from audit where subject = ${kind} and action = 'note.written' order by id desc limit 1`.execute(
      ctx.deps.db,
    )
    expect(rows).toEqual([{ after: { note_id: written.body.id } }])
  })

  test.each([
    ['no text', { text: '   ' }],
    ['2,001 characters', { text: 'a'.repeat(2001) }],
  ])('with %s are refused with 422', async (_, payload) => {
    const manager = await personOf('U1')
    const { loan } = await makeLoan(ctx)
    expect((await manager.send('POST', `/activity/loan/${loan.id}/notes`, payload)).status).toBe(422)
  })

  test('cannot be changed, also not by the owner of the database', async () => {
    const manager = await personOf('U1')
    const { loan } = await makeLoan(ctx)
    const { body } = await manager.send('POST', `/activity/loan/${loan.id}/notes`, { text: 'Queda así' })
    const change = sql`update note set text = 'Otra cosa' where id = ${body.id}`
    await expect(change.execute(ctx.superuser)).rejects.toThrow('append only')
  })

  test('go with the request that an admin deletes', async () => {
    const admin = await personOf('U0')
    const { loan } = await makeLoan(ctx)
    const contact = { means: 'call', text: 'No contestó' }
    await admin.send('POST', `/loan/${loan.id}/contacts`, contact)
    const headers = await signIn(ctx, admin)
    const gone = await ctx.app.inject({ method: 'DELETE', url: `${ctx.api}/loan/${loan.id}`, headers })
    expect(gone.statusCode).toBe(204)
    const left = await ctx.deps.db.selectFrom('note').select('id').where('loan_id', '=', loan.id).execute()
    expect(left).toEqual([])
  })
})

describe('contacts', () => {
  test('of a loan keep how, what and what follows; the newest one is the latest', async () => {
    const manager = await personOf('U1')
    const { loan } = await makeLoan(ctx)
    const path = `/loan/${loan.id}/contacts`
    const first = {
      means: 'call',
      text: 'No contestó',
      next_step: 'Volver a llamar',
      next_step_on: '2026-11-23',
    }
    expect((await manager.send('POST', path, first)).body).toMatchObject({ kind: 'contact', ...first })
    const second = { means: 'company', text: 'La empresa paga el viernes' }
    const { body } = await manager.send('POST', path, second)
    expect(body).toMatchObject({ ...second, next_step: null, next_step_on: null })
    const latest = ctx.deps.db.selectFrom('loan_contact').selectAll().where('loan_id', '=', loan.id)
    expect(await latest.execute()).toEqual([{ loan_id: loan.id, note_id: body.id, next_step_on: null }])
    const { results } = await manager.read(`/activity/loan/${loan.id}`)
    expect(results.map(({ note }) => note?.text)).toEqual([second.text, first.text])
  })

  test.each([
    ['an unknown means', { means: 'pigeon', text: 'Hola' }, 'means'],
    ['a day without a next step', { means: 'call', text: 'Hola', next_step_on: '2026-11-24' }, 'next_step'],
    [
      'a next step in the past',
      { means: 'call', text: 'Hola', next_step: 'x', next_step_on: '2026-11-19' },
      'next_step_on',
    ],
  ])('with %s are refused at the field', async (_, payload, field) => {
    const manager = await personOf('U1')
    const { loan } = await makeLoan(ctx)
    const { status, body } = await manager.send('POST', `/loan/${loan.id}/contacts`, payload)
    expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
  })
})
