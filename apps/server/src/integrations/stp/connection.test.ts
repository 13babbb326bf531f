import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { testClient, testOrder } from './fixtures/harness.ts'
import { scriptedStp } from './fixtures/scripted-stp.ts'

const registered = '{"resultado":{"id":9349827}}'

/** A server on bare TCP: `onRequest` can break the connection or answer as a broken server does. */
async function brokenStp(onRequest: (socket: Socket, request: number) => void) {
  let requests = 0
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    let received = ''
    socket.on('data', (data) => {
      received += data
      const [head = '', body] = received.split('\r\n\r\n')
      const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0)
      if (body === undefined || Buffer.byteLength(body) < length) return
      received = ''
      requests += 1
      onRequest(socket, requests)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}`,
    requests: () => requests,
    async [Symbol.asyncDispose]() {
      server.close()
    },
  }
}

function answer(socket: Socket, status: string, body: string) {
  socket.write(
    `HTTP/1.1 ${status}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
}

describe('registerOrder sends once', () => {
  it('when a kept-alive connection breaks at the second order', async () => {
    await using stp = await brokenStp((socket, request) => {
      if (request === 1) answer(socket, '200 OK', registered)
      else socket.destroy()
    })
    const client = testClient(stp.url)
    expect(await client.registerOrder(testOrder())).toMatchObject({ outcome: 'registered' })
    expect(await client.registerOrder(testOrder())).toMatchObject({ outcome: 'unknown', reason: 'network' })
    expect(stp.requests()).toBe(2)
  })

  it('when the answer switches to another protocol', async () => {
    await using stp = await brokenStp((socket) => {
      socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n')
    })
    const answered = await testClient(stp.url).registerOrder(testOrder())
    expect(answered).toMatchObject({ outcome: 'unknown', reason: 'network', detail: 'UPGRADE' })
    expect(stp.requests()).toBe(1)
  })

  it.each([
    ['421 Misdirected Request', ''],
    ['307 Temporary Redirect\r\nlocation: /speiws/rest/ordenPago/registra', ''],
    ['401 Unauthorized\r\nwww-authenticate: Basic', ''],
    ['408 Request Timeout', ''],
    ['429 Too Many Requests\r\nretry-after: 0', ''],
    ['503 Service Unavailable\r\nretry-after: 0', ''],
  ])('when STP answers %s', async (status, body) => {
    await using stp = await brokenStp((socket) => answer(socket, status, body))
    const sent = await testClient(stp.url).registerOrder(testOrder())
    expect(sent).toMatchObject({ outcome: 'unknown', reason: 'status' })
    expect(stp.requests()).toBe(1)
  })
})

describe('connections', () => {
  it('are kept alive: five orders use one', async () => {
    await using stp = await scriptedStp({ status: 200, body: registered })
    const client = testClient(stp.url)
    for (let count = 0; count < 5; count += 1) await client.registerOrder(testOrder())
    expect(stp.requests).toHaveLength(5)
    expect(stp.connections()).toBe(1)
  })

  it('are parallel: an order that hangs does not delay another', async () => {
    await using stp = await brokenStp((socket, request) => {
      if (request > 1) answer(socket, '200 OK', registered)
    })
    const client = testClient(stp.url, { timeout_ms: 600 })
    const hanging = client.registerOrder(testOrder())
    await expect.poll(stp.requests).toBe(1)
    expect(await client.registerOrder(testOrder())).toMatchObject({ outcome: 'registered' })
    expect(await hanging).toMatchObject({ outcome: 'unknown', reason: 'timeout' })
  })
})

describe('query retries', () => {
  const key = { tracking_key: 'PRUEBA99', operation_date: null }
  const nothing = { status: 400, body: { estado: 6, mensaje: '' } }
  const down = { status: 503, body: 'Service Unavailable' }

  it('repeats a query when STP answers 503', async () => {
    await using stp = await scriptedStp(down, down, nothing)
    expect(await testClient(stp.url).queryOrder(key)).toEqual({ outcome: 'not_found' })
    expect(stp.requests).toHaveLength(3)
  })

  it('gives up after two retries', async () => {
    await using stp = await scriptedStp(down)
    expect(await testClient(stp.url).queryOrder(key)).toMatchObject({ outcome: 'unknown', reason: 'status' })
    expect(stp.requests).toHaveLength(3)
  })

  it('never repeats a query that STP answered, even with an error', async () => {
    await using stp = await scriptedStp({ status: 400, body: { estado: 2, mensaje: 'firma' } })
    expect(await testClient(stp.url).queryOrder(key)).toMatchObject({ outcome: 'unknown', reason: 'result' })
    expect(stp.requests).toHaveLength(1)
  })

  it('asks for a permit before each call', async () => {
    await using stp = await scriptedStp(down)
    const left = ['granted', 'granted'] as const
    let permits = 0
    const permit = async () => left[permits++] ?? 'budget'
    const result = await testClient(stp.url, { permit }).queryOrder(key)
    expect(result).toMatchObject({ outcome: 'unknown', reason: 'status' })
    expect(stp.requests).toHaveLength(2)
    expect(await testClient(stp.url, { permit }).queryOrder(key)).toMatchObject({ reason: 'budget' })
    expect(await testClient(stp.url, { permit: async () => 'closed' }).getBalance()).toMatchObject({
      outcome: 'unknown',
      reason: 'closed',
    })
    expect(stp.requests).toHaveLength(2)
  })

  it('makes no call after the caller aborted', async () => {
    await using stp = await scriptedStp(down)
    const result = await testClient(stp.url).queryOrder(key, { signal: AbortSignal.abort() })
    expect(result).toMatchObject({ outcome: 'unknown', reason: 'aborted' })
    expect(stp.requests).toHaveLength(0)
  })
})
