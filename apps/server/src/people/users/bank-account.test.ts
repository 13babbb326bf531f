import { beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeClabe, makeStaff, makeWorker, signIn } from '../../../test/factories.ts'
import { makeActiveLoan, makeLoan, sendState } from '../../../test/loans.ts'
import { takeMails } from '../../../test/mails.ts'
import { hashPassword } from '../auth/commands/hash-password.ts'

let ctx: TestContext
let password_hash: string
const current_password = 'Segura-2026'

beforeAll(async () => {
  ctx = await createTestContext()
  password_hash = await hashPassword(current_password)
})

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

async function owner() {
  const person = await makeWorker(ctx, { password_hash })
  const headers = await signIn(ctx, person)
  const call = (method: Method, payload?: object, path = '') =>
    ctx.app.inject({
      method,
      url: `${ctx.api}/auth/bank-account${path}`,
      headers,
      ...(payload === undefined ? {} : { payload }),
    })
  return { ...person, person, call }
}

const account = (clabe: string) => ({
  ...{ bank: '40012', clabe, card_last4: '1234', card_holder: 'Ana Ramírez Núñez', current_password },
})

const titlesOf = (recipient_id: number) =>
  ctx.deps.db.selectFrom('notification').select('title').where('recipient_id', '=', recipient_id).execute()

test('takes the password as typed, with spaces at its ends', async () => {
  const { id, call } = await owner()
  const spaced = ` ${current_password} `
  await ctx.deps.db
    .updateTable('app_user')
    .set({ password_hash: await hashPassword(spaced) })
    .where('id', '=', id)
    .execute()
  const change = account(makeClabe(71_090))
  expect((await call('PUT', change)).statusCode).toBe(422)
  expect((await call('PUT', { ...change, current_password: spaced })).statusCode).toBe(200)
  expect((await call('DELETE', { current_password: spaced })).statusCode).toBe(200)
})

test('returns the account masked, and replaces it only with the password and a notice [E3.9]', async () => {
  const { id, email, debit_card_number, call } = await owner()
  expect((await call('GET')).json()).toEqual({
    account: {
      ...{ bank: '40012', bank_name: 'BBVA', account_last4: debit_card_number?.slice(-4) },
      ...{ card_last4: null, card_holder: null },
    },
    is_locked: false,
  })
  const clabe = makeClabe(71_001)
  const wrong = await call('PUT', { ...account(clabe), current_password: 'otra' })
  expect(wrong.statusCode).toBe(422)
  expect(wrong.json().errors).toEqual({ current_password: ['La contraseña actual no es correcta.'] })
  const set = await call('PUT', account(clabe))
  expect(set.json().account).toMatchObject({ account_last4: clabe.slice(-4), card_last4: '1234' })
  expect(set.body).not.toContain(clabe)
  const stored = await ctx.deps.db.selectFrom('app_user').selectAll().where('id', '=', id).execute()
  expect(stored).toMatchObject([{ debit_card_number: clabe, bank_account_number: clabe.slice(6, 17) }])
  expect(await titlesOf(id)).toEqual([{ title: 'Cambió la cuenta donde recibes tu dinero' }])
  expect((await takeMails(ctx)).map(({ to }) => to)).toEqual([email])
})

test('rejects invalid fields with 422 at each field, and another user’s account with 409 [E2.60]', async () => {
  const { call } = await owner()
  const empty = await call('PUT', {})
  expect(Object.keys(empty.json().errors).sort()).toEqual([
    ...['bank', 'card_holder', 'card_last4', 'clabe', 'current_password'],
  ])
  const digit = await call('PUT', account('012180000000000016'))
  expect(digit.json().errors.clabe).toEqual(['La CLABE interbancaria no es válida. Revisa sus dígitos.'])
  const bank = await call('PUT', { ...account(makeClabe(71_002)), bank: '40002' })
  expect(bank.json().errors.clabe).toEqual(['La CLABE no corresponde a la entidad bancaria elegida'])
  const other = await owner()
  const taken = await call('PUT', account(other.debit_card_number ?? ''))
  expect(taken.statusCode).toBe(409)
  expect(taken.json().code).toBe('user.debit_card_taken')
})

test('reveals the full CLABE on request and writes it to the audit trail [E2.61]', async () => {
  const { id, debit_card_number, call } = await owner()
  expect((await call('POST', undefined, '/reveal')).json()).toEqual({ clabe: debit_card_number })
  const kept = await ctx.deps.db
    .selectFrom('audit')
    .select('action')
    .where('subject_id', '=', id)
    .where('action', 'like', 'user.%')
    .execute()
  expect(kept).toEqual([{ action: 'user.account_revealed' }])
})

test('removes all account data with the password, notifies the owner and reveals nothing afterwards', async () => {
  const { id, call } = await owner()
  await call('PUT', account(makeClabe(71_003)))
  expect((await call('DELETE', {})).statusCode).toBe(422)
  const removed = await call('DELETE', { current_password })
  expect(removed.json()).toEqual({ account: null, is_locked: false })
  const [stored] = await ctx.deps.db.selectFrom('app_user').selectAll().where('id', '=', id).execute()
  expect(stored).toMatchObject({ bank: null, debit_card_number: null, card_last4: null, card_holder: null })
  expect(await titlesOf(id)).toContainEqual({ title: 'Se eliminó la cuenta donde recibes tu dinero' })
  expect((await call('POST', undefined, '/reveal')).statusCode).toBe(404)
})

test('lets the account be replaced, but not removed (409), while a returned payout waits', async () => {
  const { person, call } = await owner()
  await makeLoan(ctx, { worker: person, state: 'payout_returned' })
  const refused = await call('DELETE', { current_password })
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'user.account_awaited'])
  expect((await call('PUT', account(makeClabe(71_004)))).statusCode).toBe(200)
})

test('rejects account changes with 409 while a transfer is open and accepts them once it has settled [E2.61]', async () => {
  const { id, debit_card_number, person, call } = await owner()
  const { order } = await makeActiveLoan(ctx, { worker: person })
  expect((await call('GET')).json()).toMatchObject({ is_locked: true })
  const clabe = makeClabe(71_005)
  for (const refused of [await call('PUT', account(clabe)), await call('DELETE', { current_password })])
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'user.open_transfer'])
  const [stored] = await ctx.deps.db.selectFrom('app_user').selectAll().where('id', '=', id).execute()
  expect(stored).toMatchObject({ debit_card_number })
  await sendState(ctx, order, { estado: 'LQ' })
  expect((await call('GET')).json()).toMatchObject({ is_locked: false })
  expect((await call('PUT', account(clabe))).statusCode).toBe(200)
})

test('warns about a new account at the phone that was stored before, and at none where there was none', async () => {
  const manager = await signIn(ctx, await makeStaff(ctx))
  for (const phone of ['5511112222', null]) {
    const worker = await makeWorker(ctx, { phone })
    const payload = { phone: '5599998888', debit_card_number: makeClabe(worker.id + 40_000) }
    const url = `${ctx.api}/auth/user/${worker.id}/update`
    expect((await ctx.app.inject({ method: 'PATCH', url, headers: manager, payload })).json()).toMatchObject({
      phone: payload.phone,
    })
    const messages = await ctx.deps.db
      .selectFrom('notice_delivery')
      .innerJoin('notification', 'notification.id', 'notice_delivery.notification_id')
      .select('address')
      .where('recipient_id', '=', worker.id)
      .where('channel', '=', 'message')
      .execute()
    expect(messages).toEqual(phone === null ? [] : [{ address: `+52${phone}` }])
  }
})
