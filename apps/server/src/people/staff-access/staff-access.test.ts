import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { TOTP } from 'otpauth'
import { beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeStaff, makeWorker, signIn } from '../../../test/factories.ts'
import { acceptCall, findLoan, makeActiveLoan, makeLoan, makeOffer } from '../../../test/loans.ts'
import { watchAccess } from '../../office/access/commands/watch-access.ts'
import { hashPassword } from '../auth/commands/hash-password.ts'

let ctx: TestContext
let addresses = 0
beforeEach(async () => {
  ctx = await createTestContext({ needs_factors: true })
})

type Headers = Record<string, string>
const password = 'Nube-Cercana-2046'

async function call(headers: Headers, route: string, payload?: object) {
  const [method, url] = route.split(' ') as ['GET' | 'POST', string]
  const answer = await ctx.app.inject({
    ...{ method, url: `${ctx.api}${url}`, remoteAddress: `10.3.${addresses >> 8}.${addresses++ & 255}` },
    headers: { ...headers, 'idempotency-key': randomUUID() },
    ...(payload && { payload }),
  })
  const body = answer.body.startsWith('{') ? answer.json() : {}
  return { status: answer.statusCode, code: body.code, detail: body.detail, body }
}

async function makePerson(type: 'U0' | 'U1' = 'U1', values: Record<string, unknown> = {}) {
  const user = await makeStaff(ctx, type)
  const password_hash = await hashPassword(password)
  await ctx.deps.db
    .updateTable('app_user')
    .set({ password_hash, ...values })
    .where('id', '=', user.id)
    .execute()
  return { user, headers: await signIn(ctx, user) }
}

const codeOf = (secret: string) =>
  new TOTP({ secret }).generate({ timestamp: ctx.clock.now.epochMilliseconds })

async function setUpCode(headers: Headers, current_password: string) {
  const { body } = await call(headers, 'POST /auth/two-factor')
  const payload = { code: codeOf(body.secret), current_password }
  expect((await call(headers, 'POST /auth/two-factor/confirm', payload)).status).toBe(200)
}

function readMails() {
  const outbox = join(ctx.deps.env.data_dir, 'outbox')
  return readdirSync(outbox).map((file) => readFileSync(join(outbox, file), 'utf8'))
}
const subjectsTo = (address: string) =>
  readMails()
    .filter((mail) => mail.includes(`To: ${address}`))
    .map((mail) => mail.split('\n').find((line) => line.startsWith('Subject:')))

const listChanges = (user_id: number) =>
  ctx.deps.db
    .selectFrom('staff_access_change')
    .select(['kind', 'changed_by'])
    .where('user_id', '=', user_id)
    .orderBy('id')
    .execute()

/** An approval that the person asked for: the second person's of a loan above the limit. */
async function askForLoan(headers: Headers) {
  const { loan } = await makeLoan(ctx, { amount_cents: 9_000_000 })
  const asked = await call(headers, `PATCH /loan/${loan.id}`, { status: 'APP' })
  expect(asked.status, JSON.stringify(asked.body)).toBe(202)
  return { loan, id: Number(asked.body.approval.id) }
}

/** The admin changes the manager's address, resets the factor and chooses a password with the mailed link. */
async function takeOver(admin: Headers, manager: { id: number }) {
  const email = 'insider@quincena.mx'
  expect((await call(admin, `PATCH /auth/user/${manager.id}/update`, { email })).status).toBe(200)
  expect((await call(admin, `DELETE /auth/user/${manager.id}/two-factor`)).status).toBe(204)
  expect((await call({}, 'POST /auth/forgot-password', { email })).status).toBe(202)
  await ctx.drain(['mail-link', 'send-mail'])
  const mail = readMails().findLast((text) => text.includes(`To: ${email}`) && text.includes('#token='))
  const token = /#token=(\S+)/.exec(mail ?? '')?.[1]
  const chosen = 'Lluvia-Lenta-58-Trueno'
  expect((await call({}, 'POST /auth/reset-password', { token, password: chosen })).status).toBe(204)
  const login = await call({}, 'POST /auth/login', { email, password: chosen })
  const headers = { authorization: `Bearer ${login.body.token}` }
  await setUpCode(headers, chosen)
  return headers
}

