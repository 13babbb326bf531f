import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { messages } from '@quincena/domain/messages'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test } from 'vitest'
import { makeP12 } from '../src/crypto/p12.ts'
import { freePort } from '../src/db/free-port.ts'
import { peopleFault } from '../src/demo/people-fault.ts'
import { completeSettings } from './complete-settings.ts'
import { createTestContext, type TestContext } from './context.ts'
import { makeStaff, makeWorker, signIn } from './factories.ts'
import { findLoan, ordersOf } from './loans.ts'
import { acceptByHttp, offerByHttp } from './payout-by-http.ts'
import { type Program, startProgram } from './program.ts'
import { startServerProcess } from './server-process.ts'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))
const configCheck = fileURLToPath(new URL('../src/cli/config-check.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'quincena-settings-'))

let ctx: TestContext
let server: Pick<Program, 'kill'> | undefined
beforeAll(async () => {
  ctx = await createTestContext()
})
afterEach(() => server?.kill())
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Starts a program, the real server, with these settings only, waits for its end, and returns exit code and output lines. */
async function startAndEnd(settings: Record<string, string>, program = main) {
  const started = startProgram([program], { PATH: '/usr/bin:/bin', ...settings })
  server = started
  const code = await started.ended()
  return {
    code,
    lines: started
      .output()
      .split('\n')
      .filter((line) => line !== ''),
  }
}

const requiredNames = [
  ...['LENDER_NAME', 'LENDER_ADDRESS', 'LENDER_PHONE', 'LENDER_EMAIL', 'LENDER_RECA'],
  ...['PUBLIC_URL', 'SMTP_URL', 'MAIL_FROM', 'CONTRACT_P12', 'AUDIT_KEY', 'SECRET_KEY'],
  ...['STP_URL', 'STP_COMPANY'],
  ...['STP_PRIVATE_KEY', 'STP_PAYER_ACCOUNT', 'STP_WEBHOOK_SECRET', 'STP_WEBHOOK_ALLOW'],
]

test('ends with exit code 78 and one line for each missing setting', async () => {
  const { code, lines } = await startAndEnd({ DATA_DIR: folder, DEMO: '0', PORT: '0' })
  expect(code).toBe(78)
  expect(lines.map((line) => line.split(':')[0])).toEqual(requiredNames)
})

test('refuses to start with demo data and an STP on another machine', async () => {
  const settings = { DATA_DIR: folder, PORT: '0', STP_URL: 'https://prod.stpmex.com' }
  expect(await startAndEnd({ ...settings, DEMO: '1' })).toEqual({
    code: 78,
    lines: ['STP_URL: is not on this machine and DEMO=1 is set; unset one of the two'],
  })
  const { code, lines } = await startAndEnd(settings)
  expect(code).toBe(78)
  expect(lines).toHaveLength(requiredNames.length - 1)
})

const usable = (settings: Record<string, string>) => ({ ...completeSettings(ctx), PORT: '0', ...settings })

test('reports all invalid settings at once and prints no secret', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const address = taken.address()
  const port = String(typeof address === 'object' ? address?.port : '')
  const settings = {
    ...{ CONTRACT_P12_PASSPHRASE: 'hunter2', STP_PRIVATE_KEY: '/etc/stp.pem', TRUST_PROXY: 'true' },
    ...{ PORT: port, DATA_DIR: '/dev/null/data', LENDER_NAME: ' ', SMTP_URL: 'mail.prestamos.mx' },
  }
  expect(await startAndEnd(usable(settings))).toEqual({
    code: 78,
    lines: [
      'SMTP_URL: is not a mail server, or turns TLS off; set smtp://user:password@host:port or smtps://...',
      'LENDER_NAME: is missing; set the lender’s data as contracts state it',
      'DATA_DIR: cannot be written to (ENOTDIR); correct the path or its owner',
      'TRUST_PROXY: is not a list of proxies; set addresses or ranges separated by commas, or loopback',
      'STP_PRIVATE_KEY: is not a PEM; set the key itself (-----BEGIN ... KEY-----), not a path',
      'CONTRACT_P12_PASSPHRASE: does not open CONTRACT_P12; correct it',
      `PORT: ${port} is in use on 127.0.0.1; stop the other program or set another`,
    ],
  })
  taken.close()
})

async function oneLine(settings: Record<string, string>) {
  const { code, lines } = await startAndEnd(usable(settings))
  expect(code, lines.join('\n')).toBe(78)
  expect(lines).toHaveLength(1)
  return lines[0]
}

/** A PostgreSQL, or a pooler in front of it, that refuses each connection with this error. */
async function refusingDatabase(code: string, message: string) {
  const fields = `SFATAL\0VFATAL\0C${code}\0M${message}\0\0`
  const head = Buffer.alloc(5)
  head.write('E')
  head.writeInt32BE(4 + Buffer.byteLength(fields), 1)
  const refusing = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => socket.end(Buffer.concat([head, Buffer.from(fields)])))
  }).listen(0, '127.0.0.1')
  await once(refusing, 'listening')
  const address = refusing.address()
  const port = typeof address === 'object' ? address?.port : ''
  return { url: `postgres://quincena:x@127.0.0.1:${port}/quincena`, close: () => refusing.close() }
}

