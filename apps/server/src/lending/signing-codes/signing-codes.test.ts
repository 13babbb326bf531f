import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeStaff } from '../../../test/factories.ts'
import {
  acceptCall,
  findLoan,
  makeOffer,
  makeWorker,
  ordersOf,
  showContract,
  signIn,
  whileSending,
} from '../../../test/loans.ts'
import type { Mail } from '../../integrations/mail/mail.ts'
import { writeSetting } from '../../platform/settings/commands/write-setting.ts'
import { purgeSigningCodes } from './commands/send-code.ts'

type Offer = Awaited<ReturnType<typeof makeOffer>>

let ctx: TestContext
let mails: Mail[] = []
const messages: { to: string; text: string }[] = []
const log: unknown[] = []

const askBy = (channel: 'none' | 'mail' | 'message') =>
  writeSetting(ctx.deps.db, 'signing_code', { value: { channel }, updated_at: '2026-11-20T16:00:00Z' })

beforeAll(async () => {
  ctx = await createTestContext()
  ctx.deps.mailer = { ...ctx.deps.mailer, send: async (mail) => void mails.push(mail) }
  ctx.deps.messenger = { send: async (message) => void messages.push(message) }
  const keep = (...line: unknown[]) => void log.push(line)
  ctx.deps.log = { info: keep, warn: keep, error: keep }
  await askBy('mail')
})
afterEach(async () => {
  ctx.setNow('2026-11-20T16:00:00Z')
  await askBy('mail')
})

const send = (offer: Offer, { headers = offer.headers, contract_sha256 = offer.contract_sha256 } = {}) =>
  ctx.app.inject({
    method: 'POST',
    url: `${ctx.api}/loan/${offer.loan.id}/signing-code`,
    headers,
    payload: { contract_sha256 },
  })

/** Sends a code and reads it in the mail. */
async function receive(offer: Offer): Promise<string> {
  mails = []
  const answer = await send(offer)
  expect([answer.statusCode, answer.body]).toEqual([200, answer.body])
  return mails[0]?.code ?? ''
}

const sign = (offer: Offer, signing_code: string | undefined, key = randomUUID()) =>
  whileSending(ctx, () => acceptCall(ctx, offer, { key, body: { signing_code } }))

const otherThan = (code: string) => (code === '000000' ? '111111' : '000000')

const rowsOf = (loan_id: number) =>
  ctx.deps.db.selectFrom('signing_code').selectAll().where('loan_id', '=', loan_id).orderBy('id').execute()

