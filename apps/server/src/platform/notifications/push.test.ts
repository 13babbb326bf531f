import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { noticeToggles } from '@quincena/domain/notifications/topics'
import { wordsOf } from '@quincena/domain/texts/notice-words'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeStaff, makeWorker, signIn } from '../../../test/factories.ts'
import { makeLoan } from '../../../test/loans.ts'
import { notify } from './commands/notify.ts'
import { pushToPhone } from './commands/send-push.ts'

interface Arrival {
  path: string
  authorization: string
  encoding: string | undefined
  ttl: number
  body: Buffer
}

let ctx: TestContext
let origin: string
/** The status of the push service's next responses. */
let status = 201
const arrivals: Arrival[] = []
const service = createServer(async (request, response) => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  const { authorization = '', ttl } = request.headers
  arrivals.push({
    ...{ path: request.url ?? '', authorization, encoding: request.headers['content-encoding'] },
    ...{ ttl: Number(ttl), body: Buffer.concat(parts) },
  })
  response.writeHead(status).end('x'.repeat(2000))
})

beforeAll(async () => {
  ctx = await createTestContext()
  await new Promise<void>((done) => service.listen(0, '127.0.0.1', done))
  // A server that listens on a TCP port has an `AddressInfo`.
  origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
})
beforeEach(() => {
  status = 201
  arrivals.length = 0
})
afterAll(() => service.close())

/** A browser: its keys, its subscription, and how it decrypts a message (RFC 8188, RFC 8291). */
function makePhone(path = `/${randomBytes(8).toString('hex')}`) {
  const ecdh = createECDH('prime256v1')
  const own = ecdh.generateKeys()
  const auth = randomBytes(16)
  const hkdf = ([salt, secret]: [Buffer, Buffer], info: Buffer, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, info, length))
  const text = (value: string) => Buffer.from(`${value}\0`)
  function read(body: Buffer): unknown {
    const salt = body.subarray(0, 16)
    const theirs = body.subarray(21, 21 + body.readUInt8(20))
    const sealed = body.subarray(21 + theirs.length)
    const info = Buffer.concat([text('WebPush: info'), own, theirs])
    const secret = hkdf([auth, ecdh.computeSecret(theirs)], info, 32)
    const key = hkdf([salt, secret], text('Content-Encoding: aes128gcm'), 16)
    const nonce = hkdf([salt, secret], text('Content-Encoding: nonce'), 12)
    const opener = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(sealed.subarray(-16))
    const plain = Buffer.concat([opener.update(sealed.subarray(0, -16)), opener.final()])
    return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString('utf8'))
  }
  const keys = { p256dh: own.toString('base64url'), auth: auth.toString('base64url') }
  return { path, read, body: { endpoint: `${origin}${path}`, keys } }
}

type Headers = Record<string, string>
const put = (headers: Headers, payload: object) =>
  ctx.app.inject({ method: 'POST', url: `${ctx.api}/push/subscriptions`, headers, payload })

async function subscribed() {
  const { loan, worker } = await makeLoan(ctx, { state: 'approved' })
  const headers = await signIn(ctx, worker)
  const phone = makePhone()
  expect((await put(headers, phone.body)).statusCode).toBe(204)
  return { loan, worker, headers, phone }
}

let count = 0
const notifyUser = (recipient_id: number, loan: number | null = null) =>
  ctx.deps.db.transaction().execute((trx) => {
    count += 1
    const reason_key = loan === null ? (`security:${count}` as const) : (`approved:${loan}:${count}` as const)
    return notify(ctx.deps, trx, {
      recipient_id,
      words: wordsOf('notice_approved', { loan_type: 'crédito', folio: 'C-000005', amount: 1_200_000 }),
      reason_key,
    })
  })

const drain = () => ctx.drain(['send-push'])

test('delivers a notification encrypted for the browser and signed by the server [E2.56]', async () => {
  const { loan, worker, headers, phone } = await subscribed()
  await notifyUser(worker.id, loan.id)
  expect(await drain()).toBe(1)
  const [arrival] = arrivals
  if (arrival === undefined) throw new Error('nothing arrived')
  expect(arrival).toMatchObject({ path: phone.path, encoding: 'aes128gcm', ttl: 86_400 })
  expect(arrival.body.includes('aprobada')).toBe(false)
  expect(phone.read(arrival.body)).toEqual({
    title: 'Solicitud aprobada',
    message: 'Revisa las condiciones y firma para recibir el dinero.',
    url: `app/${loan.type === 'credit' ? 'credit' : 'anticipation'}-detail/${loan.id}`,
  })

  const { public_key } = (await ctx.app.inject({ url: `${ctx.api}/push/key`, headers })).json()
  const [, token = '', key] = /^vapid t=([^,]+), k=(.+)$/.exec(arrival.authorization) ?? []
  expect(key).toBe(public_key)
  const point = Buffer.from(public_key, 'base64url')
  const jwk = { kty: 'EC', crv: 'P-256', x: point.subarray(1, 33), y: point.subarray(33) }
  const verifier = createPublicKey({
    format: 'jwk',
    key: { ...jwk, x: jwk.x.toString('base64url'), y: jwk.y.toString('base64url') },
  })
  const [head, claims = '', signature = ''] = token.split('.')
  const signed = Buffer.from(`${head}.${claims}`)
  const options = { key: verifier, dsaEncoding: 'ieee-p1363' } as const
  expect(verify('sha256', signed, options, Buffer.from(signature, 'base64url'))).toBe(true)
  const { aud, sub } = JSON.parse(Buffer.from(claims, 'base64url').toString())
  expect({ aud, sub }).toEqual({ aud: origin, sub: 'mailto:hola@quincena.mx' })
})

