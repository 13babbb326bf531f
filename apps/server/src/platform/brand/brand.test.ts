import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { formOf } from '../../../test/access-records/people.ts'
import { brandFields, logoPng } from '../../../test/brand.ts'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeStaff, signIn } from '../../../test/factories.ts'
import { makeActiveLoan } from '../../../test/loans.ts'

let ctx: TestContext
let admins: Awaited<ReturnType<typeof makeStaff>>[]
let first: Headers
let second: Headers
beforeAll(async () => {
  ctx = await createTestContext()
  admins = [await makeStaff(ctx, 'U0'), await makeStaff(ctx, 'U0')]
})

type Headers = Record<string, string>
type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Sets the clock and signs both admins in. */
async function startAt(instant: string) {
  ctx.setNow(instant)
  const headers = await Promise.all(admins.map((admin) => signIn(ctx, admin)))
  first = headers[0] ?? {}
  second = headers[1] ?? {}
}
beforeEach(() => startAt('2026-11-20T16:00:00Z'))

async function call(headers: Headers, route: `${Method} ${string}`, payload?: object) {
  const [method, url] = route.split(' ') as [Method, string]
  const answer = await ctx.app.inject({
    method,
    url: `${ctx.api}${url}`,
    headers,
    ...(payload && { payload }),
  })
  return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() }
}

async function upload(bytes: Buffer, name = 'logo.png') {
  const form = formOf({ name, bytes })
  const sent = { ...first, 'content-type': form.multipart }
  const answer = await ctx.app.inject({
    ...{ method: 'POST', url: `${ctx.api}/brand/logo`, headers: sent, payload: form.bytes },
  })
  return { status: answer.statusCode, body: answer.json() }
}

const save = (change: object = {}) =>
  call(first, 'PUT /brand/draft', { ...brandFields, summary: 'Cambia la marca.', ...change })
const publish = (effective_date = '2026-11-20') => call(first, 'POST /brand/publish', { effective_date })

test('begins with the settings of the server, under the product’s name', async () => {
  const { body } = await call(first, 'GET /brand/versions')
  expect(body).toMatchObject({ is_alone_allowed: true, draft: null, approval: null })
  const { name, reca } = ctx.deps.env.lender
  expect(body.versions).toMatchObject([
    {
      version: 1,
      state: 'in_force',
      is_shipped: true,
      logo: null,
      content: { name, trade_name: 'Quincena', reca },
    },
  ])
  // Contracts of before keep the hash of their content.
  expect(ctx.deps.brand.current().lender).toEqual(ctx.deps.env.lender)
  expect((await call({}, 'GET /brand')).body).toMatchObject({ trade_name: 'Quincena', lender: name })
})

test.each([
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 415],
  ['a text', Buffer.from('hola'), 415],
  ['a PNG that is cut off', logoPng().subarray(0, 120), 415],
  ['a PNG of 40 pixels', logoPng(40, 80), 422],
  ['a PNG of 2001 pixels', logoPng(2001, 64), 422],
])('refuses %s as a logo, at its field', async (_, bytes, status) => {
  const answer = await upload(bytes)
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([status, ['file']])
})

test('refuses a logo of more than 200 KB', async () => {
  const answer = await upload(Buffer.concat([logoPng(), Buffer.alloc(200 * 1024)]))
  expect([answer.status, answer.body.code]).toEqual([413, 'logo.too_large'])
})

test('refuses fields with their errors, among them a colour that cannot be read', async () => {
  const wrong = { name: ' ', phone: '123', email: 'x', website: 'http://x.mx', color_light: '#F2BC4B' }
  const { status, body } = await save(wrong)
  expect([status, Object.keys(body.errors).sort()]).toEqual([
    422,
    ['color_light', 'email', 'name', 'phone', 'website'],
  ])
  expect(body.errors.color_light[0]).toMatch(/^Un enlace de este color tiene un contraste de 1\.5\d : 1/)
  expect((await save({ logo: 'a'.repeat(64) })).body.errors).toHaveProperty('logo')
})

