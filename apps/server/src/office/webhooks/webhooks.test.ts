import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeCompany, makeStaff, signIn } from '../../../test/factories.ts'
import { startReceiver } from '../../../test/webhook-receiver.ts'
import { makeEndpoint, recordLoanEvent } from '../../../test/webhooks.ts'
import { purgeEvents } from '../../platform/webhook-events/commands.ts'
import { deliverEvents } from './commands/deliver-events.ts'
import { purgeAttempts } from './commands/purge-attempts.ts'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
beforeEach(async () => {
  await ctx.deps.db.deleteFrom('webhook_endpoint').execute()
})

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

async function admin() {
  const headers = await signIn(ctx, await makeStaff(ctx, 'U0'))
  return async (method: Method, path: string, { key, ...payload }: { key?: string } & object = {}) => {
    const keyed = key === undefined ? headers : { ...headers, 'idempotency-key': key }
    const hasBody = Object.keys(payload).length > 0
    const request = { method, url: ctx.api + path, headers: keyed, ...(hasBody && { payload }) }
    const answer = await ctx.app.inject(request)
    return { status: answer.statusCode, body: answer.body === '' ? null : answer.json() }
  }
}

const endpoint = {
  ...{ url: 'https://nomina.ejemplo.mx/avisos', description: 'Nómina' },
  ...{ event_types: ['loan.approved', 'payment.registered'], company: null, is_active: true },
}

test('an admin adds, reads, changes and deletes an endpoint; only the first answer has the secret', async () => {
  const send = await admin()
  const company = await makeCompany(ctx, { name: 'Textiles del Norte' })
  const created = await send('POST', '/webhooks', endpoint)
  expect(created.status).toBe(201)
  expect(created.body.secret).toMatch(/^whsec_/)
  const { id } = created.body.endpoint
  expect(created.body.endpoint).toMatchObject({
    ...{ url: endpoint.url, description: 'Nómina', event_types: endpoint.event_types, company: null },
    ...{ state: 'active', waiting: 0, attempts: 0, failing_since: null, previous_secret_until: null },
  })
  const list = await send('GET', '/webhooks')
  expect(list.body.results).toEqual([created.body.endpoint])
  expect(JSON.stringify(list.body)).not.toContain('whsec_')

  const change = { ...endpoint, description: 'Otra', company: company.id, is_active: false }
  const changed = await send('PUT', `/webhooks/${id}`, change)
  expect(changed.body).toMatchObject({
    ...{ description: 'Otra', state: 'off', company: { id: company.id, name: 'Textiles del Norte' } },
  })
  expect((await send('DELETE', `/webhooks/${id}`)).status).toBe(204)
  expect((await send('GET', `/webhooks/${id}`)).status).toBe(404)
})

test('a repeated request with the same key makes one endpoint and shows no secret', async () => {
  const send = await admin()
  const first = await send('POST', '/webhooks', { ...endpoint, key: 'alta-1' })
  const again = await send('POST', '/webhooks', { ...endpoint, key: 'alta-1' })
  expect(again).toEqual({ status: 201, body: { ...first.body, secret: null } })
  const keys = await ctx.deps.db.selectFrom('idempotency_key').select('answer').execute()
  expect(JSON.stringify(keys)).not.toContain('whsec_')
})

test.each([
  ['http', { url: 'http://nomina.ejemplo.mx/avisos' }, 'url'],
  ['a private address', { url: 'https://192.168.1.10/avisos' }, 'url'],
  ['this machine', { url: 'https://localhost/avisos' }, 'url'],
  ['credentials', { url: 'https://a:b@nomina.ejemplo.mx/' }, 'url'],
  ['no address', { url: 'nomina' }, 'url'],
  ['an unknown event', { event_types: ['loan.lost'] }, 'event_types.0'],
  ['no event', { event_types: [] }, 'event_types'],
  ['an event twice', { event_types: ['loan.approved', 'loan.approved'] }, 'event_types'],
  ['an unknown company', { company: 999_999_999 }, 'company'],
])('refuses %s with 422 at the field', async (_, wrong, field) => {
  const send = await admin()
  const { status, body } = await send('POST', '/webhooks', { ...endpoint, ...wrong })
  expect([status, Object.keys(body.errors)]).toEqual([422, [field]])
})

test('refuses a 21st endpoint with 409', async () => {
  const send = await admin()
  for (let count = 0; count < 20; count += 1)
    expect((await send('POST', '/webhooks', endpoint)).status).toBe(201)
  const refused = await send('POST', '/webhooks', endpoint)
  expect([refused.status, refused.body.code]).toEqual([409, 'webhook.too_many'])
})

test('a test message reaches an endpoint that is off, and is in its log', async () => {
  const send = await admin()
  const receiver = await startReceiver((response) => void response.writeHead(200).end('recibido'))
  const { id } = await makeEndpoint(ctx, { url: receiver.url, is_active: false })
  const tested = await send('POST', `/webhooks/${id}/test`)
  expect(tested.body).toMatchObject({ is_delivered: true, status: 200, answer: 'recibido', position: null })
  expect(receiver.received[0]?.message).toMatchObject({ type: 'webhook.test', data: { endpoint_id: id } })
  const log = await send('GET', `/webhooks/${id}/attempts`)
  expect(log.body).toMatchObject({ count: 1, results: [tested.body] })
})

test('a rotation answers a new secret, and says until when the one before signs', async () => {
  const send = await admin()
  const { id, secret } = await makeEndpoint(ctx, { url: endpoint.url })
  const { status, body } = await send('POST', `/webhooks/${id}/rotate-secret`)
  expect(status).toBe(200)
  expect(body.secret).toMatch(/^whsec_/)
  expect(body.secret).not.toBe(secret)
  expect(Date.parse(body.endpoint.previous_secret_until) - ctx.clock.now.epochMilliseconds).toBe(
    24 * 3_600_000,
  )
})

test('counts what waits, and deletes events and the log after 30 days without giving a position twice', async () => {
  const send = await admin()
  const receiver = await startReceiver((response) => void response.writeHead(500).end())
  const { id } = await makeEndpoint(ctx, { url: receiver.url })
  await recordLoanEvent(ctx, { loan_id: 1 })
  await recordLoanEvent(ctx, { loan_id: 2 })
  await deliverEvents(ctx.deps)
  expect((await send('GET', `/webhooks/${id}`)).body).toMatchObject({ waiting: 2, attempts: 1 })
  const { last_position } = (await send('GET', '/webhooks')).body
  ctx.setNow(ctx.clock.now.add({ hours: 30 * 24 + 1 }).toString())
  await purgeEvents(ctx.deps)
  await purgeAttempts(ctx.deps)
  const later = await admin()
  expect((await later('GET', '/webhooks')).body).toMatchObject({ first_position: null, last_position: null })
  expect((await later('GET', `/webhooks/${id}/attempts`)).body.count).toBe(0)
  await recordLoanEvent(ctx, { loan_id: 3 })
  receiver.answerWith((response) => void response.writeHead(204).end())
  await deliverEvents(ctx.deps)
  expect(receiver.positions().at(-1)).toBe(last_position + 1)
})
