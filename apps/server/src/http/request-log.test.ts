import { expect, test } from 'vitest'
import { z } from 'zod'
import { createTestContext } from '../../test/context.ts'
import { makeStaff, signIn } from '../../test/factories.ts'
import { buildApp } from '../app.ts'
import { createLog } from './log.ts'

const line = z.object({
  msg: z.string(),
  request_id: z.string(),
  route: z.string().nullable(),
  status: z.number(),
  ms: z.number(),
  user: z.number().optional(),
  req: z.object({ method: z.string(), url: z.string() }),
})

async function openLogged() {
  const ctx = await createTestContext()
  const lines: unknown[] = []
  const log = createLog({ log_level: 'info' }, { write: (text) => lines.push(JSON.parse(text)) })
  const app = await buildApp(ctx.deps, { log })
  return { ctx, app, requests: () => z.array(line).parse(lines) }
}

test('each answered request is one line with its id, route, status and user, and none of its secrets', async () => {
  const { ctx, app, requests } = await openLogged()
  const staff = await makeStaff(ctx)
  const headers = { ...(await signIn(ctx, staff)), 'x-request-id': 'proxy-7f.3' }
  const answer = await app.inject({ url: `${ctx.api}/loan?search=s3cret`, headers })
  await app.inject({ url: `${ctx.api}/loan/99999999`, headers: await signIn(ctx, staff) })
  await app.inject('/healthz')
  expect(answer.headers['x-request-id']).toBe('proxy-7f.3')
  expect(requests()).toHaveLength(2)
  expect(requests()[0]).toMatchObject({
    ...{ msg: 'request', request_id: 'proxy-7f.3', route: `${ctx.api}/loan`, status: 200, user: staff.id },
    req: { method: 'GET', url: `${ctx.api}/loan?search=…` },
  })
  expect(requests()[1]).toMatchObject({ route: `${ctx.api}/loan/:id`, status: 404 })
  expect(JSON.stringify(requests())).not.toContain('s3cret')
  await app.close()
})

test.each(['', 'two words', 'line\nbreak', 'x'.repeat(129), '{"a":1}'])(
  'an id that is not plain is replaced: %j',
  async (given) => {
    const { ctx, app, requests } = await openLogged()
    const answer = await app.inject({
      url: `${ctx.api}/auth/user/1`,
      headers: { 'x-request-id': given },
    })
    const { request_id } = z.object({ request_id: z.uuid() }).parse(answer.json())
    expect(answer.headers['x-request-id']).toBe(request_id)
    expect(requests().map((request) => request.request_id)).toEqual([request_id])
    await app.close()
  },
)