test('pushes an approval and a staff message, but nothing rolled back, silenced or read', async () => {
  const { worker, headers, phone } = await subscribed()
  const staff = await signIn(ctx, await makeStaff(ctx))
  const { loan } = await makeLoan(ctx, { worker, type: 'advance', amount_cents: 100_000 })
  const decided = { method: 'PATCH', url: `${ctx.api}/loan/${loan.id}`, headers: staff } as const
  expect((await ctx.app.inject({ ...decided, payload: { status: 'APP' } })).statusCode).toBe(200)
  await drain()
  expect(arrivals.map(({ body }) => phone.read(body))).toMatchObject([
    { title: 'Solicitud aprobada', url: `app/anticipation-detail/${loan.id}` },
  ])
  arrivals.length = 0

  const payload = { title: 'Hola', message: 'Qué tal', recipient: worker.id }
  await ctx.app.inject({ method: 'POST', url: `${ctx.api}/notification/`, headers: staff, payload })
  await drain()
  expect(arrivals.map(({ body }) => phone.read(body))).toEqual([
    { title: 'Hola', message: 'Qué tal', url: 'app/notifications-user' },
  ])
  arrivals.length = 0

  const failing = ctx.deps.db.transaction().execute(async (trx) => {
    const notice = { recipient_id: worker.id, title: 'No', message: 'No' }
    await notify(ctx.deps, trx, { ...notice, reason_key: 'security:rolled-back' })
    throw new Error('undone')
  })
  await expect(failing).rejects.toThrow('undone')
  const off = Object.fromEntries(noticeToggles.map((name) => [name, false]))
  await ctx.app.inject({ method: 'PUT', url: `${ctx.api}/auth/preferences`, headers, payload: off })
  await notifyUser(worker.id, 1)
  await ctx.app.inject({ method: 'POST', url: `${ctx.api}/notification/`, headers: staff, payload })
  expect(await drain()).toBe(1)
  await notifyUser(worker.id)
  const { results } = (await ctx.app.inject({ url: `${ctx.api}/notification/`, headers })).json()
  const url = `${ctx.api}/notification/${results[0].id}`
  await ctx.app.inject({ method: 'PATCH', url, headers, payload: { checked: true } })
  expect(await drain()).toBe(1)
  expect(arrivals).toEqual([])
})

test('shows neither account nor device nor amount on a locked phone', async () => {
  const { worker, phone } = await subscribed()
  const account = 'Banamex, cuenta terminada en 9192'
  const access = { device: 'Chrome en Android', day: '2026-11-20', time: '12:00', place: 'Seguridad' }
  await ctx.deps.db.transaction().execute(async (trx) => {
    const to = { recipient_id: worker.id }
    const changed = wordsOf('notice_account', { account })
    await notify(ctx.deps, trx, { ...to, words: changed, reason_key: 'account:1:new' })
    const entered = wordsOf('notice_new_device', access)
    await notify(ctx.deps, trx, { ...to, words: entered, reason_key: 'security:entered' })
  })
  const staff = await signIn(ctx, await makeStaff(ctx))
  const payload = { title: 'Tu pago', message: 'Nos debes 12,000 pesos', recipient: worker.id }
  await ctx.app.inject({ method: 'POST', url: `${ctx.api}/notification/`, headers: staff, payload })
  await drain()
  const message = 'Entra a la app para verlo.'
  const shown = arrivals.map(({ body }) => phone.read(body))
  expect(shown).toHaveLength(3)
  expect(shown).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ title: 'Cambió la cuenta donde recibes tu dinero', message }),
      expect.objectContaining({ title: 'Inicio de sesión en un dispositivo nuevo', message }),
      expect.objectContaining({ title: 'Tienes un mensaje', message }),
    ]),
  )
})

