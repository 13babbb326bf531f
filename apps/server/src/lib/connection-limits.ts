import type { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { App } from './access.ts'

export interface ConnectionLimits {
  /** To receive a whole request, files included: Node's own limit, looked at every 30 s. */
  request_ms: number
  /** To receive the body of a request that brings no file. */
  body_ms: number
  /** Without a byte in either direction; event streams beat every 15 s. */
  idle_ms: number
  requests_per_connection: number
  connections: number
  connections_per_address: number
}

/**
 * 5 minutes take a document of 10 MB at 280 kbit/s. An office's people share one address, and a browser opens six
 * connections.
 */
export const defaultLimits: ConnectionLimits = {
  request_ms: 300_000,
  body_ms: 60_000,
  idle_ms: 120_000,
  requests_per_connection: 1000,
  connections: 4000,
  connections_per_address: 500,
}

/** Ends the connection unless the request's body is here in time. */
function limitBody({ raw }: FastifyRequest, limit_ms: number) {
  if (raw.complete !== false) return
  const timer = setTimeout(() => raw.complete || raw.socket.destroy(), limit_ms).unref()
  const stop = () => clearTimeout(timer)
  raw.once('end', stop)
  // On the request, not the socket: a connection takes a thousand requests.
  raw.once('close', stop)
}

const takesFile = ({ routeOptions: { schema } }: FastifyRequest) => schema?.consumes !== undefined

/** Refuses connections beyond the limits, and ends those on which a request does not arrive. */
export function limitConnections(app: App, limits: ConnectionLimits, is_behind_proxy: boolean) {
  app.server.maxConnections = limits.connections
  // Hooks of the routes' guard come later: the body of a refused call is limited too.
  app.addHook('onRequest', async (request) => {
    if (!takesFile(request)) limitBody(request, limits.body_ms)
  })
  app.addHook('onResponse', async (request) => {
    if (takesFile(request)) limitBody(request, limits.body_ms)
  })
  // Behind a proxy every connection comes from the proxy's address.
  if (is_behind_proxy) return
  const open = new Map<string, number>()
  app.server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const count = (open.get(address) ?? 0) + 1
    if (count > limits.connections_per_address) return void socket.destroy()
    open.set(address, count)
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1
      if (left === 0) open.delete(address)
      else open.set(address, left)
    })
  })
}
