import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { completeSettings } from '../../../test/complete-settings.ts'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { buildApp } from '../../app.ts'
import { readEnv } from '../../env.ts'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
  for (const subject of ['Primero', 'Segundo', 'Tercero'])
    await ctx.deps.mailer.send({
      to: 'ana@empresa.mx',
      subject,
      preheader: '',
      paragraphs: [`<b>${subject}</b>`, 'https://x.mx/#t'],
    })
  // A mail that is still being written, and a file that is no mail.
  const outbox = join(ctx.deps.env.data_dir, 'outbox')
  await writeFile(join(outbox, '2026-01-01T00-00-00Z-01234567.txt'), 'From: Quincena')
  await writeFile(join(outbox, 'notas.txt'), 'From: a\nTo: b\nSubject: c\n\nd\n')
})

type Request = { path?: string; headers?: Record<string, string> }
const get = ({ path = '', headers = {} }: Request = {}, app = ctx.app) =>
  app.inject({ url: `/quincena/api/demo/mails${path}`, headers })

test('a demo on this machine lists its mails without a session, newest first and as they were written', async () => {
  const { count, next, results } = (await get()).json()
  expect([count, next]).toEqual([4, null])
  expect(results.map(({ subject }: { subject: string }) => subject)).toEqual([
    'Tercero',
    'Segundo',
    'Primero',
  ])
  const text = expect.stringMatching(/^<b>Tercero<\/b>\n\nhttps:\/\/x\.mx\/#t\n\n-- \n/)
  expect(results[0]).toEqual({
    ...{
      id: expect.any(String),
      kind: 'mail',
      to: 'ana@empresa.mx',
      subject: 'Tercero',
      text,
      has_html: true,
    },
    sent_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:[\d.]+Z$/),
  })
})

test('pages the mails, and refuses pages of more than 200', async () => {
  const second = (await get({ path: '?page=2&page_size=1' })).json()
  expect(second.results).toMatchObject([{ subject: 'Segundo' }])
  expect((await get({ path: '?page=9' })).json().results).toEqual([])
  expect((await get({ path: '?page_size=201' })).statusCode).toBe(422)
})

test.each([
  { host: 'quincena.tunel.mx' },
  { host: 'attacker.mx:3000' },
  { host: '192.168.1.20:3000' },
  { 'x-forwarded-for': '203.0.113.7' },
  { 'x-forwarded-host': 'quincena.mx' },
  { forwarded: 'for=203.0.113.7' },
  { via: '1.1 proxy' },
])('answers 404 to a request with the header %o, as if there were no such route', async (headers) => {
  const answer = await get({ headers })
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'route.not_found'])
  expect(answer.body).not.toContain('empresa.mx')
})

const demo = { DEMO: '1', BASE_PATH: '/quincena', LOG_LEVEL: 'silent' }

test.each([
  ['outside DEMO', { DEMO: '0', BASE_PATH: '/quincena' }],
  ['in a demo that listens on all addresses', { ...demo, HOST: '0.0.0.0' }],
  ['in a demo behind a proxy', { ...demo, TRUST_PROXY: 'loopback' }],
  [
    'in a demo behind a proxy with a local address',
    { ...demo, TRUST_PROXY: 'loopback', PUBLIC_URL: 'http://127.0.0.1:3000' },
  ],
  ['in a demo with a public address', { ...demo, PUBLIC_URL: 'https://demo.prestamos.mx' }],
  ['in a demo with a mail server', { ...demo, SMTP_URL: 'smtp://127.0.0.1:9' }],
])('%s there is no such route', async (_, settings) => {
  const complete = settings.DEMO === '0' ? completeSettings(ctx) : {}
  const env = readEnv({ DATA_DIR: ctx.deps.env.data_dir, ...complete, ...settings })
  const app = await buildApp({ ...ctx.deps, env })
  await app.ready()
  const answer = await get({}, app)
  expect([answer.statusCode, answer.json().code]).toEqual([404, 'route.not_found'])
  const { paths } = (await app.inject('/quincena/api/openapi.json')).json()
  expect(Object.keys(paths)).not.toContain('/demo/mails')
  await app.close()
})

test('a demo on this machine with a local public address has the route', async () => {
  const env = readEnv({ ...demo, DATA_DIR: ctx.deps.env.data_dir, PUBLIC_URL: 'http://localhost:3000' })
  const app = await buildApp({ ...ctx.deps, env })
  await app.ready()
  expect((await get({}, app)).statusCode).toBe(200)
  await app.close()
})
