import { beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeCompany, makeStaff, makeWorker, signIn } from '../../../test/factories.ts'
import { lastOrder, makeActiveLoan, makeLoan, sendState } from '../../../test/loans.ts'
import { hashPassword } from '../auth/commands/hash-password.ts'

type Headers = Record<string, string>
let ctx: TestContext
let admin: Headers
let manager: Headers

beforeAll(async () => {
  ctx = await createTestContext()
  admin = await signIn(ctx, await makeStaff(ctx, 'U0'))
  manager = await signIn(ctx, await makeStaff(ctx, 'U1'))
})

function call(method: 'GET' | 'POST' | 'DELETE', path: string, headers = admin) {
  return ctx.app.inject({ method, url: `${ctx.api}${path}`, headers })
}
function send(method: 'POST' | 'PATCH', path: string, payload: object) {
  return ctx.app.inject({ method, url: `${ctx.api}${path}`, headers: admin, payload })
}

async function actionsOn(id: number) {
  const rows = await ctx.deps.db
    .selectFrom('audit')
    .select('action')
    .where('subject_id', '=', id)
    .where('action', 'like', 'user.%')
    .orderBy('id')
    .execute()
  return rows.map(({ action }) => action)
}

test('reactivates a user once, only by an admin', async () => {
  const { id } = await makeWorker(ctx)
  await call('DELETE', `/auth/user/${id}`)
  expect((await call('POST', `/auth/user/${id}/reactivate`, manager)).statusCode).toBe(403)
  expect((await call('POST', `/auth/user/${id}/reactivate`)).statusCode).toBe(204)
  expect((await call('GET', `/auth/user/${id}`)).json().is_active).toBe(true)
  expect((await call('POST', `/auth/user/${id}/reactivate`)).statusCode).toBe(404)
  expect(await actionsOn(id)).toEqual(['user.deactivated', 'user.reactivated'])
})

test('rejects a reactivation with 422 if the company was deleted', async () => {
  const { id: company_id } = await makeCompany(ctx)
  const { id } = await makeWorker(ctx, { company_id })
  await call('DELETE', `/auth/user/${id}`)
  expect((await call('DELETE', `/company/${company_id}`)).statusCode).toBe(204)
  const refused = await call('POST', `/auth/user/${id}/reactivate`)
  expect([refused.statusCode, refused.json().code]).toEqual([422, 'company.not_found'])
  expect((await call('GET', `/auth/user/${id}`)).json().is_active).toBe(false)
})

test('lists only deactivated users with is_active=false', async () => {
  const { id } = await makeWorker(ctx, { first_name: 'Ausencia' })
  await call('DELETE', `/auth/user/${id}`)
  const { results } = (await call('GET', '/auth/users?is_active=false&page_size=100')).json()
  expect(results.map((one: { id: number }) => one.id)).toContain(id)
  expect(new Set(results.map((one: { is_active: boolean }) => one.is_active))).toEqual(new Set([false]))
})

test('mails a new invitation, which replaces the first, while there is no password', async () => {
  const { id } = await makeWorker(ctx)
  expect((await call('GET', `/auth/user/${id}`)).json().is_invited).toBe(true)
  for (const _ of [1, 2]) {
    expect((await call('POST', `/auth/user/${id}/invite`, manager)).statusCode).toBe(204)
    expect(await ctx.drain(['mail-link'])).toBe(1)
  }
  const links = await ctx.deps.db.selectFrom('password_token').selectAll().where('user_id', '=', id).execute()
  expect(links.map(({ kind }) => kind)).toEqual(['invitation', 'invitation'])
  expect(links.filter(({ used_at }) => used_at === null)).toHaveLength(1)
  expect(await actionsOn(id)).toEqual(['user.invited', 'user.invited'])
})

test('rejects invitations of users with a password, of staff by a manager and of deactivated users', async () => {
  const known = await makeWorker(ctx, { password_hash: await hashPassword('Prueba-2026') })
  const again = await call('POST', `/auth/user/${known.id}/invite`, manager)
  expect([again.statusCode, again.json().code]).toEqual([409, 'user.already_in'])
  expect((await call('GET', `/auth/user/${known.id}`)).json().is_invited).toBe(false)
  const staff = await makeStaff(ctx, 'U1')
  expect((await call('POST', `/auth/user/${staff.id}/invite`, manager)).statusCode).toBe(403)
  expect((await call('POST', `/auth/user/${staff.id}/invite`)).statusCode).toBe(204)
  const gone = await makeWorker(ctx, { is_active: false })
  expect((await call('POST', `/auth/user/${gone.id}/invite`)).statusCode).toBe(404)
})