const encryptedKey = () =>
  generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
    ...{ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'right' },
  })

test.each<[string, () => Record<string, string>, RegExp]>([
  [
    'a passphrase that does not open STP’s key',
    () => ({ STP_PRIVATE_KEY: String(encryptedKey()), STP_PASSPHRASE: 'wrong' }),
    /^STP_PASSPHRASE: /,
  ],
  ['a port that is a word', () => ({ PORT: 'abc' }), /^PORT: /],
  ['a base path without a slash', () => ({ BASE_PATH: 'quincena/' }), /^BASE_PATH: /],
  ['a mail server without a scheme', () => ({ SMTP_URL: 'smtp.prestamos.mx:587' }), /^SMTP_URL: /],
  ['a storage that is no bucket', () => ({ STORAGE_URL: 'https://bucket' }), /^STORAGE_URL: /],
  ['a certificate that is not there', () => ({ CONTRACT_P12: '/nope/lender.p12' }), /^CONTRACT_P12: /],
  ['no public address', () => ({ PUBLIC_URL: '' }), /^PUBLIC_URL: /],
  [
    'an account with a wrong check digit',
    () => ({ STP_PAYER_ACCOUNT: '123456789012345678' }),
    /^STP_PAYER_ACCOUNT: /,
  ],
  ['a folder below a file', () => ({ DATA_DIR: '/dev/null/data' }), /^DATA_DIR: /],
])('ends with exit code 78 and one line for %s', async (_, settings, line) => {
  expect(await oneLine(settings())).toMatch(line)
})

test('names the database that refuses the password or a parameter of the connection', async () => {
  const url = new URL(ctx.deps.env.database_url ?? '')
  url.password = 'wrong'
  expect(await oneLine({ DATABASE_URL: url.href })).toMatch(
    /^DATABASE_URL: the database refuses this user or/,
  )
  const pooler = await refusingDatabase('08P01', 'unsupported startup parameter: statement_timeout')
  expect(await oneLine({ DATABASE_URL: pooler.url })).toMatch(
    /^DATABASE_URL: the database refuses the connection \(unsupported startup parameter: statement_timeout\)/,
  )
  pooler.close()
})

test('names a folder that the user of the bundled database cannot enter', async () => {
  if (process.getuid?.() !== 0) return
  const closed = mkdtempSync(join(tmpdir(), 'quincena-closed-'))
  chmodSync(closed, 0o700)
  const settings = { DEMO: '1', DATA_DIR: join(closed, 'data'), PORT: '0' }
  const { code, lines } = await startAndEnd(settings)
  expect([code, lines.length, lines[0]]).toEqual([78, 1, expect.stringMatching(/^DATA_DIR: /)])
  rmSync(closed, { recursive: true, force: true })
})

test('names trust anchors that cannot be read or hold no certificate', async () => {
  const missing = join(folder, 'none.pem')
  expect(await oneLine({ CONSTANCIA_ANCHORS: missing })).toMatch(
    /^CONSTANCIA_ANCHORS: cannot be read \(ENOENT\)/,
  )
  expect(await oneLine({ CONSTANCIA_ANCHORS: '-----BEGIN CERTIFICATE-----' })).toMatch(
    /^CONSTANCIA_ANCHORS: holds no usable PEM certificate/,
  )
})

