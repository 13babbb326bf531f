import { expect, test } from 'vitest'
import { startReceiver } from '../../../test/webhook-receiver.ts'
import { isCallable, isTaken, postWebhook } from './webhook-client.ts'

const message = {
  type: 'webhook.test',
  version: 1,
  position: null,
  timestamp: '2026-11-20T16:00:00.000Z',
  data: {},
}
const send = (url: string, allow_local = true) =>
  postWebhook({ url, headers: { 'webhook-id': 'a' }, body: JSON.stringify(message), allow_local })

test.each([
  ...[
    'http://example.com/',
    'https://u:p@example.com/',
    'https://127.0.0.1/',
    'https://10.1.2.3/',
    'https://[::1]/',
  ],
  ...[
    'https://2130706433/',
    'https://0x7f.1/',
    'https://169.254.169.254/latest',
    'https://[::ffff:10.0.0.1]/',
    'ftp://a.mx/',
  ],
  ...['http://127.0.0.1:80/', 'nada'],
])('isCallable refuses %s', (url) => {
  expect(isCallable(url, false)).toBe(false)
})

test.each(['https://example.com/avisos', 'https://example.com:8443/?a=1', 'https://8.8.8.8/'])(
  'isCallable accepts %s',
  (url) => {
    expect(isCallable(url, false)).toBe(true)
  },
)

test('isCallable accepts http on 127.0.0.1 alone where local receivers are allowed', () => {
  expect(isCallable('http://127.0.0.1:4000/', true)).toBe(true)
  expect(isCallable('http://10.0.0.1:4000/', true)).toBe(false)
})

test('postWebhook calls no name that leads to this machine, and no private address', async () => {
  for (const url of ['https://localhost/', 'https://127.0.0.1/'])
    expect([url, (await send(url)).fault]).toEqual([url, 'PRIVATE_ADDRESS'])
})

test('postWebhook posts JSON with the headers and returns status, time and answer', async () => {
  const receiver = await startReceiver((response) => void response.writeHead(202).end('listo\u0000'))
  const outcome = await send(receiver.url)
  expect(outcome).toEqual({
    status: 202,
    fault: null,
    answer: 'listo\ufffd',
    duration_ms: expect.any(Number),
  })
  expect(isTaken(outcome)).toBe(true)
  const [received] = receiver.received
  expect(received?.message).toEqual(message)
  expect(received?.headers).toMatchObject({
    ...{ 'webhook-id': 'a', 'user-agent': 'Quincena-Webhooks/1' },
    'content-type': 'application/json; charset=utf-8',
  })
})

test('postWebhook follows no redirect, and reports it as an answer that did not take the message', async () => {
  const target = await startReceiver()
  const receiver = await startReceiver(
    (response) => void response.writeHead(307, { location: target.url }).end(),
  )
  const outcome = await send(receiver.url)
  expect([outcome.status, isTaken(outcome), target.received]).toEqual([307, false, []])
})

test('postWebhook stops reading an endless answer and keeps its first 500 characters', async () => {
  let sent = 0
  const receiver = await startReceiver((response) => {
    response.writeHead(500)
    const write = () => {
      while (!response.destroyed && sent < 50_000_000) {
        sent += 65_536
        if (!response.write('é'.repeat(32_768))) return void response.once('drain', write)
      }
      response.end()
    }
    write()
  })
  const outcome = await send(receiver.url)
  expect([outcome.status, outcome.answer]).toEqual([500, 'é'.repeat(500)])
  expect(sent).toBeLessThan(10_000_000)
})

test('postWebhook reports the code of a refused connection', async () => {
  expect(await send('http://127.0.0.1:1/')).toMatchObject({
    status: null,
    fault: 'ECONNREFUSED',
    answer: null,
  })
})

test('postWebhook ends a call whose answer switches to another protocol', async () => {
  const receiver = await startReceiver(({ socket }) => {
    socket?.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
  })
  expect(await send(receiver.url)).toMatchObject({ status: null, fault: 'UPGRADE', answer: null })
})

test('postWebhook gives a receiver that never answers up after 10 seconds', async () => {
  const silent = await startReceiver(() => undefined)
  const outcome = await send(silent.url)
  expect([outcome.status, outcome.fault]).toEqual([null, 'TIMEOUT'])
  expect(outcome.duration_ms).toBeGreaterThan(9_000)
  expect(outcome.duration_ms).toBeLessThan(13_000)
}, 20_000)
