import { allApiScopes } from '@quincena/domain/api-tokens/scopes'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type Headers, makeActiveToken, makeToken, sendCall, workerForm } from '../../../test/api-tokens.ts'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeCompany, makeStaff, makeWorker, signIn } from '../../../test/factories.ts'
import { makeActiveLoan } from '../../../test/loans.ts'

let ctx: TestContext
let headers: Headers

beforeAll(async () => {
  ctx = await createTestContext({ is_ledger_checked: false })
})
beforeEach(async () => {
  ctx.setNow('2026-11-20T16:00:00Z')
  headers = await signIn(ctx, await makeStaff(ctx, 'U0'))
})

const call = (caller: Headers, route: string, payload?: object) => sendCall(ctx, { caller, route, payload })
const codeOf = async (caller: Headers, route: string, payload?: object) => {
  const { status, body } = await call(caller, route, payload)
  return [status, body.code]
}

test('a token of one company sees records of that company; those of another are 404', async () => {
  const [mine, other] = [await makeCompany(ctx), await makeCompany(ctx)]
  const [own, foreign] = [
    await makeWorker(ctx, { company_id: mine.id }),
    await makeWorker(ctx, { company_id: other.id }),
  ]
  const { loan } = await makeActiveLoan(ctx, { worker: own })
  const { loan: foreignLoan } = await makeActiveLoan(ctx, { worker: foreign })
  const order = async (loan_id: number) =>
    (
      await ctx.deps.db
        .selectFrom('transfer')
        .select('id')
        .where('loan_id', '=', loan_id)
        .executeTakeFirstOrThrow()
    ).id
  const scopes = [...allApiScopes].filter((scope) => scope.endsWith(':read'))
  const { caller } = await makeToken(ctx, headers, { scopes, company: mine.id })
  const paths = async (company: number, user: number, loan_id: number) => [
    ...[`/company/${company}`, `/auth/user/${user}`, `/loan/${loan_id}`, `/loan/${loan_id}/payoff`],
    ...[
      `/loan/payment?loan_request__id=${loan_id}`,
      `/loan/payment?loan_request__id=${loan_id}&user__id=${user}`,
    ],
    ...[
      `/stp/${await order(loan_id)}`,
      `/loan?company=${company}`,
      `/auth/users?company=${company}`,
      `/stp?company__id=${company}`,
    ],
  ]
  for (const path of await paths(mine.id, own.id, loan.id))
    expect([path, (await call(caller, `GET ${path}`)).status]).toEqual([path, 200])
  for (const path of await paths(other.id, foreign.id, foreignLoan.id))
    expect([path, ...(await codeOf(caller, `GET ${path}`))]).toEqual([path, 404, 'route.not_found'])
  const ids = async (route: string) =>
    (await call(caller, route)).body.results.map(({ id }: { id: number }) => id)
  expect(await ids('GET /auth/users?page_size=200')).toEqual([own.id])
  expect(await ids('GET /loan?page_size=200')).toEqual([loan.id])
  expect(await ids('GET /stp?page_size=200')).toEqual([await order(loan.id)])
  for (const path of ['/company', '/loan/payment', `/loan/payment?user__id=${own.id}`])
    expect(await codeOf(caller, `GET ${path}`)).toEqual([422, 'token.company_needed'])
})

test('a token of one company changes workers of that company alone', async () => {
  const [mine, other] = [await makeCompany(ctx), await makeCompany(ctx)]
  const own = await makeWorker(ctx, { company_id: mine.id })
  const foreign = await makeWorker(ctx, { company_id: other.id })
  const { caller } = await makeActiveToken(ctx, headers, {
    scopes: ['users:write', 'loans:write'],
    company: mine.id,
  })
  const edit = (id: number, patch: object) => codeOf(caller, `PATCH /auth/user/${id}/update`, patch)
  expect((await edit(own.id, { city: 'Oaxaca' }))[0]).toBe(200)
  expect(await edit(foreign.id, { city: 'Oaxaca' })).toEqual([404, 'route.not_found'])
  expect(await edit(own.id, { company: other.id })).toEqual([404, 'route.not_found'])
  expect((await call(caller, 'POST /auth/users', workerForm(31_001, mine.id))).status).toBe(201)
  expect(await codeOf(caller, 'POST /auth/users', workerForm(31_002, other.id))).toEqual([
    404,
    'route.not_found',
  ])
  expect(await codeOf(caller, 'POST /auth/users', workerForm(31_003, undefined))).toEqual([
    422,
    'token.company_needed',
  ])
  const credit = { type: 'credit', amount: 1000, period: '6', user: foreign.id }
  expect(await codeOf(caller, 'POST /loan', credit)).toEqual([404, 'route.not_found'])
  expect((await call(caller, 'POST /loan', { ...credit, user: own.id })).status).toBe(201)
})

test('when a worker changes to another company, neither company reads what belongs to the other', async () => {
  const [mine, other] = [await makeCompany(ctx), await makeCompany(ctx)]
  const worker = await makeWorker(ctx, { company_id: mine.id, curp: 'PEGJ850101HDFRRN09' })
  const { loan } = await makeActiveLoan(ctx, { worker })
  await ctx.deps.db
    .updateTable('app_user')
    .set({ company_id: other.id })
    .where('id', '=', worker.id)
    .execute()
  const scopes = [...allApiScopes].filter((scope) => scope.endsWith(':read'))
  const [before, now] = [
    await makeToken(ctx, headers, { scopes, company: mine.id }),
    await makeToken(ctx, headers, { scopes, company: other.id }),
  ]
  const detail = await call(before.caller, `GET /loan/${loan.id}`)
  expect(detail.body.user).toMatchObject({
    ...{ id: worker.id, first_name: worker.first_name, company_name: mine.name, company: null },
    ...{ email: '', curp: null, address: null, biweekly_salary: null, debit_card_number: null },
  })
  expect(detail.answer.body).not.toContain(other.name)
  expect((await call(before.caller, `GET /auth/user/${worker.id}`)).status).toBe(404)
  for (const path of [`loan_request__id=${loan.id}`, `loan_request__id=${loan.id}&user__id=${worker.id}`])
    expect((await call(now.caller, `GET /loan/payment?${path}`)).status).toBe(404)
  expect(await codeOf(now.caller, `GET /loan/payment?user__id=${worker.id}`)).toEqual([
    422,
    'token.company_needed',
  ])
})

test('makes no token for a deleted company', async () => {
  const gone = await makeCompany(ctx, { deleted_at: '2026-11-20T15:00:00Z' })
  const asked = { name: 'Nómina', scopes: ['loans:read'], company: gone.id, valid_days: 30 }
  expect(await codeOf(headers, 'POST /auth/api-tokens', asked)).toEqual([422, 'company.not_found'])
})

test('a token of a company that is deleted later does not work, and says why', async () => {
  const company = await makeCompany(ctx)
  const { caller, api_token } = await makeActiveToken(ctx, headers, { company: company.id })
  expect((await call(caller, 'GET /loan')).status).toBe(200)
  expect((await call(headers, `DELETE /company/${company.id}`)).status).toBe(204)
  expect(await codeOf(caller, 'GET /loan')).toEqual([401, 'session.required'])
  const { body } = await call(headers, 'GET /auth/api-tokens?page_size=200')
  expect(body.results.find(({ id }: { id: number }) => id === api_token.id).state).toBe('company_deleted')
})
