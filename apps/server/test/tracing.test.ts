import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from './context.ts'
import { staffHeaders } from './loans.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'

const trace_id = '4bf92f3577b34da6a3ce929d0e0e4736'
const received: { path: string | undefined; key: string | undefined; body: Buffer }[] = []
const collector = createServer(async (request, response) => {
  const key = request.headers['x-key']?.toString()
  received.push({ path: request.url, key, body: await buffer(request) })
  response.end()
})

let ctx: TestContext
let server: ServerProcess
beforeAll(async () => {
  ctx = await createTestContext()
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  const address = collector.address()
  const port = typeof address === 'object' ? address?.port : undefined
  server = await startServerProcess(ctx, {
    settings: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-key=collector-key',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=trial',
      LOG_LEVEL: 'info',
    },
  })
})
afterAll(async () => {
  await server.kill()
  collector.close()
})

test('sends the trace of a request with its statements, and no value, address or secret of it', async () => {
  const headers = await staffHeaders(ctx)
  const traceparent = `00-${trace_id}-00f067aa0ba902b7-01`
  const answer = await fetch(`${server.api}/auth/users?search=Secreta`, {
    headers: { ...headers, traceparent },
  })
  expect(answer.status).toBe(200)
  const request_id = answer.headers.get('x-request-id') ?? '?'
  await expect.poll(() => server.output()).toContain(`"trace_id":"${trace_id}"`)
  const { db, queue } = ctx.deps
  await db.transaction().execute((trx) => queue.send(trx, 'keep-message-months', {}))
  const sent = () => received.map(({ body }) => body.toString('latin1')).join('')
  await expect.poll(sent).toContain('job keep-message-months')
  expect(await server.end()).toBe(0)

  const of_trace = received.filter(({ body }) => body.includes(Buffer.from(trace_id, 'hex')))
  expect(of_trace.map(({ path, key }) => [path, key])).toContainEqual(['/v1/traces', 'collector-key'])
  const text = of_trace.map(({ body }) => body.toString('latin1')).join('')
  expect(text).toContain('GET /quincena/api/auth/users')
  expect(text).toContain(request_id)
  expect(text).toMatch(/select .*"?app_user"?/)
  expect(text).toContain('deployment.environment.name')
  expect(sent()).not.toContain('Secreta')
  expect(sent()).not.toContain(headers.authorization?.replace('Bearer ', '') ?? '?')
})
