import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type WebhookMessage, webhookMessage } from '@quincena/domain/webhooks/events'
import { onTestFinished } from 'vitest'

/** A message as a receiver got it. */
export interface Received {
  headers: IncomingHttpHeaders
  body: string
  message: WebhookMessage
}

type Answer = (response: ServerResponse, received: Received) => void

const accept: Answer = (response) => void response.writeHead(204).end()

/** Starts a receiver of webhooks on a free port of this machine; it ends with the test. */
export async function startReceiver(answer: Answer = accept) {
  const received: Received[] = []
  let respond = answer
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(Buffer.from(part))
    const body = Buffer.concat(parts).toString('utf8')
    const item = { headers: request.headers, body, message: webhookMessage.parse(JSON.parse(body)) }
    received.push(item)
    respond(response, item)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  // A server that listens on an address has one with a port.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/avisos`,
    received,
    types: () => received.map(({ message }) => message.type),
    positions: () => received.map(({ message }) => message.position),
    answerWith(next: Answer) {
      respond = next
    },
  }
}
