import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import {
  askedToken,
  type Headers,
  makeActiveToken,
  makeToken,
  sendCall,
  workerForm,
} from '../../../test/api-tokens.ts'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeStaff, makeWorker, signIn } from '../../../test/factories.ts'
import { makeActiveLoan, makeLoan } from '../../../test/loans.ts'
import { checkAudit } from '../../platform/audit/checks/audit.ts'
import { chainAudit } from '../../platform/audit/commands/chain-audit.ts'
import { auditContent, hasHmac } from '../../platform/audit/rules.ts'

let ctx: TestContext
let maker: { id: number }
let headers: Headers

beforeAll(async () => {
  ctx = await createTestContext({ is_ledger_checked: false })
})
beforeEach(async () => {
  ctx.setNow('2026-11-20T16:00:00Z')
  maker = await makeStaff(ctx, 'U0')
  headers = await signIn(ctx, maker)
})

const call = (caller: Headers, route: string, payload?: object) => sendCall(ctx, { caller, route, payload })
const codeOf = async (caller: Headers, route: string, payload?: object) => {
  const { status, body } = await call(caller, route, payload)
  return [status, body.code]
}

test('shows a new token once, stores only its hash, and lists its public beginning', async () => {
  const { token, api_token, approval } = await makeToken(ctx, headers, {
    scopes: ['loans:read'],
    valid_days: 90,
  })
  expect(token).toMatch(/^quincena_[a-z0-9]{8}_[\w-]{43}$/)
  expect(approval).toBeUndefined()
  expect(api_token).toMatchObject({
    ...{ name: 'Nómina', state: 'active', scopes: ['loans:read'], company: null, last_used_at: null },
    ...{ prefix: token.slice(0, 17), created_by: { id: maker.id }, expires_at: '2027-02-18T16:00:00.000Z' },
  })
  const list = await call(headers, 'GET /auth/api-tokens?page_size=200')
  expect(list.body.results).toContainEqual(api_token)
  expect(list.answer.body).not.toContain(token.slice(18))
  const row = await ctx.deps.db
    .selectFrom('api_token')
    .selectAll()
    .where('id', '=', api_token.id)
    .executeTakeFirstOrThrow()
  expect(JSON.stringify(row)).not.toContain(token.slice(18))
})

test.each([
  ['no scope', { scopes: [] }, 'scopes'],
  ['an unknown scope', { scopes: ['loans:approve'] }, 'scopes.0'],
  ['a scope twice', { scopes: ['loans:read', 'loans:read'] }, 'scopes'],
  ['more than a year', { valid_days: 366 }, 'valid_days'],
  ['no name', { name: ' ' }, 'name'],
  ['an unknown company', { company: 999_999 }, 'company'],
])('refuses a token with %s, at its field', async (_, wrong, field) => {
  const { status, body } = await call(headers, 'POST /auth/api-tokens', { ...askedToken, ...wrong })
  expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
})

test('needs a second factor of the last minutes to make a token, and none to revoke one', async () => {
  const careful = await createTestContext({ needs_factors: true })
  const admin = await makeStaff(careful, 'U0')
  const factor_at = careful.clock.now.subtract({ minutes: 6 }).toString()
  const session = await signIn(careful, admin)
  await careful.deps.db.updateTable('session').set({ factor_at }).where('user_id', '=', admin.id).execute()
  const url = `${careful.api}/auth/api-tokens`
  const refused = await careful.app.inject({
    method: 'POST',
    url,
    headers: { ...session },
    payload: askedToken,
  })
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'factor_required'])
  const missing = { method: 'DELETE', url: `${url}/999999`, headers: { ...session } } as const
  expect((await careful.app.inject(missing)).json().code).toBe('token.not_found')
})

