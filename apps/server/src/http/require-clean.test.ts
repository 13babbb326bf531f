import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startScanner, testVirus } from '../../test/antivirus.ts'
import { createTestContext, type TestContext } from '../../test/context.ts'
import { makeStaff, makeWorker, signIn } from '../../test/factories.ts'
import { smallPdf } from '../../test/small-pdf.ts'
import { buildApp } from '../app.ts'

let ctx: TestContext
let scanner: Awaited<ReturnType<typeof startScanner>>
let scanned: TestContext

/** The context's server with an antivirus at this address. */
async function withScanner(clamav_url: string): Promise<TestContext> {
  const deps = { ...ctx.deps, env: { ...ctx.deps.env, clamav_url } }
  const app = await buildApp(deps)
  await app.ready()
  return { ...ctx, deps, app }
}

beforeAll(async () => {
  ctx = await createTestContext()
  scanner = await startScanner()
  scanned = await withScanner(scanner.url)
})
afterAll(async () => {
  await scanned.app.close()
  await scanner.stop()
})
beforeEach(() => {
  scanner.scanned.length = 0
})

/** A PDF with the virus of tests in its tail; readers ignore what follows its end. */
const infected = () => Buffer.concat([smallPdf(), Buffer.from(testVirus)])

interface Sent {
  to: string
  method?: 'POST' | 'PUT'
  field?: string
  bytes: Buffer
}

async function send(
  { app, api }: TestContext,
  headers: Record<string, string>,
  { to, method = 'POST', field = 'file', bytes }: Sent,
) {
  const form = new FormData()
  form.append('filename', 'INE')
  form.append('user', headers.user ?? '1')
  form.append(field, new Blob([Uint8Array.from(bytes)]), 'x')
  const body = new Response(form)
  return app.inject({
    method,
    url: `${api}${to}`,
    headers: { ...headers, 'content-type': body.headers.get('content-type') ?? '' },
    payload: Buffer.from(await body.arrayBuffer()),
  })
}

async function workerHeaders() {
  const user = await makeWorker(ctx)
  return { ...(await signIn(ctx, user)), user: String(user.id) }
}

const countDocuments = async (user: string) =>
  (await ctx.deps.db.selectFrom('document').select('id').where('user_id', '=', Number(user)).execute()).length

test('refuses an infected document at its field, and stores a clean one that was scanned whole', async () => {
  const headers = await workerHeaders()
  const before = await countDocuments(headers.user)
  const refused = await send(scanned, headers, { to: '/documents/', bytes: infected() })
  expect([refused.statusCode, refused.json().code]).toEqual([422, 'files.infected'])
  expect(refused.json().errors.file[0]).toContain('El antivirus encontró')
  expect(await countDocuments(headers.user)).toBe(before)
  const clean = Buffer.concat([smallPdf(), Buffer.alloc(200_000, '\n')])
  expect((await send(scanned, headers, { to: '/documents/', bytes: clean })).statusCode).toBe(201)
  expect(scanner.scanned.map((file) => file.equals(clean))).toEqual([false, true])
})

test.each<Omit<Sent, 'bytes'>>([
  { to: '/auth/picture', method: 'PUT' },
  { to: '/auth/upload-users', field: 'excel_file' },
  { to: '/company/upload-company', field: 'excel_file' },
  { to: '/loan/payment-vouchers' },
  { to: '/treasury/cash-movements/files' },
  { to: '/treasury/bank-accounts/1/statements' },
])('refuses an infected file at $to', async (sent) => {
  const headers = await signIn(ctx, await makeStaff(ctx, 'U0'))
  const { field = 'file' } = sent
  const answer = await send(scanned, headers, { ...sent, bytes: infected() })
  expect([answer.statusCode, answer.json().code]).toEqual([422, 'files.infected'])
  expect(Object.keys(answer.json().errors)).toEqual([field])
})

test('takes no file that the antivirus could not read, and says when to try again', async () => {
  const headers = await workerHeaders()
  const large = Buffer.concat([smallPdf(), Buffer.alloc(3 * 1024 * 1024, '\n')])
  const unread = await send(scanned, headers, { to: '/documents/', bytes: large })
  const gone = await startScanner()
  await gone.stop()
  const without = await withScanner(gone.url)
  const unanswered = await send(without, headers, { to: '/documents/', bytes: smallPdf() })
  await without.app.close()
  for (const answer of [unread, unanswered])
    expect([answer.statusCode, answer.json().code, answer.headers['retry-after']]).toEqual([
      ...[503, 'files.unscanned', '30'],
    ])
})