test('reports an account number as taken only within its bank [B5.29]', async () => {
  const { bank_account_number } = await makeWorker(ctx)
  const taken = async (bank: string) =>
    (await call('GET', `/auth/taken?field=bank_account_number&value=${bank_account_number}${bank}`)).json()
  expect(await taken('&bank=40012')).toEqual({ taken: true })
  expect(await taken('&bank=40002')).toEqual({ taken: false })
  expect(await taken('')).toEqual({ taken: true })
})

test('never reports a generic RFC as taken', async () => {
  await makeWorker(ctx, { rfc: 'XAXX010101000' })
  expect((await call('GET', '/auth/taken?field=rfc&value=xaxx010101000')).json()).toEqual({ taken: false })
})

test('rejects the deletion of a worker with 409 while an order to their account is open or in review', async () => {
  const { loan, worker } = await makeActiveLoan(ctx)
  const order = await lastOrder(ctx, loan.id)
  await sendState(ctx, order, { estado: 'LQ' })
  const setOrder = (values: { status: 'review' | 'sent'; state: 'LQ' | null }) =>
    ctx.deps.db.updateTable('transfer').set(values).where('id', '=', order.id).execute()
  const paid = await ctx.app.inject({
    ...{ method: 'POST', url: `${ctx.api}/loan/payment` },
    headers: { ...manager, 'idempotency-key': `todo-${loan.id}` },
    payload: { loan_request: loan.id, amount_paid: 10_000, previous_amount_due: 11_001.61 },
  })
  expect(paid.statusCode).toBe(201)
  await setOrder({ status: 'review', state: 'LQ' })
  const refused = await call('DELETE', `/auth/user/${worker.id}`)
  expect([refused.statusCode, refused.json()]).toMatchObject([
    409,
    {
      code: 'user.deleted_with_open_transfer',
      detail: 'No se pudo eliminar el usuario. Tiene una transferencia en curso o en revisión.',
    },
  ])
  await setOrder({ status: 'sent', state: null })
  expect((await call('DELETE', `/auth/user/${worker.id}`)).statusCode).toBe(409)
  await setOrder({ status: 'sent', state: 'LQ' })
  expect((await call('DELETE', `/auth/user/${worker.id}`)).statusCode).toBe(204)
})

test('rejects a change of the user type with 409 and its reason while a loan is open', async () => {
  const { worker } = await makeLoan(ctx)
  const refused = await ctx.app.inject({
    ...{ method: 'PATCH', url: `${ctx.api}/auth/user/${worker.id}/update`, headers: admin },
    payload: { user_type: 'U1' },
  })
  expect([refused.statusCode, refused.json().detail]).toEqual([
    409,
    'No se puede cambiar el tipo de usuario mientras tenga un crédito o anticipo abierto.',
  ])
})

test('counts invitations for each address, apart from resets, and says so above three an hour', async () => {
  const { id, email } = await makeWorker(ctx)
  for (let round = 0; round < 4; round += 1)
    expect((await send('POST', '/auth/forgot-password', { email })).statusCode).toBe(202)
  await ctx.drain(['mail-link'])
  const invite = () => call('POST', `/auth/user/${id}/invite`)
  for (let round = 0; round < 3; round += 1) {
    expect((await invite()).statusCode).toBe(204)
    await ctx.drain(['mail-link'])
  }
  const refused = await invite()
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'invitation.too_many'])
  expect(refused.headers['retry-after']).toBe('3600')

  const corrected = { email: 'corregido@empresa.mx' }
  expect((await send('PATCH', `/auth/user/${id}/update`, corrected)).statusCode).toBe(200)
  await ctx.drain(['mail-link'])
  const links = ctx.deps.db.selectFrom('password_token').select(['kind', 'email']).where('user_id', '=', id)
  const valid = await links.where('used_at', 'is', null).execute()
  expect(valid).toEqual([{ kind: 'invitation', ...corrected }])
  const all = await links.execute()
  expect(all.filter((link) => link.email === email && link.kind === 'invitation')).toHaveLength(3)
  expect(all.filter(({ kind }) => kind === 'reset')).toHaveLength(3)
  expect((await invite()).statusCode).toBe(204)
})