test('may call what its scopes allow, and nothing else', async () => {
  const { caller } = await makeToken(ctx, headers, { scopes: ['loans:read'] })
  const { loan } = await makeLoan(ctx)
  expect((await call(caller, `GET /loan/${loan.id}`)).body.id).toBe(loan.id)
  const list = await call(caller, 'GET /loan')
  expect(list.status).toBe(200)
  expect(list.answer.headers).not.toHaveProperty('session-idle-seconds')
  const refused = [
    ...['GET /auth/users', 'GET /auth/user', 'GET /events', 'GET /auth/sessions', 'GET /loan/payment'],
    ...['GET /approvals', 'POST /approvals/1/approve', `PATCH /loan/${loan.id}`, 'POST /auth/logout'],
    ...['GET /loan/export', 'POST /loan/payment', 'GET /search?q=ana', 'POST /auth/change-password'],
  ]
  for (const route of refused)
    expect([route, await codeOf(caller, route)]).toEqual([route, [403, 'token.scope_missing']])
  for (const route of ['GET /auth/api-tokens', 'POST /auth/api-tokens', 'GET /audit', 'PUT /loan/limits'])
    expect([route, await codeOf(caller, route)]).toEqual([route, [403, 'route.forbidden']])
})

test('does not work in a cookie, cut off, or with other letters', async () => {
  const { token } = await makeToken(ctx, headers)
  for (const wrong of [token.slice(0, -1), `${token}x`, token.toUpperCase(), token.slice(18)])
    expect(await codeOf({ authorization: `Bearer ${wrong}` }, 'GET /loan')).toEqual([401, 'session.required'])
  expect(await codeOf({ cookie: `quincena-session=${token}` }, 'GET /loan')).toEqual([
    401,
    'session.required',
  ])
})

test('ends when it is revoked, when it expires, and when who made it is no active admin any more', async () => {
  const works = async (caller: Headers) => (await call(caller, 'GET /loan')).status
  const [revoked, expired, left, demoted] = [
    ...[
      await makeToken(ctx, headers),
      await makeToken(ctx, headers, { valid_days: 1 }),
      await makeToken(ctx, headers),
      await makeToken(ctx, headers),
    ],
  ]
  const all = [revoked, expired, left, demoted]
  const states = () => Promise.all(all.map(({ caller }) => works(caller)))
  expect(await states()).toEqual([200, 200, 200, 200])
  expect((await call(headers, `DELETE /auth/api-tokens/${revoked.api_token.id}`)).status).toBe(204)
  expect(await states()).toEqual([401, 200, 200, 200])
  expect((await call(headers, `DELETE /auth/api-tokens/${revoked.api_token.id}`)).status).toBe(204)
  const change = (set: { is_active?: boolean; user_type?: 'U0' | 'U1' }) =>
    ctx.deps.db.updateTable('app_user').set(set).where('id', '=', maker.id).execute()
  await change({ user_type: 'U1' })
  expect(await states()).toEqual([401, 401, 401, 401])
  await change({ user_type: 'U0', is_active: false })
  expect(await states()).toEqual([401, 401, 401, 401])
  const other = await signIn(ctx, await makeStaff(ctx, 'U0'))
  const stateOf = async (id: number) => {
    const { body } = await call(other, 'GET /auth/api-tokens?page_size=200')
    return body.results.find((row: { id: number }) => row.id === id).state
  }
  expect([await stateOf(revoked.api_token.id), await stateOf(left.api_token.id)]).toEqual(['revoked', 'left'])
  await change({ is_active: true })
  ctx.setNow(ctx.clock.now.add({ hours: 24 }).toString())
  expect(await states()).toEqual([401, 401, 200, 200])
})

test('reaches no account of the staff, and does nothing that only people do', async () => {
  const { caller } = await makeActiveToken(ctx, headers)
  const manager = await makeStaff(ctx, 'U1')
  const worker = await makeWorker(ctx)
  for (const id of [manager.id, maker.id]) {
    expect((await call(caller, `GET /auth/user/${id}`)).status).toBe(404)
    expect((await call(caller, `PATCH /auth/user/${id}/update`, { city: 'Oaxaca' })).status).toBe(404)
  }
  const types = (await call(caller, 'GET /auth/users?user_type=U0&page_size=200')).body.results
  expect(new Set(types.map(({ user_type }: { user_type: string }) => user_type))).toEqual(new Set(['U2']))
  const withPassword = { ...workerForm(31_010, worker.company_id ?? 0), password: 'Trueno-Lejano-58' }
  expect(await codeOf(caller, 'POST /auth/users', withPassword)).toEqual([403, 'token.human_only'])
  const asStaff = { ...workerForm(31_011, undefined), user_type: 'U1', key: 'S1' }
  expect(await codeOf(caller, 'POST /auth/users', asStaff)).toEqual([403, 'token.human_only'])
  const promoted = await call(caller, `PATCH /auth/user/${worker.id}/update`, { user_type: 'U0' })
  expect(promoted.status).toBe(403)
})