test('an admin who took over a manager’s account is not two people: full path', async () => {
  await makeActiveLoan(ctx)
  const admin = await makePerson('U0')
  const manager = await makePerson('U1')
  await makePerson('U1', { first_name: 'Olga', last_name: 'Mena' })
  await setUpCode(manager.headers, password)
  const second = await takeOver(admin.headers, manager.user)
  const { loan, id } = await askForLoan(admin.headers)

  const approved = await call(second, `POST /approvals/${id}/approve`)
  expect([approved.status, approved.code]).toEqual([403, 'approval.same_person'])
  expect(approved.detail).toContain('no cuentan como dos personas hasta el 27 de noviembre a las 10:00')
  expect(approved.detail).toContain('Puede decidir: Olga Mena.')
  const refused = await call(second, `POST /approvals/${id}/refuse`, { reason: 'No' })
  expect([refused.status, refused.code]).toEqual([403, 'approval.same_person'])
  expect((await findLoan(ctx, loan.id)).state).toBe('requested')

  await watchAccess(ctx.deps)
  await ctx.drain(['mail-link', 'send-mail'])
  expect(subjectsTo(manager.user.email)).toEqual(
    expect.arrayContaining([
      expect.stringContaining('Cambi'), // the address
      expect.stringContaining('Restablecimos'),
    ]),
  )
  const alerts = ctx.deps.db.selectFrom('notification').select('message')
  const messages = await alerts.where('recipient_id', '=', admin.user.id).execute()
  const taken = messages.filter(({ message }) =>
    /cambió (el correo|la verificación en dos pasos) de/.test(message),
  )
  expect(taken).toHaveLength(2)

  ctx.setNow(ctx.clock.now.add({ hours: 7 * 24 }).toString())
  const later = await signIn(ctx, manager.user)
  expect((await call(later, `POST /approvals/${id}/approve`)).status).toBe(200)
})

test('an admin does not confirm with a new account what they wrote, also not beside another person’s change', async () => {
  await makeActiveLoan(ctx)
  const [admin, other] = [await makePerson('U0'), await makePerson('U1')]
  const made = { email: 'otra@quincena.mx', password, first_name: 'Otra', last_name: 'Persona' }
  const { body } = await call(admin.headers, 'POST /auth/register', made)
  const second = await signIn(ctx, { id: body.id })
  await ctx.deps.db
    .updateTable('app_user')
    .set({ must_change_password: false })
    .where('id', '=', body.id)
    .execute()
  const worker = await makeWorker(ctx)
  await call(admin.headers, `PATCH /auth/user/${worker.id}/update`, { biweekly_salary: 90_000 })
  const { loan } = await makeLoan(ctx, { worker })
  const approve = await call(second, `PATCH /loan/${loan.id}`, { status: 'APP' })
  expect([approve.status, approve.code]).toEqual([403, 'approval.same_person'])

  await call(other.headers, `PATCH /auth/user/${worker.id}/update`, { email: 'nuevo@empresa.mx' })
  const open = await call(second, 'GET /approvals?mine=false&state=open&action=worker.confirm')
  const ids = open.body.results.map(({ id }: { id: number }) => id)
  const answers = []
  for (const id of ids) answers.push((await call(second, `POST /approvals/${id}/approve`)).status)
  expect(answers.toSorted()).toEqual([200, 403])
  const changes = ctx.deps.db.selectFrom('worker_change').select(['field', 'confirmed_by']).orderBy('id')
  expect(await changes.execute()).toEqual([
    { field: 'salary', confirmed_by: null },
    { field: 'email', confirmed_by: body.id },
  ])
})

