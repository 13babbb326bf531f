import { randomUUID } from 'node:crypto'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { accessCases } from './access-cases.ts'
import { makeWorld, type World } from './access-world.ts'
import { prepareCase, requestOf } from './case-requests.ts'
import { createTestContext, type TestContext } from './context.ts'
import { signIn } from './factories.ts'

const callers = ['guest', 'own', 'manager', 'admin'] as const satisfies readonly (keyof World['callers'])[]
const bodyRoutes = Object.keys(accessCases).filter(
  (route) => !route.startsWith('GET') && !route.includes('/stp/webhooks/'),
)
const [loneSurrogate, nul] = ['\ud800', '\0']

let ctx: TestContext
let world: World
let describedBodies: Record<string, string[]>

const body = z.object({
  content: z.object({ 'application/json': z.object({ schema: z.object({ $ref: z.string() }) }) }),
})
const openapi = z.object({
  paths: z.record(
    z.string(),
    z.record(z.string(), z.object({ requestBody: body.optional().catch(undefined) })),
  ),
  components: z.object({
    schemas: z.record(z.string(), z.object({ properties: z.record(z.string(), z.unknown()).optional() })),
  }),
})

/** Reads the field names of each request body from the OpenAPI document. */
async function readBodies() {
  const document = openapi.parse((await ctx.app.inject(`${ctx.api}/openapi.json`)).json())
  const named = Object.entries(document.paths).flatMap(([path, byMethod]) =>
    Object.entries(byMethod).map(([method, { requestBody }]) => {
      const name = requestBody?.content['application/json'].schema.$ref.split('/').at(-1) ?? ''
      const fields = Object.keys(document.components.schemas[name]?.properties ?? {})
      return [`${method.toUpperCase()} ${path}`, fields]
    }),
  )
  return Object.fromEntries(named)
}

beforeAll(async () => {
  ctx = await createTestContext()
  world = await makeWorld(ctx)
  describedBodies = await readBodies()
})

// A session may send 600 requests a minute, and a fast machine sends more of them for all routes together.
beforeEach(async () => {
  for (const caller of ['own', 'manager', 'admin'] as const)
    Object.assign(world.callers[caller], await signIn(ctx, world[caller]))
})

const fill = (fields: string[], text: string) => Object.fromEntries(fields.map((field) => [field, text]))

/**
 * Bodies with a lone surrogate in one field each, in all fields, in a nested value and in a key; and one with NUL in
 * all fields.
 */
function hostileBodies(route: string, body: object | undefined): object[] {
  const payload = body === undefined || 'multipart' in body ? {} : body
  const fields = [...new Set([...(describedBodies[route] ?? []), ...Object.keys(payload)])]
  return [
    ...fields.map((field) => ({ ...payload, [field]: loneSurrogate })),
    { ...fill(fields, loneSurrogate), more: [{ deep: loneSurrogate }] },
    { ...payload, [loneSurrogate]: 1 },
    { ...fill(fields, nul), more: nul },
  ]
}

test.each(bodyRoutes)('%s rejects a lone surrogate and NUL in its body with 422', async (route) => {
  const statuses = new Set<number>()
  const { path, body } = await prepareCase(world, route, 'own')
  for (const caller of callers)
    for (const payload of hostileBodies(route, body)) {
      const request = requestOf(ctx, world, { route, caller, path, body: payload })
      const answer = await ctx.app.inject({ ...request, payloadAsStream: false })
      statuses.add(answer.statusCode)
      if (answer.statusCode === 422) expect(answer.json().code).toBe('request.bad_characters')
    }
  expect(statuses).toContain(422)
  expect([401, 403, 422]).toEqual(expect.arrayContaining([...statuses]))
})

const admin = (url: string) => ctx.app.inject({ url: `${ctx.api}${url}`, headers: world.callers.admin })

test.each(['/loan?search=%00', '/loan?%00=1', '/company?search=a%00b', '/search?search=a&search=%00'])(
  'rejects NUL in the query with 422: %s',
  async (url) => {
    const answer = await admin(url)
    expect([answer.statusCode, answer.json().code]).toEqual([422, 'request.bad_characters'])
  },
)

test.each([
  ['/loan?search=%ED%A0%80', 200],
  ['/loan/%ED%A0%80', 400],
  ['/loan/%00', 422],
  ['/auth/picture/%00', 422],
  ['/legal/%00', 422],
])('answers %s, a path or query with ill-formed UTF-8 or NUL, with %i', async (url, status) => {
  const answer = await admin(url)
  expect(answer.statusCode).toBe(status)
  if (status !== 200) expect(answer.headers['content-type']).toContain('application/problem+json')
})

/** A form whose part declares UTF-16, because UTF-8 cannot encode a lone surrogate. */
function formWith(part: { name?: string; value?: string; filename?: string }) {
  const { name = 'filename', value = 'INE', filename = 'ine.pdf' } = part
  const boundary = 'limite'
  const utf16 = 'content-type: text/plain; charset=utf-16le'
  const field = `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n${utf16}\r\n\r\n`
  const file = `\r\n--${boundary}\r\ncontent-disposition: form-data; name="file"; ${filename}\r\ncontent-type: application/pdf\r\n\r\n%PDF-1.4\r\n--${boundary}--\r\n`
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([Buffer.from(field), Buffer.from(value, 'utf16le'), Buffer.from(file)]),
  }
}

test.each([
  ['a lone surrogate in a value', { value: loneSurrogate }],
  ['NUL in a value', { value: nul }],
  ['a lone surrogate in a file name', { filename: "filename*=utf-16le''%00%D8" }],
  ['NUL in a file name', { filename: "filename*=utf-8''a%00.pdf" }],
])('rejects %s of a form with 422', async (_, part) => {
  for (const path of ['/documents/', '/auth/upload-users', '/company/upload-company']) {
    const { headers, payload } = formWith(part)
    const answer = await ctx.app.inject({
      method: 'POST',
      url: `${ctx.api}${path}`,
      headers: { ...world.callers.admin, ...headers, 'idempotency-key': randomUUID() },
      payload,
    })
    expect([path, answer.statusCode, answer.json().code]).toEqual([path, 422, 'request.bad_characters'])
  }
})

test.each(['order-state', 'payment'])('the webhook %s answers 200 to any text', async (kind) => {
  const url = `${ctx.api}/stp/webhooks/${ctx.deps.secrets.stp_webhook_secret}/${kind}`
  for (const payload of [
    '{"causaDevolucion":"\\ud800"}',
    '{"a":"\\u0000"}',
    '{"\\udfff":1}',
    '\0',
    'a\ud800',
  ]) {
    const headers = { 'content-type': 'application/json' }
    const answer = await ctx.app.inject({ method: 'POST', url, headers, payload })
    expect([payload, answer.statusCode]).toEqual([payload, 200])
  }
})
