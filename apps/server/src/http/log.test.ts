import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { createLog } from './log.ts'

test.each([
  ['/api/stp/webhooks/s3cret/order-state', '/api/stp/webhooks/…/order-state'],
  ['/api/documents/5/file?expires=17&signature=s3cret', '/api/documents/5/file?expires=17&signature=…'],
  ['/api/loan?page=2&type=credit&ordering=-amount', '/api/loan?page=2&type=credit&ordering=-amount'],
  ['/api/auth/taken?field=curp&value=s3cret&company=3', '/api/auth/taken?field=curp&value=…&company=3'],
  ['/api/auth/users?search=s3cret%40correo.mx&page=2', '/api/auth/users?search=…&page=2'],
  ['/api/stp?company=s3cret%40correo.mx&page=2', '/api/stp?company=…&page=2'],
  ['/api/stp?loan__user__email=s3cret', '/api/stp?loan__user__email=…'],
  ['/api/auth/users?%73earch=s3cret&mypage=s3cret', '/api/auth/users?%73earch=…&mypage=…'],
])('logs %s without its secret', async (url, logged) => {
  const lines: string[] = []
  const stream = { write: (line: string) => lines.push(line) }
  const app = Fastify({ loggerInstance: createLog({ log_level: 'info' }, stream) })
  app.get('/*', () => 'ok')
  await app.inject({ url, headers: { authorization: 'Bearer s3cret', cookie: 's3cret' } })
  expect(lines.join('')).not.toContain('s3cret')
  expect(lines.join('')).toContain(JSON.stringify(logged))
})

test('logs the constraint and code of a refused row, but none of its values', () => {
  const lines: string[] = []
  const log = createLog({ log_level: 'info' }, { write: (line) => lines.push(line) })
  const row = { detail: 'Key (curp)=(s3cret) already exists.', where: 'COPY app_user: "s3cret"' }
  log.warn({
    err: Object.assign(new Error('refused'), { code: '23505', constraint: 'app_user_curp', ...row }),
  })
  log.warn({ err: new AggregateError([Object.assign(new Error('one of them'), row)], 'many') })
  expect(lines.join('')).not.toContain('s3cret')
  expect(lines[1]).toContain('one of them')
  expect(JSON.parse(lines[0] ?? '').err).toMatchObject({
    ...{ message: 'refused', code: '23505', constraint: 'app_user_curp', stack: expect.any(String) },
  })
})