test('before the first payout an admin is not two people either', async () => {
  const admin = await makePerson('U0')
  const made = { email: 'otra@quincena.mx', password, first_name: 'Otra', last_name: 'Persona' }
  const { body } = await call(admin.headers, 'POST /auth/register', made)
  await ctx.deps.db
    .updateTable('app_user')
    .set({ must_change_password: false })
    .where('id', '=', body.id)
    .execute()
  const { id } = await askForLoan(admin.headers)
  const approved = await call(await signIn(ctx, { id: body.id }), `POST /approvals/${id}/approve`)
  expect([approved.status, approved.code]).toEqual([403, 'approval.same_person'])
  ctx.setNow(ctx.clock.now.add({ hours: 7 * 24 }).toString())
  const later = await call(await signIn(ctx, { id: body.id }), `POST /approvals/${id}/approve`)
  expect(later.status).toBe(200)
})

test('keeps each change of the access of staff, and none of workers or of one’s own', async () => {
  const admin = await makePerson('U0')
  const manager = await makePerson('U1')
  const changed_by = admin.user.id
  const update = (id: number, patch: object) => call(admin.headers, `PATCH /auth/user/${id}/update`, patch)
  await setUpCode(manager.headers, password)
  await update(manager.user.id, { email: 'otro@quincena.mx', user_type: 'U0' })
  await update(manager.user.id, { user_type: 'U1', position: 'Gerente' })
  await call(admin.headers, `DELETE /auth/user/${manager.user.id}/two-factor`)
  await call(admin.headers, `DELETE /auth/user/${manager.user.id}`)
  await call(admin.headers, `POST /auth/user/${manager.user.id}/reactivate`)
  await ctx.deps.db
    .updateTable('app_user')
    .set({ password_hash: null })
    .where('id', '=', manager.user.id)
    .execute()
  await call(admin.headers, `POST /auth/user/${manager.user.id}/invite`)
  expect(await listChanges(manager.user.id)).toEqual(
    ['promoted', 'email', 'factor', 'reactivated', 'invited'].map((kind) => ({ kind, changed_by })),
  )

  const worker = await makeWorker(ctx)
  await update(worker.id, { email: 'nuevo@empresa.mx' })
  await call(admin.headers, `DELETE /auth/user/${worker.id}`)
  await call(admin.headers, `POST /auth/user/${worker.id}/reactivate`)
  expect(await listChanges(worker.id)).toEqual([])
  await update(admin.user.id, { email: 'admin.nuevo@quincena.mx', current_password: password })
  expect(await listChanges(admin.user.id)).toEqual([])
  const change = ctx.deps.db.deleteFrom('staff_access_change').execute()
  await expect(change).rejects.toThrow('keeps what was done')
})

test('an admin does not allow with a new account the payout of a loan that they approved', async () => {
  const admin = await makePerson('U0')
  const second = await makePerson('U1')
  // Before the first payout one admin may change the limits.
  const limits = { approval: 50_000, per_approver: 9_999.99, per_company: 1_000_000, per_lender: 5_000_000 }
  const saved = await call(admin.headers, 'PUT /loan/limits', { ...limits, companies: [], version: 0 })
  expect(saved.status).toBe(200)
  await makeActiveLoan(ctx)
  await call(admin.headers, `PATCH /auth/user/${second.user.id}/update`, { email: 'insider@quincena.mx' })
  const offer = await makeOffer(ctx)
  await ctx.deps.db
    .updateTable('loan')
    .set({ decided_by: admin.user.id })
    .where('id', '=', offer.loan.id)
    .execute()
  expect((await acceptCall(ctx, offer)).json().code).toBe('loan.awaits_release')
  const headers = await signIn(ctx, second.user)
  const open = await call(headers, 'GET /approvals?mine=false&state=open&action=loan.release')
  const answer = await call(headers, `POST /approvals/${open.body.results[0].id}/approve`)
  expect([answer.status, answer.code]).toEqual([403, 'approval.same_person'])
})