test('reads no whole account, and of a worker whose loan it reads no personal data', async () => {
  const { caller } = await makeActiveToken(ctx, headers)
  const worker = await makeWorker(ctx, { curp: 'PEGJ850101HDFRRN10' })
  const { loan } = await makeActiveLoan(ctx, { worker })
  const { loan: request } = await makeLoan(ctx)
  const { paying_account } = (await call(headers, `GET /stp?loan=${loan.id}`)).body.results[0]
  const { debit_card_number, bank_account_number } = worker
  const accounts = [paying_account, debit_card_number, `"${bank_account_number}"`]
  const [order] = (await call(caller, `GET /stp?loan=${loan.id}`)).body.results
  const routes = [
    ...[`GET /auth/user/${worker.id}`, `GET /loan/${loan.id}`, `GET /loan?user__id=${worker.id}`],
    ...[`GET /stp?loan=${loan.id}`, `GET /stp/${order.id}`, `GET /auth/users?search=${worker.key}`],
  ]
  for (const route of routes) {
    const { status, answer } = await call(caller, route)
    expect([route, status]).toEqual([route, 200])
    for (const account of accounts) expect([route, answer.body.includes(account)]).toEqual([route, false])
  }
  const { body } = await call(caller, `PATCH /auth/user/${worker.id}/update`, { city: 'Oaxaca' })
  expect(body.debit_card_number).toBe(`••••${debit_card_number?.slice(-4)}`)
  const asked = await call(caller, `GET /loan/${request.id}`)
  expect([asked.body.user.curp, asked.body.user.email, asked.body.background]).toEqual([null, '', undefined])
})

test('does not work again when who made it was deactivated and comes back', async () => {
  const other = await signIn(ctx, await makeStaff(ctx, 'U0'))
  const { caller, api_token } = await makeToken(ctx, headers, { scopes: ['loans:read'] })
  ctx.setNow('2026-11-20T16:30:00Z')
  for (const route of [`DELETE /auth/user/${maker.id}`, `POST /auth/user/${maker.id}/reactivate`])
    expect((await call(other, route)).status).toBe(204)
  expect(await codeOf(caller, 'GET /loan')).toEqual([401, 'session.required'])
  const { body } = await call(other, 'GET /auth/api-tokens?page_size=200')
  expect(body.results.find(({ id }: { id: number }) => id === api_token.id).state).toBe('left')
  ctx.setNow('2026-11-20T16:31:00Z')
  const again = await makeToken(ctx, await signIn(ctx, maker), { scopes: ['loans:read'] })
  expect((await call(again.caller, 'GET /loan')).status).toBe(200)
})

test('what it writes of a worker waits for another person than who made it', async () => {
  const { caller, api_token } = await makeActiveToken(ctx, headers, { scopes: ['users:write'] })
  const worker = await makeWorker(ctx)
  expect((await call(caller, `PATCH /auth/user/${worker.id}/update`, { biweekly_salary: 9000 })).status).toBe(
    200,
  )
  const approval = await ctx.deps.db
    .selectFrom('approval')
    .select(['id', 'requested_by'])
    .where('action', '=', 'worker.confirm')
    .where('subject_id', '=', worker.id)
    .executeTakeFirstOrThrow()
  expect(approval.requested_by).toBe(maker.id)
  expect(await codeOf(headers, `POST /approvals/${approval.id}/approve`)).toEqual([403, 'approval.own'])
  const { body } = await call(headers, 'GET /audit?action=user.updated')
  expect(body.results[0]).toMatchObject({ user: maker.id, api_token: { id: api_token.id, name: 'Nómina' } })
})

