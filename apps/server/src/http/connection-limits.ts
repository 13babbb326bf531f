import type { Socket } from 'node:net'
import { compile } from '@fastify/proxy-addr'
import type { FastifyRequest } from 'fastify'
import type { App } from './access.ts'

export interface ConnectionLimits {
  /** To receive a whole request with its files. Node checks this limit every 30 s. */
  request_ms: number
  /** To receive the body of a request without a file. */
  body_ms: number
  /** Without a byte in either direction; event streams send one every 15 s. */
  idle_ms: number
  requests_per_connection: number
  connections: number
  connections_per_address: number
}

/**
 * In 5 minutes a document of 10 MB arrives at 280 kbit/s. All users of one company may share an address, and a browser
 * opens six connections.
 */
export const defaultLimits: ConnectionLimits = {
  request_ms: 300_000,
  body_ms: 60_000,
  idle_ms: 120_000,
  requests_per_connection: 1000,
  connections: 4000,
  connections_per_address: 500,
}

/** Closes the connection unless the request's body arrives in time. */
function limitBody({ raw }: FastifyRequest, limit_ms: number) {
  if (raw.complete !== false) return
  const timer = setTimeout(() => raw.complete || raw.socket.destroy(), limit_ms).unref()
  const stop = () => clearTimeout(timer)
  raw.once('end', stop)
  // On the request, not the socket: one connection carries up to a thousand requests.
  raw.once('close', stop)
}

const takesFile = ({ routeOptions: { schema } }: FastifyRequest) => schema?.consumes !== undefined

/** Interval between warnings about refused connections. */
const warningEvery_ms = 60_000

/** Returns a function that is true for the proxies in TRUST_PROXY, parsed as Fastify parses it. */
function trustedBy(trust_proxy: string | undefined): (address: string) => boolean {
  if (trust_proxy === undefined) return () => false
  const isTrusted = compile(trust_proxy.split(',').map((part) => part.trim()))
  return (address) => isTrusted(address, 0)
}

/** Returns a function that logs the first refusal of each minute. */
function warnOfRefusals(app: App, limit: number, trust_proxy: string | undefined) {
  const hint = trust_proxy === undefined ? '; if it is a proxy, set TRUST_PROXY' : ''
  let warned_ms = Number.NEGATIVE_INFINITY
  return (remoteAddress: string) => {
    const now_ms = performance.now()
    if (now_ms - warned_ms < warningEvery_ms) return
    warned_ms = now_ms
    app.log.warn({ remoteAddress }, `more than ${limit} connections of an address are refused${hint}`)
  }
}

/**
 * Limits the connections of each address, except trusted proxies, because the connections of all users come from them.
 */
function limitAddresses(app: App, limit: number, trust_proxy: string | undefined) {
  const isTrusted = trustedBy(trust_proxy)
  const warn = warnOfRefusals(app, limit, trust_proxy)
  const open = new Map<string, number>()
  app.server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    if (isTrusted(address)) return
    const count = (open.get(address) ?? 0) + 1
    if (count > limit) {
      warn(address)
      return void socket.destroy()
    }
    open.set(address, count)
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1
      if (left === 0) open.delete(address)
      else open.set(address, left)
    })
  })
}

/** Refuses connections beyond the limits and closes those on which a request does not arrive in time. */
export function limitConnections(app: App, limits: ConnectionLimits, trust_proxy: string | undefined) {
  app.server.maxConnections = limits.connections
  // Registered before the guard's hooks, so that the bodies of refused requests are limited too.
  app.addHook('onRequest', async (request) => {
    if (!takesFile(request)) limitBody(request, limits.body_ms)
  })
  app.addHook('onResponse', async (request) => {
    if (takesFile(request)) limitBody(request, limits.body_ms)
  })
  limitAddresses(app, limits.connections_per_address, trust_proxy)
}
