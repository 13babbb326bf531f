import { messages } from '@quincena/domain/messages'
import { beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeClabe, makeCompany, makeStaff, makeWorker, signIn } from '../../../test/factories.ts'
import { makeActiveLoan, makeLoan, payWhole } from '../../../test/loans.ts'
import { takeMails } from '../../../test/mails.ts'
import { hashPassword } from '../auth/commands/hash-password.ts'

type Headers = Record<string, string>
let ctx: TestContext
let admin: Headers
let manager: Headers
let serial = 0

beforeAll(async () => {
  ctx = await createTestContext()
  admin = await signIn(ctx, await makeStaff(ctx, 'U0'))
  manager = await signIn(ctx, await makeStaff(ctx, 'U1'))
})

function call(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  path: string,
  { headers = admin, payload }: { headers?: Headers; payload?: object } = {},
) {
  return ctx.app.inject({
    method,
    url: `${ctx.api}${path}`,
    headers,
    ...(payload === undefined ? {} : { payload }),
  })
}

/** A valid form of a new worker with unique values. */
function form(values: Record<string, unknown> = {}) {
  serial += 1
  const two = String(serial).padStart(2, '0')
  return {
    first_name: 'María José',
    last_name: 'Peña Ñandú',
    key: `N${serial}`,
    email: `nueva${serial}@empresa.mx`,
    ine: '1234567890123',
    curp: `PEXM9010${two}MDFRLL0${serial % 10}`.slice(0, 18),
    rfc: `PEXM9010${two}AB1`,
    phone: '5512345678',
    address: 'Calle 5',
    neighborhood: 'Centro',
    state: 'Jalisco',
    zip_code: '44100',
    gender: 'F',
    user_type: 'U2',
    position: 'Operadora',
    biweekly_salary: 7500.5,
    bank: '40012',
    debit_card_number: makeClabe(5000 + serial),
    bank_account_number: String(90_000_000_000 + serial),
    ...values,
  }
}

test('creates a worker with amounts in pesos and mails an invitation [B3.1]', async () => {
  const company = await makeCompany(ctx, { commission_cents: 15_050 })
  const answer = await call('POST', '/auth/users/', {
    headers: manager,
    payload: form({ company: company.id }),
  })
  expect(answer.json()).toMatchObject({ biweekly_salary: 7500.5, monthly_salary: 15_001 })
  expect(answer.statusCode).toBe(201)
  const { id, email, company_name, company_commission, has_credit, loans, type } = answer.json()
  expect({ company_name, company_commission, has_credit, loans, type }).toEqual({
    company_name: company.name,
    company_commission: 150.5,
    has_credit: false,
    loans: [],
    type: 'Trabajador',
  })
  const stored = await ctx.deps.db
    .selectFrom('app_user')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(stored).toMatchObject({ biweekly_salary_cents: 750_050, password_hash: null })
  expect(await ctx.drain(['mail-link'])).toBe(1)
  const links = await ctx.deps.db.selectFrom('password_token').selectAll().where('user_id', '=', id).execute()
  expect(links).toMatchObject([{ kind: 'invitation', expires_at: '2026-11-27T16:00:00.000Z' }])
  expect(email).toBe(`nueva${serial}@empresa.mx`)
})

test.each([
  ['key', 'abc'],
  ['ine', '123'],
  ['curp', 'NO'],
  ['rfc', 'NO'],
  ['phone', '55'],
  ['zip_code', '1'],
  ['gender', 'X'],
  ['biweekly_salary', 0],
  ['debit_card_number', '123456789012345678'],
  ['bank_account_number', '12'],
  ['state', 'Texas'],
])('rejects a form with a wrong %s with 422 and creates no user', async (field, value) => {
  const before = await call('GET', '/auth/users')
  const answer = await call('POST', '/auth/users', { payload: form({ [field]: value }) })
  expect(answer.statusCode).toBe(422)
  expect(answer.json().errors).toHaveProperty(field)
  expect((await call('GET', '/auth/users')).json().count).toBe(before.json().count)
})

test.each(['email', 'curp', 'rfc', 'debit_card_number', 'bank_account_number'])(
  'rejects a %s that another user has with 409 at its field',
  async (field) => {
    const first = form()
    expect((await call('POST', '/auth/users', { payload: first })).statusCode).toBe(201)
    const again = await call('POST', '/auth/users', { payload: form({ [field]: Object(first)[field] }) })
    expect(again.statusCode).toBe(409)
    expect(again.json().errors).toHaveProperty(field)
    const taken = await call('GET', `/auth/taken?field=${field}&value=${Object(first)[field]}`)
    expect(taken.json()).toEqual({ taken: true })
  },
)

