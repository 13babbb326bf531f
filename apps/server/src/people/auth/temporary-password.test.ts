import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeClabe, makeCompany, makeStaff, makeWorker, signIn } from '../../../test/factories.ts'
import { acceptCall, makeOffer, whileSending } from '../../../test/loans.ts'
import { hashPassword } from './commands/hash-password.ts'

const typed = 'Nomina-Segura-26'
const own = 'Lluvia-Lenta-58'
let ctx: TestContext
let manager: Record<string, string>
let company: number
let count = 0
beforeAll(async () => {
  ctx = await createTestContext()
  company = (await makeCompany(ctx)).id
})
beforeEach(async () => {
  ctx.setNow('2026-11-20T16:00:00Z')
  manager = await signIn(ctx, await makeStaff(ctx, 'U0'))
})

const post = (path: string, headers: Record<string, string>, payload: object = {}) =>
  ctx.app.inject({
    method: 'POST',
    url: `${ctx.api}${path}`,
    headers,
    payload,
    remoteAddress: `10.9.0.${count}`,
  })
const read = (path: string, headers: Record<string, string>) =>
  ctx.app.inject({ url: `${ctx.api}${path}`, headers })

/** A worker whose password a manager typed, signed in with it. */
async function makeTyped() {
  count += 1
  const email = `tecleado${count}@empresa.mx`
  const form = {
    ...{ user_type: 'U2', first_name: 'Inés', last_name: 'Rey', email, company, email_confirm: email },
    ...{ password: typed, phone: '5512345678', key: `TT${count}`, rfc: `RANA9005${10 + count}AB1` },
    ...{ curp: `RANA9005${10 + count}MNLMXN05`, ine: `12345678901${10 + count}`, position: 'Cajera' },
    ...{ gender: 'F', birthday: '1990-05-14', biweekly_salary: 8_000, address: 'Calle 5 número 12' },
    ...{ neighborhood: 'Centro', city: 'Monterrey', state: 'Nuevo León', zip_code: '64460', bank: '40012' },
    ...{ bank_account_number: `000007001${10 + count}`, debit_card_number: makeClabe(70_110 + count) },
  }
  const { id } = (await post('/auth/users', manager, form)).json()
  const login = await post('/auth/login', {}, { email, password: typed })
  expect(login.json()).toMatchObject({ must_change_password: true, must_confirm_email: true })
  return { id: Number(id), email, headers: { authorization: `Bearer ${login.json().token}` } }
}

const change = (headers: Record<string, string>) =>
  post('/auth/change-password', headers, { current_password: typed, new_password: own })

/** Has the queued code mailed, and returns the last one to an address. */
async function mailedCode(email: string): Promise<string> {
  await ctx.drain(['mail-email-code'])
  const outbox = join(ctx.deps.env.data_dir, 'outbox')
  const mails = readdirSync(outbox)
    .sort()
    .map((name) => readFileSync(join(outbox, name), 'utf8'))
  const mail = mails.findLast((text) => text.includes(`To: ${email}`)) ?? ''
  return /es (\d{6})\./.exec(mail)?.[1] ?? ''
}
const wrongOf = (code: string) => (code === '000000' ? '111111' : '000000')

test('a password that staff typed opens nothing but its change, also by a program', async () => {
  const { id, headers } = await makeTyped()
  for (const path of ['/loan', `/auth/user/${id}`, '/notification/', '/auth/sessions']) {
    const answer = await read(path, headers)
    expect([path, answer.statusCode, answer.json().code]).toEqual([path, 403, 'password_temporary'])
  }
  expect((await read('/auth/user', headers)).json().user.must_change_password).toBe(true)
  const same = await post('/auth/change-password', headers, { current_password: typed, new_password: typed })
  expect([same.statusCode, same.json().code]).toEqual([422, 'password_repeated'])

  expect((await change(headers)).statusCode).toBe(204)
  expect((await read('/loan', headers)).statusCode).toBe(200)
  const { password_replaced_at } = await ctx.deps.db
    .selectFrom('app_user')
    .select('password_replaced_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(password_replaced_at).toBeNull()
})

test('staff registered with a typed password choose another before a second factor and all else', async () => {
  const email = 'nueva@quincena.mx'
  const body = { email, password: 'Trueno-Lejano-58', first_name: 'Olga', last_name: 'Ruiz' }
  expect((await post('/auth/register', manager, body)).statusCode).toBe(201)
  const { token } = (await post('/auth/login', {}, { email, password: body.password })).json()
  const headers = { authorization: `Bearer ${token}` }
  for (const path of ['/auth/two-factor', '/loan', '/approvals/summary'])
    expect((await read(path, headers)).json().code).toBe('password_temporary')
  const passwords = { current_password: body.password, new_password: 'Nube-Cercana-2046' }
  expect((await post('/auth/change-password', headers, passwords)).statusCode).toBe(204)
  expect((await read('/loan', headers)).statusCode).toBe(200)
})

test('a mailed code confirms the address once; five wrong tries void it', async () => {
  const { email, headers } = await makeTyped()
  await change(headers)
  const confirm = (code: string) => post('/auth/email-confirmation', headers, { code })
  expect((await confirm('123456')).json().code).toBe('code_invalid')
  expect((await post('/auth/email-code', headers)).statusCode).toBe(202)
  const first = await mailedCode(email)
  for (let tries = 1; tries < 5; tries += 1)
    expect((await confirm(wrongOf(first))).json().code).toBe('code_invalid')
  for (const code of [wrongOf(first), first]) {
    const answer = await confirm(code)
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'email_code.spent'])
  }

  await post('/auth/email-code', headers)
  const second = await mailedCode(email)
  ctx.setNow('2026-11-20T16:16:00Z')
  expect((await confirm(second)).statusCode).toBe(422)
  await post('/auth/email-code', headers)
  expect((await confirm(await mailedCode(email))).statusCode).toBe(204)
  expect((await read('/auth/user', headers)).json().user.must_confirm_email).toBe(false)
  expect((await confirm('123456')).statusCode).toBe(204)
})