test('a command by a token is audited with the token, signed with the row', async () => {
  const { caller, api_token } = await makeActiveToken(ctx, headers, {
    scopes: ['payments:write', 'users:read'],
  })
  const { loan, worker } = await makeActiveLoan(ctx)
  const due = (await call(headers, `GET /loan/${loan.id}`)).body.amount_due
  const payment = { loan_request: loan.id, amount_paid: 100, previous_amount_due: due, channel: 'deduction' }
  const recorded = await call(caller, 'POST /loan/payment', payment)
  expect([recorded.status, recorded.body.code]).toEqual([201, undefined])
  expect((await call(caller, `GET /auth/user/${worker.id}`)).status).toBe(200)
  expect((await call(caller, 'GET /search?q=ana')).status).toBe(403)
  const rows = () =>
    ctx.deps.db
      .selectFrom('audit')
      .select(['id', 'action', 'actor_id'])
      .where('api_token_id', '=', api_token.id)
      .orderBy('action')
      .execute()
  await expect
    .poll(async () => (await rows()).map(({ action }) => action))
    .toEqual([...['access.denied', 'payment.recorded', 'personal_data.viewed']])
  expect(new Set((await rows()).map(({ actor_id }) => actor_id))).toEqual(new Set([maker.id]))
  await chainAudit(ctx.deps)
  const faults = async () => {
    const texts: string[] = []
    await checkAudit(ctx.deps, ({ text }) => texts.push(text))
    return texts.filter((text) => text.startsWith('changed'))
  }
  expect(await faults()).toEqual([])
  const [, recordedRow] = await rows()
  const { audit_keys } = ctx.deps.secrets
  const signed = await ctx.deps.db
    .selectFrom('audit')
    .select(['id', 'hmac', auditContent.as('content')])
    .where('id', '=', recordedRow?.id ?? 0)
    .executeTakeFirstOrThrow()
  expect(signed.content).toMatch(new RegExp(`\\{"api_token": ${api_token.id}\\}\\]$`))
  expect(hasHmac(audit_keys, signed, signed.hmac)).toBe(true)
  const withoutToken = { ...signed, content: signed.content.replace(/, \{"api_token": \d+\}/, '') }
  expect(hasHmac(audit_keys, withoutToken, signed.hmac)).toBe(false)
})

test('an idempotency key belongs to the token, not to who made it', async () => {
  const { caller } = await makeActiveToken(ctx, headers, { scopes: ['payments:write'] })
  const { caller: second } = await makeActiveToken(ctx, headers, { scopes: ['payments:write'] })
  const { loan } = await makeActiveLoan(ctx)
  const due = (await call(headers, `GET /loan/${loan.id}`)).body.amount_due
  const key = { 'idempotency-key': randomUUID() }
  const pay = (who: Headers) =>
    call({ ...who, ...key }, 'POST /loan/payment', {
      ...{ loan_request: loan.id, amount_paid: 100, previous_amount_due: due },
    })
  expect((await pay(caller)).status).toBe(201)
  const again = await pay(caller)
  expect([again.status, again.answer.headers['idempotent-replay']]).toEqual([201, 'true'])
  for (const other of [second, headers]) expect((await pay(other)).body.code).toBe('debt_changed')
})

test('its last use is written once a minute, with the address', async () => {
  const { caller, api_token } = await makeActiveToken(ctx, headers)
  const used = async () =>
    (await call(headers, 'GET /auth/api-tokens?page_size=200')).body.results.find(
      ({ id }: { id: number }) => id === api_token.id,
    )
  await call(caller, 'GET /loan')
  expect(await used()).toMatchObject({ last_used_at: '2026-11-20T16:00:00.000Z', last_used_ip: '127.0.0.1' })
  ctx.setNow('2026-11-20T16:00:59Z')
  await call(caller, 'GET /loan')
  expect((await used()).last_used_at).toBe('2026-11-20T16:00:00.000Z')
  ctx.setNow('2026-11-20T16:01:00Z')
  await Promise.all(Array.from({ length: 5 }, () => call(caller, 'GET /loan')))
  expect((await used()).last_used_at).toBe('2026-11-20T16:01:00.000Z')
})

test('has a rate limit of its own: 600 requests a minute, while other tokens and its maker go on', async () => {
  const [one, other] = [
    await makeToken(ctx, headers, { scopes: ['loans:read'] }),
    await makeToken(ctx, headers, { scopes: ['loans:read'] }),
  ]
  const statuses = []
  for (let n = 0; n < 601; n += 1) statuses.push((await call(one.caller, 'GET /auth/sessions')).status)
  expect(statuses.filter((status) => status === 403)).toHaveLength(600)
  expect(statuses.at(-1)).toBe(429)
  expect((await call(other.caller, 'GET /loan')).status).toBe(200)
  expect((await call(headers, 'GET /loan')).status).toBe(200)
})