test('reports a key as taken only within its company', async () => {
  const { id: own } = await makeCompany(ctx)
  const { id } = await makeCompany(ctx)
  const first = form({ company: own })
  await call('POST', '/auth/users', { payload: first })
  const taken = async (company: string) =>
    (await call('GET', `/auth/taken?field=key&value=${first.key}${company}`)).json()
  expect(await taken(`&company=${own}`)).toEqual({ taken: true })
  expect(await taken(`&company=${id}`)).toEqual({ taken: false })
  expect(await taken('')).toEqual({ taken: true })
  const elsewhere = await call('POST', '/auth/users', { payload: form({ key: first.key, company: id }) })
  expect(elsewhere.statusCode).toBe(201)
})

test('reports a free value as not taken and rejects other fields', async () => {
  expect((await call('GET', '/auth/taken?field=email&value=libre@empresa.mx')).json()).toEqual({
    taken: false,
  })
  for (const field of ['password_hash', 'ine'])
    expect((await call('GET', `/auth/taken?field=${field}&value=x`)).statusCode).toBe(422)
})

test('lets only an admin create staff, who get no bank data [B9.16]', async () => {
  const staff = form({
    user_type: 'U1',
    bank: 'N-A',
    debit_card_number: '1'.repeat(18),
    bank_account_number: '1'.repeat(10),
  })
  expect((await call('POST', '/auth/users', { headers: manager, payload: staff })).statusCode).toBe(403)
  const answer = await call('POST', '/auth/users', { payload: staff })
  expect(answer.statusCode).toBe(201)
  expect(answer.json()).toMatchObject({
    user_type: 'U1',
    bank: null,
    debit_card_number: null,
    account_id_num: null,
  })
})

test('registers a manager by default and enforces the password rules [B7.6]', async () => {
  const body = { email: 'Nuevo@Quincena.MX', password: 'corta', first_name: 'Gil', last_name: 'Paz' }
  expect((await call('POST', '/auth/register', { payload: body })).json().code).toBe('password_weak')
  expect((await call('POST', '/auth/register', { headers: manager, payload: body })).statusCode).toBe(403)
  const answer = await call('POST', '/auth/register', { payload: { ...body, password: 'Bastante-Lejos-58' } })
  expect(answer.statusCode).toBe(201)
  expect(answer.json()).toMatchObject({ email: 'nuevo@quincena.mx', user_type: 'U1' })
})

test.each([
  ['Bastante-10', 'La contraseña debe tener al menos 12 caracteres'],
  ['qwertyuiop12', messages.password_guessable],
  ['gil-paz@quincena.mx', messages.password_guessable],
])('refuses the password «%s» of staff at its field with 422: %s', async (password, text) => {
  const payload = { email: 'gil-paz@quincena.mx', password, first_name: 'Gil', last_name: 'Paz' }
  const answer = await call('POST', '/auth/register', { payload })
  expect([answer.statusCode, answer.json().errors]).toEqual([422, { password: [text] }])
})

test('rejects an unknown company with 422', async () => {
  const answer = await call('POST', '/auth/users', { payload: form({ company: 999_999 }) })
  expect([answer.statusCode, answer.json().errors]).toEqual([
    422,
    { company: ['No encontramos esa empresa.'] },
  ])
})

test('returns users to themselves only; other and invalid ids are 404 [B7.4]', async () => {
  const worker = await makeWorker(ctx)
  const headers = await signIn(ctx, worker)
  const stranger = await signIn(ctx, await makeWorker(ctx))
  expect((await call('GET', `/auth/user/${worker.id}`, { headers })).json()).toMatchObject({
    id: worker.id,
    account_id_num: worker.id,
  })
  const probes = [
    `/auth/user/${worker.id}`,
    '/auth/user/999999',
    '/auth/user/abc',
    '/auth/user/-1',
    '/auth/user/1.5',
  ]
  for (const path of probes) {
    const answer = await call('GET', path, { headers: stranger })
    expect([path, answer.statusCode]).toEqual([path, 404])
  }
  expect((await call('GET', '/auth/users', { headers: stranger })).statusCode).toBe(403)
})