test('mails at most five codes an hour to one person, also if more were queued at once', async () => {
  const { id, headers } = await makeTyped()
  await change(headers)
  for (let codes = 0; codes < 5; codes += 1) {
    expect((await post('/auth/email-code', headers)).statusCode).toBe(202)
    await ctx.drain(['mail-email-code'])
  }
  const sixth = await post('/auth/email-code', headers)
  expect([sixth.statusCode, sixth.json().code]).toEqual([429, 'email_code.too_many'])
  for (let request = 0; request < 3; request += 1)
    await ctx.deps.db
      .transaction()
      .execute((trx) => ctx.deps.queue.send(trx, 'mail-email-code', { user_id: id }))
  await ctx.drain(['mail-email-code'])
  const codes = ctx.deps.db.selectFrom('email_code').select('id').where('user_id', '=', id)
  expect(await codes.execute()).toHaveLength(5)
  ctx.setNow('2026-11-20T17:01:00Z')
  const { token } = (
    await post('/auth/login', {}, { email: `tecleado${count}@empresa.mx`, password: own })
  ).json()
  expect((await post('/auth/email-code', { authorization: `Bearer ${token}` })).statusCode).toBe(202)
})

test('nobody signs with an address that was not confirmed; a changed one is to be confirmed', async () => {
  const offer = await makeOffer(ctx)
  const { id } = offer.worker
  const email = `otro${id}@empresa.mx`
  const changed = await ctx.app.inject({
    ...{ method: 'PATCH', url: `${ctx.api}/auth/user/${id}/update`, headers: manager, payload: { email } },
  })
  expect(changed.json().must_confirm_email, changed.body).toBe(true)
  const headers = await signIn(ctx, offer.worker)
  const early = await acceptCall(ctx, { ...offer, headers })
  expect([early.statusCode, early.json().code]).toEqual([409, 'email_unconfirmed'])

  await post('/auth/email-code', headers)
  await post('/auth/email-confirmation', headers, { code: await mailedCode(email) })
  const waiting = await acceptCall(ctx, { ...offer, headers })
  expect(waiting.json().code).toBe('worker_unconfirmed')
})

test('a mailed link makes the password the user’s own and confirms the address', async () => {
  const { id, email } = await makeTyped()
  await post('/auth/forgot-password', {}, { email })
  await ctx.drain(['mail-link'])
  const outbox = join(ctx.deps.env.data_dir, 'outbox')
  const mails = readdirSync(outbox).map((name) => readFileSync(join(outbox, name), 'utf8'))
  const token = /#token=(\S+)/.exec(mails.findLast((text) => text.includes(`To: ${email}`)) ?? '')?.[1]
  expect((await post('/auth/reset-password', {}, { token, password: own })).statusCode).toBe(204)
  const { must_change_password, must_confirm_email } = await ctx.deps.db
    .selectFrom('app_user')
    .select(['must_change_password', 'must_confirm_email'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect([must_change_password, must_confirm_email]).toEqual([false, false])
})

test('two right codes at once confirm once', async () => {
  const worker = await makeWorker(ctx, { must_confirm_email: true })
  const headers = await signIn(ctx, worker)
  await post('/auth/email-code', headers)
  const code = await mailedCode(worker.email)
  const answers = await Promise.all([1, 2].map(() => post('/auth/email-confirmation', headers, { code })))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([204, 204])
  const rows = await ctx.deps.db
    .selectFrom('audit')
    .select('id')
    .where('action', '=', 'user.email_confirmed')
    .where('subject_id', '=', worker.id)
    .execute()
  expect(rows).toHaveLength(1)
  const offer = await makeOffer(ctx, { worker })
  const sent = await whileSending(ctx, () => acceptCall(ctx, offer))
  expect(sent.statusCode, sent.body).toBe(200)
})

test('a worker who becomes staff chooses a password of staff at the next sign-in', async () => {
  const short = 'lunes-77'
  const worker = await makeWorker(ctx, { password_hash: await hashPassword(short) })
  const promoted = await ctx.app.inject({
    ...{ method: 'PATCH', url: `${ctx.api}/auth/user/${worker.id}/update`, headers: manager },
    payload: { user_type: 'U1' },
  })
  expect(promoted.statusCode).toBe(200)
  count += 1
  const login = await post('/auth/login', {}, { email: worker.email, password: short })
  expect(login.json()).toMatchObject({ user_type: 'U1', must_change_password: true })
  const headers = { authorization: `Bearer ${login.json().token}` }
  expect((await read('/loan', headers)).json().code).toBe('password_temporary')
  const choose = (new_password: string) =>
    post('/auth/change-password', headers, { current_password: short, new_password })
  expect((await choose('martes-78')).json().code).toBe('password_weak')
  expect((await choose(own)).statusCode).toBe(204)
  expect((await read('/loan', headers)).statusCode).toBe(200)
})
