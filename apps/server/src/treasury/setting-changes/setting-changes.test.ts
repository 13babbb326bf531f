import { beforeAll, describe, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeCompany } from '../../../test/factories.ts'
import { makeActiveLoan, staffHeaders } from '../../../test/loans.ts'

type Headers = Record<string, string>

let ctx: TestContext
let first: Headers
let second: Headers
let manager: Headers
beforeAll(async () => {
  ctx = await createTestContext()
  first = await staffHeaders(ctx, 'U0')
  second = await staffHeaders(ctx, 'U0')
  manager = await staffHeaders(ctx, 'U1')
})

async function call(headers: Headers, route: `${'GET' | 'POST' | 'PUT'} ${string}`, payload?: object) {
  const [method, url] = route.split(' ') as ['GET' | 'POST' | 'PUT', string]
  const answer = await ctx.app.inject({
    method,
    url: `${ctx.api}${url}`,
    headers,
    ...(payload && { payload }),
  })
  return { status: answer.statusCode, body: answer.json() }
}

const read = async (path: string) => (await call(manager, `GET ${path}`)).body
const changesOf = async (headers: Headers) =>
  (await call(headers, 'GET /approvals/summary')).body.setting_changes

/** The newest audit row of an action. */
const lastAudit = (action: string) =>
  ctx.deps.db
    .selectFrom('audit')
    .select(['actor_id', 'before', 'after'])
    .where('action', '=', action)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()

const loanLimits = '/loan/limits'
const orderLimits = '/stp/limits'
const mode = '/account-verifications/setting'
const signing = '/loan/signing-settings'

test('until the first payout one admin changes a setting alone, and the trail says so', async () => {
  const alone = await call(first, `PUT ${mode}`, { mode: 'warn', version: 0 })
  expect(alone).toEqual({ status: 200, body: { mode: 'warn', version: 1 } })
  expect((await lastAudit('account_verification.setting_changed')).after).toEqual({
    ...{ mode: 'warn', is_alone: true },
  })
  const stale = await call(first, `PUT ${mode}`, { mode: 'off', version: 0 })
  expect([stale.status, stale.body.code]).toEqual([409, 'account_verification.setting_changed'])
  expect((await call(manager, `PUT ${mode}`, { mode: 'off', version: 1 })).status).toBe(403)
  const stored = await read(loanLimits)
  expect((await call(first, `PUT ${loanLimits}`, { ...stored, approval: 60_000 })).status).toBe(200)
  expect(await changesOf(first)).toEqual([])
})

test('a company that does not exist is refused at its field', async () => {
  const stored = await read(loanLimits)
  const companies = [{ company: 987_654, approval: 10 }]
  const refused = await call(first, `PUT ${loanLimits}`, { ...stored, companies })
  expect(refused).toMatchObject({ status: 422, body: { errors: { companies: [expect.any(String)] } } })
})

test('codes by SMS are refused without a provider of messages', async () => {
  const { messenger } = ctx.deps
  ctx.deps.messenger = null
  const stored = await read(signing)
  const refused = await call(first, `PUT ${signing}`, { ...stored, channel: 'message' })
  ctx.deps.messenger = messenger
  expect(stored).toEqual({ channel: 'none', version: 0, has_messages: false })
  expect(refused).toMatchObject({ status: 422, body: { errors: { channel: [expect.any(String)] } } })
})

describe('after the first payout', () => {
  beforeAll(async () => {
    await makeActiveLoan(ctx)
  })

  test.each([
    {
      ...{ path: loanLimits, action: 'loan_limits.changed', label: 'Al día en total' },
      change: { per_lender: 9_000_000 },
    },
    {
      ...{ path: orderLimits, action: 'order_limits.changed', label: 'Devoluciones de saldo' },
      change: { refund: 1_000, return: 500_000, verification: 50 },
    },
    {
      ...{ path: mode, action: 'account_verification.setting_changed' },
      ...{ label: 'Cuentas cuyo titular no se ha confirmado', change: { mode: 'block' } },
    },
    {
      ...{ path: signing, action: 'signing_settings.changed', label: 'Pedir un código al firmar' },
      change: { channel: 'message' },
    },
  ] as const)('$action waits for another admin', async ({ path, action, label, change }) => {
    const stored = await read(path)
    const body = { ...stored, ...change }
    const asked = await call(first, `PUT ${path}`, body)
    expect(asked.status).toBe(202)
    const { approval } = asked.body
    expect(approval).toMatchObject({ deciders: 'admin', subject: 'setting', state: 'open', amount: null })
    expect(approval.lines).toEqual([{ label, before: expect.any(String), value: expect.any(String) }])
    expect(await read(path)).toEqual(stored)
    expect(await changesOf(second)).toMatchObject([{ id: approval.id, requested_by: approval.requested_by }])

    const again = await call(second, `PUT ${path}`, body)
    expect([again.status, again.body.code]).toEqual([409, 'approval.already_open'])
    const approve = (headers: Headers) => call(headers, `POST /approvals/${approval.id}/approve`)
    expect((await approve(first)).body.code).toBe('approval.own')
    expect((await approve(manager)).body.code).toBe('approval.admin_only')
    expect(await read(path)).toEqual(stored)
    expect((await approve(second)).status).toBe(200)
    expect((await read(path)).version).toBe(stored.version + 1)
    expect(await changesOf(first)).toEqual([])
    const audited = await lastAudit(action)
    expect(audited.after).toMatchObject({ requested_by: approval.requested_by, approval_id: approval.id })
    expect(audited.actor_id).not.toBe(approval.requested_by)
  })

  test('a change that changes nothing asks nobody', async () => {
    const stored = await read(loanLimits)
    expect((await call(first, `PUT ${loanLimits}`, stored)).status).toBe(200)
    expect(await read(loanLimits)).toEqual(stored)
  })

  test('another admin reads the company whose limit changes, and may refuse', async () => {
    const { id, name } = await makeCompany(ctx)
    const stored = await read(loanLimits)
    const companies = [{ company: id, approval: 20_000 }]
    const { body } = await call(first, `PUT ${loanLimits}`, { ...stored, companies })
    expect(body.approval.lines).toEqual([
      { label: `Por solicitud en ${name}`, before: 'El de todas', value: '$20,000.00' },
    ])
    const path = `/approvals/${body.approval.id}` as const
    expect((await call(second, `POST ${path}/refuse`, { reason: 'Es mucho' })).status).toBe(200)
    expect(await read(loanLimits)).toEqual(stored)
    const again = await call(first, `PUT ${loanLimits}`, { ...stored, companies })
    expect((await call(second, `POST /approvals/${again.body.approval.id}/approve`)).status).toBe(200)
    expect((await read(loanLimits)).companies).toEqual([{ company: id, name, approval: 20_000 }])
  })

  test('a setting that changed meanwhile makes the request stale', async () => {
    const stored = await read(mode)
    const { body } = await call(first, `PUT ${mode}`, { mode: 'off', version: stored.version })
    const value = JSON.stringify({ mode: 'warn' })
    await ctx.deps.db
      .updateTable('setting')
      .set({ value })
      .where('name', '=', 'account_verification')
      .execute()
    const approved = await call(second, `POST /approvals/${body.approval.id}/approve`)
    expect([approved.status, approved.body.code]).toEqual([409, 'approval.subject_changed'])
    expect((await read(mode)).mode).toBe('warn')
  })
})