test('derives active loans and open requests from the loans [B3.2 E3.1]', async () => {
  const worker = await makeWorker(ctx)
  const { loan } = await makeActiveLoan(ctx, { worker })
  await payWhole(ctx, loan)
  await makeActiveLoan(ctx, { worker })
  await makeLoan(ctx, { worker, type: 'advance', state: 'approved' })
  const { has_credit, has_advance, has_request_credit, has_request_advance, loans } = (
    await call('GET', `/auth/user/${worker.id}`)
  ).json()
  expect({ has_credit, has_advance, has_request_credit, has_request_advance }).toEqual({
    has_credit: true,
    has_advance: false,
    has_request_credit: false,
    has_request_advance: true,
  })
  expect(loans).toHaveLength(1)
})

test('lets a worker change contact data, rejects other fields with 403 and ignores derived flags [B3.2 E3.1 E3.8 E7.4]', async () => {
  const worker = await makeWorker(ctx, { has_all_documents: false })
  const headers = await signIn(ctx, worker)
  const update = (payload: object) => call('PATCH', `/auth/user/${worker.id}/update/`, { headers, payload })
  const answer = await update({
    phone: '55 8765 4321',
    city: 'Mérida',
    has_all_documents: 1,
    has_credit: true,
  })
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({
    phone: '5587654321',
    city: 'Mérida',
    has_all_documents: false,
    has_credit: false,
  })

  for (const payload of [
    { first_name: 'Otra' },
    { biweekly_salary: 90_000, company: 1 },
    { user_type: 'U0' },
  ]) {
    const refused = await update(payload)
    expect([refused.statusCode, refused.json().code]).toEqual([403, 'field.forbidden'])
    expect(Object.keys(refused.json().errors).sort()).toEqual(Object.keys(payload).sort())
  }
  expect((await update({ phone: '12' })).statusCode).toBe(422)
  const whole = (await call('GET', `/auth/user/${worker.id}`, { headers })).json()
  expect(
    (
      await update({
        first_name: whole.first_name,
        biweekly_salary: whole.biweekly_salary,
        is_onboarding_dismissed: 1,
      })
    ).json(),
  ).toMatchObject({ is_onboarding_dismissed: true })
})

test('requires the password for a worker’s new e-mail address and notifies the old address [E7.10]', async () => {
  const worker = await makeWorker(ctx, { password_hash: await hashPassword('Quincena-2026') })
  const headers = await signIn(ctx, worker)
  const update = (payload: object) => call('PATCH', `/auth/user/${worker.id}/update`, { headers, payload })
  const email = `cambio${worker.id}@empresa.mx`
  expect((await update({ email })).json().errors).toHaveProperty('current_password')
  expect((await update({ email, current_password: 'otra' })).statusCode).toBe(422)
  expect((await update({ email, current_password: 'Quincena-2026' })).json()).toMatchObject({ email })
  expect((await takeMails(ctx)).map(({ to }) => to)).toEqual([worker.email])
})

test('ends a worker’s sessions when staff change the e-mail address, not when the worker does', async () => {
  const worker = await makeWorker(ctx, { password_hash: await hashPassword('Quincena-2026') })
  const headers = await signIn(ctx, worker)
  const url = `/auth/user/${worker.id}/update`
  const own = { email: `propio${worker.id}@empresa.mx`, current_password: 'Quincena-2026' }
  expect((await call('PATCH', url, { headers, payload: own })).statusCode).toBe(200)
  expect((await call('GET', '/auth/user', { headers })).statusCode).toBe(200)
  const changed = await call('PATCH', url, {
    headers: manager,
    payload: { email: `ajeno${worker.id}@empresa.mx` },
  })
  expect(changed.statusCode).toBe(200)
  expect((await call('GET', '/auth/user', { headers })).statusCode).toBe(401)
})