test('warns once of an authority without trust anchors', async () => {
  const CONSTANCIA_URL = 'http://127.0.0.1:1/tsa'
  const started = startProgram([main], usable({ LOG_LEVEL: 'warn', CONSTANCIA_URL }))
  server = started
  await started.printed(/(CONSTANCIA_ANCHORS: is not set[\s\S]*"SMTP_URL: does not answer")/)
  expect(started.output().match(/CONSTANCIA_ANCHORS/g)).toHaveLength(1)
})

test('names the database if it does not exist or rejects the password', async () => {
  const url = new URL(ctx.deps.env.database_url ?? '')
  url.pathname = '/nope'
  expect(await oneLine({ DATABASE_URL: url.href })).toMatch(/^DATABASE_URL: there is no such database/)
  url.username = 'nobody'
  expect(await oneLine({ DATABASE_URL: url.href })).toMatch(/^DATABASE_URL: the database refuses this user/)
  expect(await oneLine({ DATABASE_URL: 'not-a-url' })).toMatch(/^DATABASE_URL: is not a PostgreSQL address/)
})

test('refuses to write demo data into a database with real users', async () => {
  await makeWorker(ctx)
  const what =
    'the database holds real people and DEMO is on; name another one, or set DEMO=0 and the settings'
  const own = { DEMO: '1', DATABASE_URL: ctx.deps.env.database_url ?? '', DATA_DIR: folder, PORT: '0' }
  expect(await startAndEnd(own)).toEqual({ code: 78, lines: [`DATABASE_URL: ${what}`] })
  expect(await peopleFault(ctx.deps.db, { demo: true, database_url: undefined })).toBe(`DATA_DIR: ${what}`)
})

test('names the simulator’s port if it is in use', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const address = taken.address()
  const STP_SIMULATOR_PORT = String(typeof address === 'object' ? address?.port : '')
  expect(await startAndEnd({ DEMO: '1', DATA_DIR: folder, PORT: '0', STP_SIMULATOR_PORT })).toEqual({
    code: 78,
    lines: [
      `STP_SIMULATOR_PORT: ${STP_SIMULATOR_PORT} is in use or not allowed; set another or leave it out`,
    ],
  })
  taken.close()
})

test('stops the bundled database if the start fails with another error', async () => {
  const own = mkdtempSync(join(tmpdir(), 'quincena-bundled-'))
  // If the tests run as root, the bundled PostgreSQL runs as another user and needs access to the folder.
  chmodSync(own, 0o711)
  // Where the bundled simulator keeps its orders is no folder.
  writeFileSync(join(own, 'stp'), '')
  const { code, lines } = await startAndEnd({ DEMO: '1', DATA_DIR: own, PORT: '0' })
  expect(code).toBe(1)
  expect(lines.join('\n')).toContain('EEXIST')
  expect(existsSync(join(own, 'postgres', 'PG_VERSION'))).toBe(true)
  expect(existsSync(join(own, 'postgres', 'postmaster.pid'))).toBe(false)
  rmSync(own, { recursive: true, force: true })
})

test('config:check finds faults without starting, also beside a server on the same port', async () => {
  const started = await startServerProcess(ctx)
  onTestFinished(() => started.kill())
  const PORT = new URL(started.api).port
  const { code, lines } = await startAndEnd(usable({ PORT }), configCheck)
  expect([code, ...lines]).toEqual([
    0,
    'warning: SMTP_URL: does not answer',
    'The settings (production) are usable; warnings: 1.',
  ])
  const wrong = { STP_PRIVATE_KEY: '/etc/stp.pem', CONTRACT_P12_PASSPHRASE: 'hunter2' }
  expect(await startAndEnd(usable(wrong), configCheck)).toEqual({
    code: 78,
    lines: [
      'STP_PRIVATE_KEY: is not a PEM; set the key itself (-----BEGIN ... KEY-----), not a path',
      'CONTRACT_P12_PASSPHRASE: does not open CONTRACT_P12; correct it',
    ],
  })
  const url = new URL(ctx.deps.env.database_url ?? '')
  url.username = 'nobody'
  const refused = await startAndEnd(usable({ DATABASE_URL: url.href }), configCheck)
  expect(refused).toEqual({ code: 78, lines: [expect.stringMatching(/^DATABASE_URL: the database refuses/)] })
  url.port = String(await freePort())
  const away = await startAndEnd(usable({ DATABASE_URL: url.href }), configCheck)
  expect([away.code, away.lines[0]]).toEqual([
    0,
    expect.stringMatching(/^warning: DATABASE_URL: no database answers/),
  ])
})

