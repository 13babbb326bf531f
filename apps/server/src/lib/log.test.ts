import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { createLog } from './log.ts'

test.each([
  ['/api/stp/webhooks/s3cret/order-state', '/api/stp/webhooks/…/order-state'],
  ['/api/documents/5/file?expires=17&signature=s3cret', '/api/documents/5/file?expires=17&signature=…'],
  ['/api/loan?page=2', '/api/loan?page=2'],
])('the log says %s without its secret', async (url, logged) => {
  const lines: string[] = []
  const stream = { write: (line: string) => lines.push(line) }
  const app = Fastify({ loggerInstance: createLog({ log_level: 'info' }, stream) })
  app.get('/*', () => 'ok')
  await app.inject({ url, headers: { authorization: 'Bearer s3cret', cookie: 's3cret' } })
  expect(lines.join('')).not.toContain('s3cret')
  expect(lines.join('')).toContain(JSON.stringify(logged))
})