test('rejects new bank data with 409 while a transfer is open', async () => {
  const worker = await makeWorker(ctx)
  const { loan } = await makeLoan(ctx, { worker, state: 'disbursing' })
  const payload = { debit_card_number: makeClabe(7777) }
  const transfer = await insertTransfer(loan.id)
  const refused = await call('PATCH', `/auth/user/${worker.id}/update`, { headers: manager, payload })
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'user.open_transfer'])
  await ctx.deps.db.updateTable('transfer').set({ status: 'failed' }).where('id', '=', transfer.id).execute()
  const changed = await call('PATCH', `/auth/user/${worker.id}/update`, { headers: manager, payload })
  expect([changed.statusCode, changed.json().debit_card_number]).toEqual([200, makeClabe(7777)])
  const wrong = await call('PATCH', `/auth/user/${worker.id}/update`, {
    payload: { debit_card_number: '012345678901234567' },
  })
  expect(wrong.json().errors).toHaveProperty('debit_card_number')
  const [audit] = await ctx.deps.db
    .selectFrom('audit')
    .selectAll()
    .where('subject_id', '=', worker.id)
    .where('action', '=', 'user.updated')
    .execute()
  expect(audit?.after).toEqual({ debit_card_number: `…${makeClabe(7777).slice(-4)}` })
})

function insertTransfer(loan_id: number) {
  const at = '2026-11-20T16:00:00Z'
  return ctx.deps.db
    .insertInto('transfer')
    .values({
      loan_id,
      attempt: 1,
      status: 'pending',
      tracking_key: `10001234${loan_id}A1`,
      numeric_reference: 1,
      ...{ amount_cents: 100_000, operation_date: '2026-11-20', payment_concept: 'Envio de credito' },
      ...{ beneficiary_name: 'Ana', beneficiary_account: makeClabe(1), account_type_beneficiary: 40 },
      ...{ rfc_curp_beneficiary: 'ND', counterpart_institution: '40012', operating_institution: '90646' },
      payer_name: 'Q',
      paying_account: makeClabe(2),
      rfc_curp_payer: 'ND',
      created_at: at,
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
}

test('lets managers edit workers, but not staff or types, and no admin their own type [B7.5]', async () => {
  const worker = await makeWorker(ctx)
  const colleague = await makeStaff(ctx, 'U1')
  const second = await makeStaff(ctx, 'U0')
  const update = (id: number, headers: Headers, payload: object) =>
    call('PUT', `/auth/user/${id}/update`, { headers, payload })
  expect((await update(worker.id, manager, { position: 'Jefa' })).statusCode).toBe(200)
  expect((await update(worker.id, manager, { user_type: 'U1' })).statusCode).toBe(403)
  expect((await update(colleague.id, manager, { position: 'Jefa' })).statusCode).toBe(403)
  expect((await update(colleague.id, admin, { position: 'Jefa' })).json()).toMatchObject({ position: 'Jefa' })
  const own = await update(second.id, await signIn(ctx, second), { user_type: 'U1' })
  expect([own.statusCode, own.json().code]).toEqual([403, 'user.own_type'])
})

test('removes bank data and sessions of a worker who becomes staff, and rejects one with an open loan', async () => {
  const worker = await makeWorker(ctx)
  const headers = await signIn(ctx, worker)
  const answer = await call('PATCH', `/auth/user/${worker.id}/update`, {
    payload: { user_type: 'U1', is_staff: true },
  })
  expect(answer.json()).toMatchObject({
    user_type: 'U1',
    bank: null,
    debit_card_number: null,
    is_staff: true,
  })
  expect((await call('GET', '/auth/user', { headers })).statusCode).toBe(401)
  const borrower = await makeWorker(ctx)
  await makeLoan(ctx, { worker: borrower, state: 'approved' })
  expect(
    (await call('PATCH', `/auth/user/${borrower.id}/update`, { payload: { user_type: 'U1' } })).json().code,
  ).toBe('user.type_with_open_loan')
})

test('deactivates a deleted user and ends their sessions, and rejects one with an open loan with 409 [B7.4]', async () => {
  const worker = await makeWorker(ctx)
  const headers = await signIn(ctx, worker)
  expect((await call('DELETE', `/auth/user/${worker.id}`, { headers: manager })).statusCode).toBe(403)
  expect((await call('DELETE', `/auth/user/${worker.id}`)).statusCode).toBe(204)
  expect((await call('DELETE', `/auth/user/${worker.id}`)).statusCode).toBe(404)
  expect((await call('GET', '/auth/user', { headers })).statusCode).toBe(401)
  expect((await call('GET', `/auth/users?search=${worker.email}`)).json().count).toBe(0)
  expect((await call('GET', `/auth/users?search=${worker.email}&is_active=false`)).json().count).toBe(1)
  const borrower = await makeWorker(ctx)
  await makeLoan(ctx, { worker: borrower, state: 'payout_returned' })
  expect((await call('DELETE', `/auth/user/${borrower.id}`)).statusCode).toBe(409)
})