test('one admin publishes before the first payout: everybody sees it on its day', async () => {
  const { body: logo } = await upload(logoPng())
  expect(logo).toMatchObject({ type: 'image/png', width: 200, height: 80 })
  const { body: draft } = await save({ logo: logo.sha256 })
  expect((await save({ version: draft.version + 5 })).body.code).toBe('brand.draft_changed')
  expect((await publish('2026-11-19')).body.errors).toHaveProperty('effective_date')
  const { status, body } = await publish('2026-11-22')
  expect([status, body.versions[0].state, body.versions[0].is_alone, body.draft]).toEqual([
    200,
    'waiting',
    true,
    null,
  ])
  expect((await call({}, 'GET /brand')).body.trade_name).toBe('Quincena')

  ctx.setNow('2026-11-22T05:59:59Z')
  expect(ctx.deps.brand.current().trade_name).toBe('Quincena')
  ctx.setNow('2026-11-22T06:00:00Z')
  expect((await call({}, 'GET /brand')).body).toMatchObject({
    ...{ trade_name: 'Prestaclara', lender: brandFields.name, logo: { width: 200, height: 80 } },
    colors: { light: '#7A1FA2', dark: '#D79BF0' },
  })
  const picture = await ctx.app.inject({ url: `${ctx.api}/brand/logo/${logo.sha256}` })
  expect(picture.headers).toMatchObject({
    ...{ 'content-type': 'image/png', 'cache-control': 'public, max-age=31536000, immutable' },
  })
  expect(picture.rawPayload.equals(logoPng())).toBe(true)
  expect(ctx.deps.brand.current().lender).toMatchObject({ trade_name: 'Prestaclara', logo: logo.sha256 })

  await startAt('2026-11-22T16:00:00Z')
  await save({ logo: logo.sha256 })
  expect((await publish('2026-11-22')).body.errors).toHaveProperty('content')
  expect((await call(first, 'DELETE /brand/draft')).status).toBe(204)
})

describe('after the first payout', () => {
  beforeAll(async () => {
    ctx.setNow('2026-11-20T16:00:00Z')
    await makeActiveLoan(ctx)
  })

  test('another admin approves, and meanwhile the draft stays as it is', async () => {
    await save({ trade_name: 'Otra marca' })
    const asked = await publish()
    expect([asked.status, asked.body.approval.action]).toEqual([202, 'brand.publish'])
    expect(asked.body.approval.lines).toContainEqual({
      ...{ label: 'Nombre comercial', value: 'Otra marca', before: 'Quincena' },
    })
    expect((await save()).body.code).toBe('brand.awaits_approval')
    expect((await call(second, 'DELETE /brand/draft')).body.code).toBe('brand.awaits_approval')
    const approve = (headers: Headers) => call(headers, `POST /approvals/${asked.body.approval.id}/approve`)
    expect((await approve(first)).body.code).toBe('approval.own')
    expect((await approve(second)).status).toBe(200)
    await expect.poll(() => ctx.deps.brand.current().trade_name).toBe('Otra marca')
    const { body } = await call(first, 'GET /brand/versions')
    expect(body).toMatchObject({ draft: null, approval: null, is_alone_allowed: false })
    expect(body.versions.find(({ state }: { state: string }) => state === 'in_force')).toMatchObject({
      ...{ is_alone: false, content: { trade_name: 'Otra marca' } },
    })
  })

  test('a publication whose date passed is not approved', async () => {
    await save({ trade_name: 'Tarde' })
    const { body } = await publish()
    await startAt('2026-11-21T16:00:00Z')
    const passed = await call(second, `POST /approvals/${body.approval.id}/approve`)
    expect([passed.status, passed.body.code]).toEqual([409, 'brand.date_passed'])
  })

  test('the database refuses a version by one person, a change of a version and its removal', async () => {
    const row = await ctx.deps.db
      .selectFrom('brand_version')
      .select(['content', 'sha256', 'summary'])
      .where('source', '=', 'one_admin')
      .executeTakeFirstOrThrow()
    const [at, by] = ['2026-11-20T16:00:00Z', admins[0]?.id ?? 0]
    const alone = ctx.superuser.insertInto('brand_version').values({
      ...{ ...row, content: JSON.stringify(row.content), version: 9, effective_on: '2026-12-01' },
      ...{ source: 'one_admin', created_by: by, created_at: at, approved_by: by, approved_at: at },
    })
    await expect(alone.execute()).rejects.toMatchObject({ constraint: 'brand_version_two_people' })
    const changed = ctx.superuser.updateTable('brand_version').set({ summary: 'x' })
    await expect(changed.execute()).rejects.toThrow()
    await expect(ctx.superuser.deleteFrom('brand_logo').execute()).rejects.toThrow()
    await expect(ctx.deps.db.deleteFrom('brand_version').execute()).rejects.toThrow(/permission denied/)
  })
})