test('config:check names a wrong provider of identities, and warns of one that is away or another', async () => {
  const provider = createHttpServer((_request, response) => response.writeHead(404).end()).listen(
    0,
    '127.0.0.1',
  )
  await once(provider, 'listening')
  const address = provider.address()
  const other = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const oidc = { OIDC_CLIENT_ID: 'quincena', OIDC_CLIENT_SECRET: 'hunter2', OIDC_GROUPS: 'admins=U0' }
  const check = (settings: Record<string, string>) => startAndEnd(usable(settings), configCheck)
  expect(await check({ ...oidc, OIDC_ISSUER: 'login.prestamos.mx' })).toEqual({
    code: 78,
    lines: [expect.stringMatching(/^OIDC_ISSUER: is not an https:\/\/ address/)],
  })
  const away = await check({ ...oidc, OIDC_ISSUER: `http://127.0.0.1:${await freePort()}` })
  expect([away.code, away.lines]).toEqual([
    0,
    expect.arrayContaining(['warning: OIDC_ISSUER: does not answer']),
  ])
  const wrong = await check({ ...oidc, OIDC_ISSUER: other })
  expect([wrong.code, wrong.lines]).toEqual([
    0,
    expect.arrayContaining([
      expect.stringMatching(/^warning: OIDC_ISSUER: answers, but not as the provider of that name; /),
    ]),
  ])
  provider.close()
})

test('waits for a database that is not reachable yet, and logs each attempt', async () => {
  const DATABASE_URL = `postgres://127.0.0.1:${await freePort()}/quincena`
  const started = startProgram([main], usable({ LOG_LEVEL: 'info', DATABASE_URL }))
  server = started
  await started.printed(/(waiting for the database: connect ECONNREFUSED[\s\S]*waiting for the database)/)
  expect(started.runs()).toBe(true)
})

test('starts with a warning if the mail server does not answer', async () => {
  const started = startProgram([main], usable({ LOG_LEVEL: 'warn' }))
  server = started
  // The server is ready before the mail server's time limit ends.
  await started.printed(/(Quincena\s+http:[\s\S]*"SMTP_URL: does not answer")/)
})

test('starts with an expired certificate, and refuses acceptances with 503 until it is replaced', async () => {
  const expired = await makeP12({ name: 'Préstamos', purpose: 'seal', now: new Date('2014-01-01') })
  const settings = {
    CONTRACT_P12: expired.p12,
    CONTRACT_P12_PASSPHRASE: expired.passphrase,
    LOG_LEVEL: 'warn',
  }
  const started = await startServerProcess(ctx, { settings })
  server = started
  await expect.poll(started.output).toContain('CONTRACT_P12: the certificate is expired')
  const offer = await offerByHttp(ctx, started)
  const key = randomUUID()
  expect(await acceptByHttp(started, offer, key)).toMatchObject({
    status: 503,
    body: { code: 'contract.seal_not_valid', detail: messages['contract.seal_not_valid'] },
  })
  expect(await findLoan(ctx, offer.loan_id)).toMatchObject({ state: 'approved' })
  expect(await ordersOf(ctx, offer.loan_id)).toEqual([])
  const headers = await signIn(ctx, await makeStaff(ctx, 'U0'))
  const tried = await fetch(`${started.api}/diagnostics/seal`, { method: 'POST', headers })
  expect(await tried.json()).toMatchObject({ finding: 'seal_not_valid' })
  await started.kill()

  const again = await startServerProcess(ctx)
  server = again
  expect(await acceptByHttp(again, offer, key)).toMatchObject({ status: 200, replayed: false })
})
