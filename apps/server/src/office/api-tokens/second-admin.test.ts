import type { ApiTokenBody } from '@quincena/domain/api-tokens/schema'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { type Headers, makeToken, sendCall } from '../../../test/api-tokens.ts'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeStaff, signIn } from '../../../test/factories.ts'
import { makeActiveLoan } from '../../../test/loans.ts'

let ctx: TestContext
let headers: Headers
let second: Headers

beforeAll(async () => {
  ctx = await createTestContext({ is_ledger_checked: false })
  // After the first payout.
  await makeActiveLoan(ctx)
})
beforeEach(async () => {
  ctx.setNow('2026-11-20T16:00:00Z')
  headers = await signIn(ctx, await makeStaff(ctx, 'U0'))
  second = await signIn(ctx, await makeStaff(ctx, 'U0'))
})

const call = (caller: Headers, route: string, payload?: object) => sendCall(ctx, { caller, route, payload })
const codeOf = async (caller: Headers, route: string, payload?: object) => {
  const { status, body } = await call(caller, route, payload)
  return [status, body.code]
}

const writing = { scopes: ['payments:write'], name: 'ERP' } as const satisfies Partial<ApiTokenBody>
test('a token that changes something works when another admin approved it', async () => {
  const { caller, approval, api_token } = await makeToken(ctx, headers, {
    ...writing,
    scopes: ['loans:read', 'payments:write'],
  })
  expect(api_token.state).toBe('waiting')
  expect(approval).toMatchObject({
    action: 'api_token.activate',
    deciders: 'admin',
    title: 'Activar un token de API',
  })
  expect(approval.lines).toContainEqual({ label: 'Puede', value: 'Ver préstamos · Registrar pagos' })
  expect((await call(caller, 'GET /loan')).status).toBe(401)
  const approve = (who: Headers) => codeOf(who, `POST /approvals/${approval.id}/approve`)
  expect(await approve(headers)).toEqual([403, 'approval.own'])
  expect(await approve(await signIn(ctx, await makeStaff(ctx, 'U1')))).toEqual([403, 'approval.admin_only'])
  expect((await approve(second))[0]).toBe(200)
  expect((await call(caller, 'GET /loan')).status).toBe(200)
})

test('a refused one is revoked, and a revoked one is not approved any more', async () => {
  const [refused, revoked] = [await makeToken(ctx, headers, writing), await makeToken(ctx, headers, writing)]
  const reason = { reason: 'No lo conozco' }
  expect((await call(second, `POST /approvals/${refused.approval.id}/refuse`, reason)).status).toBe(200)
  await call(headers, `DELETE /auth/api-tokens/${revoked.api_token.id}`)
  expect(await codeOf(second, `POST /approvals/${revoked.approval.id}/approve`)).toEqual([
    409,
    'approval.not_open',
  ])
  const { body } = await call(headers, 'GET /auth/api-tokens?page_size=200')
  const states = [refused, revoked].map(
    ({ api_token }) => body.results.find(({ id }: { id: number }) => id === api_token.id).state,
  )
  expect(states).toEqual(['revoked', 'revoked'])
})

test('one that only reads needs no second admin', async () => {
  expect((await makeToken(ctx, headers, { scopes: ['loans:read', 'users:read'] })).api_token.state).toBe(
    'active',
  )
})

test('one whose request was withdrawn waits no more: it is revoked by who withdrew', async () => {
  const { approval, api_token, caller } = await makeToken(ctx, headers, writing)
  expect((await call(headers, `POST /approvals/${approval.id}/withdraw`)).status).toBe(200)
  const { body } = await call(headers, 'GET /auth/api-tokens?page_size=200')
  const { state, revoked_by, created_by } = body.results.find(({ id }: { id: number }) => id === api_token.id)
  expect([state, revoked_by]).toEqual(['revoked', created_by.name])
  expect((await call(caller, 'GET /loan')).status).toBe(401)
})
