import type { IncomingMessage } from 'node:http'
import { Agent, request } from 'node:https'
import type { LookupFunction } from 'node:net'

/** A public address that leads to this machine. */
export interface Site {
  url: string
  /** As `fetch`, for addresses of the site alone. Rejects if the connection ends before the whole answer. */
  fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>
  close: () => void
}

const loopback: LookupFunction = (_host, options, done) =>
  options.all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4)

const isWithoutBody = (status: number) => status === 204 || status === 304

function headersOf({ rawHeaders }: IncomingMessage): [string, string][] {
  return rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [[name, rawHeaders[at + 1] ?? '']] : []))
}

/** Calls a site whose name resolves to loopback and whose certificate is the one given, over kept connections. */
export function openSite(url: string, ca: string): Site {
  const agent = new Agent({ keepAlive: true, ca, lookup: loopback })
  async function send(input: string | URL | Request, init?: RequestInit): Promise<Response> {
    const asked = new Request(input, init)
    const body = Buffer.from(await asked.arrayBuffer())
    const headers = { ...Object.fromEntries(asked.headers), 'content-length': String(body.length) }
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      request(asked.url, { method: asked.method, headers, agent }, resolve).on('error', reject).end(body)
    })
    const bytes = Buffer.concat(await Array.fromAsync<Buffer>(answer))
    const status = answer.statusCode ?? 0
    return new Response(isWithoutBody(status) ? null : Uint8Array.from(bytes), {
      status,
      headers: headersOf(answer),
    })
  }
  return { url, fetch: send, close: () => agent.destroy() }
}