describe('sending a code', () => {
  test('mails six digits in the body, answers the masked address, and keeps only a hash', async () => {
    const offer = await makeOffer(ctx)
    mails = []
    const answer = await send(offer)
    expect(answer.json()).toEqual({
      ...{ channel: 'mail', address: expect.stringMatching(/^.\*\*\*@/), tries: 5 },
      ...{ sent_at: '2026-11-20T16:00:00.000Z', expires_at: '2026-11-20T16:10:00.000Z' },
    })
    const [mail] = mails
    expect(mail).toMatchObject({ to: offer.worker.email, code: expect.stringMatching(/^\d{6}$/) })
    expect(`${mail?.subject} ${mail?.preheader}`).not.toContain(mail?.code)
    const [row] = await rowsOf(offer.loan.id)
    expect(row).toMatchObject({ address: offer.worker.email, used_at: null, failures: 0, fault: null })
    const audit = await ctx.deps.db
      .selectFrom('audit')
      .selectAll()
      .where('subject_id', '=', offer.loan.id)
      .execute()
    for (const kept of [row, audit, log, answer.body]) expect(JSON.stringify(kept)).not.toContain(mail?.code)
    expect(JSON.stringify(audit)).not.toContain(offer.worker.email)
  })

  test('sends an SMS where the lender asks for that, and 409 without a phone', async () => {
    await askBy('message')
    const offer = await makeOffer(ctx)
    await ctx.deps.db
      .updateTable('app_user')
      .set({ phone: '5512345678' })
      .where('id', '=', offer.worker.id)
      .execute()
    const loan = await ctx.app.inject({ url: `${ctx.api}/loan/${offer.loan.id}`, headers: offer.headers })
    expect(loan.json().signing_code).toBe('message')
    expect((await send(offer)).json()).toMatchObject({ channel: 'message', address: '••••5678' })
    expect(messages.at(-1)).toMatchObject({
      to: '+525512345678',
      text: expect.stringMatching(/ es \d{6}\. /),
    })
    await ctx.deps.db.updateTable('app_user').set({ phone: null }).where('id', '=', offer.worker.id).execute()
    const refused = await send(offer)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'signing_code.no_address'])
  })

  test('answers 404 for another’s loan, 409 without the setting, for an old contract and an unconfirmed address', async () => {
    const offer = await makeOffer(ctx)
    const stranger = await signIn(ctx, await makeWorker(ctx))
    expect((await send(offer, { headers: stranger })).json().code).toBe('loan.not_found')
    const old = offer.contract_sha256
    await showContract(ctx, offer)
    expect((await send(offer, { contract_sha256: old })).json().code).toBe('contract_changed')
    const id = offer.worker.id
    await ctx.deps.db.updateTable('app_user').set({ must_confirm_email: true }).where('id', '=', id).execute()
    expect((await send(offer)).json().code).toBe('email_unconfirmed')
    await askBy('none')
    const off = await send(offer)
    expect([off.statusCode, off.json().code]).toEqual([409, 'signing_code.off'])
    expect(await rowsOf(offer.loan.id)).toEqual([])
  })

  test('sends five an hour; those that were not sent do not count', async () => {
    const offer = await makeOffer(ctx)
    const { mailer } = ctx.deps
    ctx.deps.mailer = { ...mailer, send: () => Promise.reject(new Error(`no ${offer.worker.email}`)) }
    const failed = await send(offer)
    ctx.deps.mailer = mailer
    expect([failed.statusCode, failed.json().code]).toEqual([503, 'signing_code.not_sent'])
    for (let count = 0; count < 5; count += 1) await receive(offer)
    const refused = await send(offer)
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'signing_code.too_many'])
    expect(refused.headers['retry-after']).toBe('3600')
    ctx.setNow('2026-11-20T17:00:01Z')
    const headers = await signIn(ctx, offer.worker)
    expect((await send(offer, { headers })).statusCode).toBe(200)
    expect(JSON.stringify(log)).not.toContain(offer.worker.email)
  })

  test('one whose sending was refused signs nothing', async () => {
    const offer = await makeOffer(ctx)
    const { mailer } = ctx.deps
    const refused: Mail[] = []
    const refuse = (mail: Mail) => {
      refused.push(mail)
      return Promise.reject(new Error('refused'))
    }
    ctx.deps.mailer = { ...mailer, send: refuse }
    expect((await send(offer)).statusCode).toBe(503)
    ctx.deps.mailer = mailer
    const signing_code = refused[0]?.code ?? ''
    expect(signing_code).toMatch(/^\d{6}$/)
    const answer = await acceptCall(ctx, offer, { body: { signing_code } })
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'signing_code.expired'])
  })

  test('does not keep an admin from deleting the offer', async () => {
    const offer = await makeOffer(ctx)
    await receive(offer)
    const headers = await signIn(ctx, await makeStaff(ctx, 'U0'))
    const url = `${ctx.api}/loan/${offer.loan.id}`
    expect((await ctx.app.inject({ method: 'DELETE', url, headers })).statusCode).toBe(204)
    expect(await rowsOf(offer.loan.id)).toEqual([])
  })

  test('of eight requests at once five are answered', async () => {
    const offer = await makeOffer(ctx)
    const answers = await Promise.all(Array.from({ length: 8 }, () => send(offer)))
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([
      ...[200, 200, 200, 200, 200],
      ...[429, 429, 429],
    ])
  })

  test('a repeated request with the same key answers the same and sends nothing', async () => {
    const offer = await makeOffer(ctx)
    const headers = { ...offer.headers, 'idempotency-key': randomUUID() }
    mails = []
    const first = await send(offer, { headers })
    expect((await send(offer, { headers })).json()).toEqual(first.json())
    expect(mails).toHaveLength(1)
  })
})