test('deletes a subscription after 410 and retries after 429 and 503 [E2.56]', async () => {
  const { worker, phone } = await subscribed()
  const row = () =>
    ctx.deps.db
      .selectFrom('push_subscription')
      .select('id')
      .where('endpoint', '=', phone.body.endpoint)
      .executeTakeFirst()
  const subscription_id = (await row())?.id ?? 0
  await notifyUser(worker.id)
  const { id: notification_id } = await ctx.deps.db
    .selectFrom('notification')
    .select('id')
    .where('recipient_id', '=', worker.id)
    .executeTakeFirstOrThrow()
  await drain()
  const job = { subscription_id, notification_id }
  for (status of [429, 503]) await expect(pushToPhone(ctx.deps, job)).rejects.toThrow(String(status))
  status = 413
  await pushToPhone(ctx.deps, job)
  expect(await row()).toBeDefined()
  status = 410
  await pushToPhone(ctx.deps, job)
  expect(await row()).toBeUndefined()
  arrivals.length = 0
  await notifyUser(worker.id)
  expect(await drain()).toBe(0)
  expect(arrivals).toEqual([])
})

test('ends with its session and is deleted by the nightly job [E2.56]', async () => {
  const { worker, headers, phone } = await subscribed()
  await notifyUser(worker.id)
  await ctx.app.inject({ method: 'POST', url: `${ctx.api}/auth/logout`, headers })
  await drain()
  await notifyUser(worker.id)
  await drain()
  expect(arrivals).toEqual([])
  await ctx.runJob('purge-expired-data', {})
  const left = ctx.deps.db.selectFrom('push_subscription').where('endpoint', '=', phone.body.endpoint)
  expect(await left.select('id').execute()).toEqual([])
})

test('ends with the account or at its owner’s request, and not at another user’s [E2.56]', async () => {
  const [mine, other] = [await subscribed(), await subscribed()]
  const drop = (headers: Headers) =>
    ctx.app.inject({
      ...{ method: 'DELETE', url: `${ctx.api}/push/subscriptions`, headers },
      payload: { endpoint: mine.phone.body.endpoint },
    })
  expect((await drop(other.headers)).statusCode).toBe(204)
  await notifyUser(mine.worker.id)
  await drain()
  expect(arrivals).toHaveLength(1)
  expect((await drop(mine.headers)).statusCode).toBe(204)
  await ctx.deps.db
    .updateTable('app_user')
    .set({ is_active: false })
    .where('id', '=', other.worker.id)
    .execute()
  for (const { worker } of [mine, other]) await notifyUser(worker.id)
  await drain()
  expect(arrivals).toHaveLength(1)
})

test('moves a browser to the user who subscribed last, and keeps ten subscriptions per user', async () => {
  const [first, second] = [await subscribed(), await subscribed()]
  for (let twice = 0; twice < 2; twice += 1) await put(second.headers, first.phone.body)
  await notifyUser(first.worker.id)
  await notifyUser(second.worker.id)
  await drain()
  expect(arrivals.map(({ path }) => path).sort()).toEqual([first.phone.path, second.phone.path].sort())
  const audited = await ctx.deps.db
    .selectFrom('audit')
    .select('after')
    .where('action', '=', 'push.on')
    .where('actor_id', '=', second.worker.id)
    .execute()
  expect(audited).toEqual(Array(2).fill({ after: { service: new URL(origin).host } }))
  for (let count = 0; count < 11; count += 1) await put(second.headers, makePhone().body)
  arrivals.length = 0
  await notifyUser(second.worker.id)
  await drain()
  expect(arrivals).toHaveLength(10)
})

test('rejects an invalid push service or key with 422 at its field [E2.56]', async () => {
  const headers = await signIn(ctx, await makeWorker(ctx))
  const { endpoint, keys } = makePhone().body
  const off = Buffer.alloc(65, 7).toString('base64url')
  const refused = {
    endpoint: [
      ...['http://push.example.mx/1', 'https://10.0.0.1/1', 'https://localhost/1', 'http://localhost:9/1'],
      ...['https://[::1]/1', 'https://[::ffff:10.0.0.1]/1', 'https://push.example.mx:8443/1'],
      ...['https://a:b@push.example.mx/1', 'https://intranet/1', 'ftp://push.example.mx/1', 'nada'],
    ].map((given) => ({ endpoint: given, keys })),
    'keys.p256dh': [off, '', 'ñ'].map((p256dh) => ({ endpoint, keys: { ...keys, p256dh } })),
    'keys.auth': ['AAAA', ''].map((auth) => ({ endpoint, keys: { ...keys, auth } })),
  }
  for (const [field, bodies] of Object.entries(refused)) {
    for (const body of bodies) {
      const answer = await put(headers, body)
      expect(answer.statusCode, JSON.stringify(body)).toBe(422)
      expect(Object.keys(answer.json().errors)).toEqual([field])
    }
  }
})
