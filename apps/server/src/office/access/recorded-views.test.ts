import { beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeStaff, makeWorker, signIn } from '../../../test/factories.ts'
import { makeActiveLoan, makeLoan } from '../../../test/loans.ts'

let ctx: TestContext

beforeAll(async () => {
  ctx = await createTestContext()
})

interface Call {
  method?: 'GET' | 'POST' | 'PATCH' | 'PUT'
  path: string
  payload?: object
}

/** A new manager, and the views that are recorded of theirs. */
async function openManager() {
  const { id } = await makeStaff(ctx, 'U1')
  const headers = await signIn(ctx, { id })
  const rows = ctx.deps.db
    .selectFrom('audit')
    .select(['subject', 'subject_id', 'after'])
    .where('actor_id', '=', id)
    .where('action', '=', 'personal_data.viewed')
    .orderBy('id')
  return {
    send: ({ method = 'GET', path, ...body }: Call) =>
      ctx.app.inject({ method, url: `${ctx.api}${path}`, headers, ...body }),
    expectViews: (views: unknown[]) => expect.poll(() => rows.execute(), { timeout: 5000 }).toEqual(views),
  }
}

const view = (subject: string, subject_id: number, document?: number) => ({
  ...{ subject, subject_id },
  after: { times: 1, ...(document === undefined ? {} : { document }) },
})

test('records empty changes of a person and of a loan as views of them', async () => {
  const { send, expectViews } = await openManager()
  const [patched, put] = [await makeWorker(ctx), await makeWorker(ctx)]
  const [{ loan: first }, { loan: second }] = [await makeLoan(ctx), await makeLoan(ctx)]
  const calls: Call[] = [
    { method: 'PATCH', path: `/auth/user/${patched.id}/update`, payload: {} },
    { method: 'PUT', path: `/auth/user/${put.id}/update`, payload: {} },
    { method: 'PATCH', path: `/loan/${first.id}`, payload: {} },
    { method: 'PUT', path: `/loan/${second.id}`, payload: {} },
  ]
  for (const call of calls) expect((await send(call)).statusCode).toBe(200)
  await expectViews([
    view('user', patched.id),
    view('user', put.id),
    view('loan', first.id),
    view('loan', second.id),
  ])
})

test('records what staff see of an order that they look up or ask STP for, by the id of the answer', async () => {
  const [{ order: asked }, { order: found }, { order: listed }] = [
    await makeActiveLoan(ctx),
    await makeActiveLoan(ctx),
    await makeActiveLoan(ctx),
  ]
  const { send, expectViews } = await openManager()
  const calls: Call[] = [
    { method: 'POST', path: `/stp/${asked.id}/ask` },
    { method: 'POST', path: '/stp/consulta-orden', payload: { tracking_key: found.tracking_key } },
    { method: 'POST', path: '/stp/', payload: { tracking_key: listed.tracking_key } },
    { path: '/stp' },
    { path: `/stp?loan=${listed.loan_id}` },
  ]
  for (const call of calls) expect((await send(call)).statusCode).toBe(200)
  await expectViews([
    view('transfer', asked.id),
    view('transfer', found.id),
    view('transfer', listed.id),
    view('loan', listed.loan_id),
  ])
})

test('records what staff see of a contract, of requested loans and of the documents of a loan', async () => {
  const { loan } = await makeLoan(ctx, { state: 'approved' })
  const { loan: listed } = await makeLoan(ctx)
  const free = await makeWorker(ctx)
  const { send, expectViews } = await openManager()
  expect((await send({ path: `/loan/get-loan-contract-payload/${loan.id}` })).statusCode).toBe(200)
  expect((await send({ path: `/documents/?loan__id=${listed.id}` })).statusCode).toBe(200)
  const payload = { type: 'credit', amount: 5000, period: 3, user: free.id }
  const requested = await send({ method: 'POST', path: '/loan/', payload })
  expect(requested.statusCode).toBe(201)
  await expectViews([view('loan', loan.id), view('loan', listed.id), view('loan', requested.json().id)])
})

test('refuses staff a list of everybody’s documents with 422, and records each file that they open', async () => {
  const worker = await makeWorker(ctx)
  const { send, expectViews } = await openManager()
  const whole = await send({ path: '/documents/?page_size=200' })
  expect([whole.statusCode, whole.json().code]).toEqual([422, 'document.filter_missing'])
  const list = await send({ path: `/documents/?user__id=${worker.id}` })
  const [first, second]: { id: number; file: string }[] = list.json().results
  if (first === undefined || second === undefined) throw new Error('no documents')
  const open = (file: string) => {
    const { pathname, search } = new URL(file)
    return ctx.app.inject(pathname + search)
  }
  for (const { file } of [first, second, first]) expect((await open(file)).statusCode).toBe(200)
  await expectViews([
    view('user', worker.id),
    view('user', worker.id, first.id),
    view('user', worker.id, second.id),
  ])

  for (const forged of [first.file.replace(/&staff=\d+/, ''), first.file.replace(/staff=\d+/, 'staff=1')])
    expect((await open(forged)).statusCode).toBe(403)
  const own = await signIn(ctx, worker)
  const theirs = await ctx.app.inject({ url: `${ctx.api}/documents/`, headers: own })
  expect(theirs.json().results[0].file).not.toContain('staff=')
})