describe('acceptance with a code', () => {
  test('needs it, uses it once, keeps how it was confirmed, and replays for the same key', async () => {
    const offer = await makeOffer(ctx)
    const missing = await sign(offer, undefined)
    expect([missing.statusCode, missing.json().code]).toEqual([422, 'signing_code.required'])
    expect(missing.json().errors).toEqual({ signing_code: ['Escribe el código que te enviamos.'] })
    const form = await sign(offer, '12345')
    expect(form.json().errors).toEqual({ signing_code: ['Escribe el código de 6 dígitos'] })
    const code = await receive(offer)
    ctx.setNow('2026-11-20T16:03:00Z')
    const key = randomUUID()
    const typed = `${code.slice(0, 3)} ${code.slice(3)}`
    expect((await sign(offer, typed, key)).statusCode).toBe(200)
    const again = await sign(offer, typed, key)
    expect([again.statusCode, again.headers['idempotent-replay']]).toEqual([200, 'true'])
    const kept = await ctx.deps.db
      .selectFrom('acceptance')
      .select(['signing_code_id', 'code_channel', 'code_address', 'code_sent_at', 'code_confirmed_at'])
      .where('loan_id', '=', offer.loan.id)
      .execute()
    const [row] = await rowsOf(offer.loan.id)
    expect(kept).toEqual([
      {
        ...{
          signing_code_id: row?.id,
          code_channel: 'mail',
          code_address: expect.stringMatching(/^.\*\*\*@/),
        },
        ...{ code_sent_at: '2026-11-20T16:00:00.000Z', code_confirmed_at: '2026-11-20T16:03:00.000Z' },
      },
    ])
    expect(row).toMatchObject({ used_at: '2026-11-20T16:03:00.000Z', failures: 0 })
  })

  test('counts wrong tries over refused acceptances, and voids the code at the fifth', async () => {
    const offer = await makeOffer(ctx)
    const code = await receive(offer)
    const wrong = otherThan(code)
    const first = await sign(offer, wrong)
    expect([first.statusCode, first.json().code]).toEqual([422, 'signing_code.invalid'])
    expect(first.json().errors).toEqual({ signing_code: ['El código no es correcto. Te quedan 4 intentos.'] })
    for (let count = 0; count < 3; count += 1) await sign(offer, wrong)
    const spent = await sign(offer, wrong)
    expect([spent.statusCode, spent.json().code]).toEqual([409, 'signing_code.spent'])
    expect((await sign(offer, code)).json().code).toBe('signing_code.spent')
    expect((await findLoan(ctx, offer.loan.id)).state).toBe('approved')
    expect((await sign(offer, await receive(offer))).statusCode).toBe(200)
  })

  test('of fifteen wrong codes at once five are tried', async () => {
    const offer = await makeOffer(ctx)
    const wrong = otherThan(await receive(offer))
    await Promise.all(
      Array.from({ length: 15 }, () => acceptCall(ctx, offer, { body: { signing_code: wrong } })),
    )
    expect(await rowsOf(offer.loan.id)).toMatchObject([{ failures: 5 }])
  })

  test('refuses an expired code, an earlier one and one of another contract with 409 or 422', async () => {
    const offer = await makeOffer(ctx)
    const none = await sign(offer, '123456')
    expect([none.statusCode, none.json().code]).toEqual([409, 'signing_code.expired'])
    const earlier = await receive(offer)
    let newer = await receive(offer)
    while (newer === earlier) newer = await receive(offer)
    expect((await sign(offer, earlier)).json().code).toBe('signing_code.invalid')
    ctx.setNow('2026-11-20T16:10:00Z')
    expect((await sign(offer, newer)).json().code).toBe('signing_code.expired')
    const last = await receive(offer)
    const contract_sha256 = await showContract(ctx, offer)
    expect((await sign({ ...offer, contract_sha256 }, last)).json().code).toBe('signing_code.expired')
  })

  test('does not count a code that came by mail once the lender asks for an SMS', async () => {
    const offer = await makeOffer(ctx)
    const code = await receive(offer)
    await askBy('message')
    expect((await sign(offer, code)).json().code).toBe('signing_code.expired')
    await askBy('none')
    expect((await sign(offer, otherThan(code))).statusCode).toBe(200)
  })

  test('eight acceptances at once with one code sign once, three times', async () => {
    for (let round = 0; round < 3; round += 1) {
      const offer = await makeOffer(ctx)
      const signing_code = await receive(offer)
      const answers = await whileSending(ctx, () =>
        Promise.all(Array.from({ length: 8 }, () => acceptCall(ctx, offer, { body: { signing_code } }))),
      )
      expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
      expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(7)
      expect(await ordersOf(ctx, offer.loan.id)).toHaveLength(1)
    }
  })

  test('a signature after a refused payout needs a new code', async () => {
    const offer = await makeOffer(ctx)
    const refuse = () =>
      ctx.simulator.faults.set([
        { on: 'register', action: 'refuse', id: -20, message: 'El monto no es válido' },
      ])
    const code = await receive(offer)
    refuse()
    const key = randomUUID()
    expect((await sign(offer, code, key)).json().code).toBe('transfer.refused')
    expect((await sign(offer, code)).json().code).toBe('signing_code.used')
    const next = await receive(offer)
    // The first signature again: its key answers, and no try of the new code is lost.
    expect((await sign(offer, code, key)).json().code).toBe('transfer.refused')
    expect(await rowsOf(offer.loan.id)).toMatchObject([{ failures: 0 }, { failures: 0, used_at: null }])
    expect((await sign(offer, next)).statusCode).toBe(200)
  })
})

test('deletes unused codes two days after they expired, and never those of a signature', async () => {
  const [signed, left] = [await makeOffer(ctx), await makeOffer(ctx)]
  await sign(signed, await receive(signed))
  await receive(left)
  ctx.setNow('2026-11-22T16:11:00Z')
  await purgeSigningCodes(ctx.deps)
  expect(await rowsOf(signed.loan.id)).toHaveLength(1)
  expect(await rowsOf(left.loan.id)).toEqual([])
})
