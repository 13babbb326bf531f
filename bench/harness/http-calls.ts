import { once } from 'node:events'
import { Agent, request } from 'node:http'

/** A request of a screen. */
export interface Call {
  path: string
  method?: 'GET' | 'POST'
  /** Sent as JSON. */
  body?: object
  headers?: Record<string, string>
}

/** Sends requests to a server over connections that are kept open. */
export interface Caller {
  /** Resolves with the answer's text; throws unless it was a success. */
  send: (call: Call, token: string) => Promise<string>
  close: () => void
}

/** Opens a caller with at most so many connections. `api` is the address with `/api`. */
export function createCaller(api: string, connections: number): Caller {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  return {
    async send({ path, method = 'GET', body, headers }, token) {
      const text = body === undefined ? undefined : JSON.stringify(body)
      const type = text === undefined ? {} : { 'content-type': 'application/json' }
      const call = request(`${api}${path}`, {
        ...{ method, agent },
        headers: { authorization: `Bearer ${token}`, ...type, ...headers },
      })
      call.end(text)
      const [answer] = await once(call, 'response')
      const parts: Buffer[] = []
      for await (const part of answer) parts.push(part)
      const said = Buffer.concat(parts).toString()
      if (answer.statusCode >= 300)
        throw new Error(`${method} ${path}: ${answer.statusCode} ${said.slice(0, 500)}`)
      return said
    },
    close: () => agent.destroy(),
  }
}
