import { afterEach, beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { acceptCall, makeOffer, whileSending } from '../../../test/loans.ts'
import type { Mail } from '../../integrations/mail/mail.ts'
import { hashPassword } from '../../people/auth/commands/hash-password.ts'
import { writeSetting } from '../../platform/settings/commands/write-setting.ts'

type Offer = Awaited<ReturnType<typeof makeOffer>>

let ctx: TestContext
const mails: Mail[] = []
const messages: { to: string; text: string }[] = []

const askBy = (channel: 'none' | 'mail' | 'message') =>
  writeSetting(ctx.deps.db, 'signing_code', { value: { channel }, updated_at: '2026-11-20T16:00:00Z' })

beforeAll(async () => {
  ctx = await createTestContext()
  ctx.deps.mailer = { ...ctx.deps.mailer, send: async (mail) => void mails.push(mail) }
  ctx.deps.messenger = { send: async (message) => void messages.push(message) }
})
afterEach(() => ctx.setNow('2026-11-20T16:00:00Z'))

const password = 'Quincena-2026'

async function makeOfferWithPhone(): Promise<Offer> {
  const offer = await makeOffer(ctx)
  const password_hash = await hashPassword(password)
  const values = { phone: '5511112222', password_hash }
  await ctx.deps.db.updateTable('app_user').set(values).where('id', '=', offer.worker.id).execute()
  return offer
}

const change = (offer: Offer, payload: object) =>
  ctx.app.inject({
    method: 'PATCH',
    url: `${ctx.api}/auth/user/${offer.worker.id}/update`,
    headers: offer.headers,
    payload,
  })

const send = (offer: Offer) =>
  ctx.app.inject({
    method: 'POST',
    url: `${ctx.api}/loan/${offer.loan.id}/signing-code`,
    headers: offer.headers,
    payload: { contract_sha256: offer.contract_sha256 },
  })

const channelOf = async (offer: Offer) =>
  (await ctx.app.inject({ url: `${ctx.api}/loan/${offer.loan.id}`, headers: offer.headers })).json()
    .signing_code

test('a worker gives the password for another phone while codes are sent to it, and a typed one must be right', async () => {
  await askBy('message')
  const offer = await makeOfferWithPhone()
  const refused = await change(offer, { phone: '5599998888', city: 'Mérida' })
  expect([refused.statusCode, refused.json().errors]).toEqual([
    422,
    { current_password: ['La contraseña actual no es correcta.'] },
  ])
  const same = await change(offer, { phone: '5511112222', city: 'Mérida' })
  expect([same.statusCode, same.json().phone]).toEqual([200, '5511112222'])
  const proven = await change(offer, { phone: '5599998888', current_password: password })
  expect([proven.statusCode, proven.json().phone]).toEqual([200, '5599998888'])

  await askBy('mail')
  const open = await change(offer, { phone: '5511112222' })
  expect([open.statusCode, open.json().phone]).toEqual([200, '5511112222'])
  const wrong = await change(offer, { phone: '5599998888', current_password: 'otra' })
  expect([wrong.statusCode, wrong.json().errors]).toHaveProperty('[1].current_password')
})

test('a code goes by mail and signs for 24 hours after the worker changed the phone, then by SMS again', async () => {
  await askBy('none')
  const offer = await makeOfferWithPhone()
  expect((await change(offer, { phone: '5599998888' })).statusCode).toBe(200)
  await askBy('message')
  expect(await channelOf(offer)).toBe('mail')
  const sent = await send(offer)
  expect(sent.json()).toMatchObject({ channel: 'mail', address: expect.stringMatching(/^.\*\*\*@/) })
  expect(messages).toEqual([])
  const signing_code = mails.at(-1)?.code
  const signed = await whileSending(ctx, () => acceptCall(ctx, offer, { body: { signing_code } }))
  expect([signed.statusCode, signed.body]).toEqual([200, signed.body])
  const { db } = ctx.deps
  const kept = db.selectFrom('acceptance').select('code_channel').where('loan_id', '=', offer.loan.id)
  expect(await kept.execute()).toEqual([{ code_channel: 'mail' }])

  const later = await makeOfferWithPhone()
  await askBy('none')
  ctx.setNow('2026-11-19T15:59:59Z')
  expect((await change(later, { phone: '5599998888' })).statusCode).toBe(200)
  ctx.setNow('2026-11-20T16:00:00Z')
  await askBy('message')
  expect([await channelOf(later), (await send(later)).json().address]).toEqual(['message', '••••8888'])
})

test('a code that was sent to the earlier phone does not sign after the phone changed', async () => {
  await askBy('message')
  const offer = await makeOfferWithPhone()
  expect((await send(offer)).json()).toMatchObject({ channel: 'message' })
  const [, signing_code] = / es (\d{6})\./.exec(messages.at(-1)?.text ?? '') ?? []
  expect((await change(offer, { phone: '5599998888', current_password: password })).statusCode).toBe(200)
  const refused = await acceptCall(ctx, offer, { body: { signing_code } })
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'signing_code.expired'])
})
