import { once } from 'node:events'
import { connect } from 'node:net'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { disconnectSignal } from './request.ts'

test('aborts the signal of disconnectSignal at once if the caller left before the handler started', async () => {
  const app = Fastify()
  const arrived = Promise.withResolvers<void>()
  const answered = Promise.withResolvers<boolean>()
  app.get('/', {
    preHandler: async (_, reply) => {
      arrived.resolve()
      await once(reply.raw, 'close')
    },
    handler: async (_, reply) => {
      answered.resolve(disconnectSignal(reply).aborted)
      return 'too late'
    },
  })
  const { port, hostname } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const socket = connect(Number(port), hostname)
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  await arrived.promise
  socket.destroy()
  expect(await answered.promise).toBe(true)
  await app.close()
})
