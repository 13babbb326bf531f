import type { Socket } from 'node:net'
import { compile } from '@fastify/proxy-addr'
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

/** Of the warnings about refused connections. */
const warningEvery_ms = 60_000

/** True for the addresses of the proxies that TRUST_PROXY names, read as Fastify reads it. */
function trustedBy(trust_proxy: string | undefined): (address: string) => boolean {
  if (trust_proxy === undefined) return () => false
  const isTrusted = compile(trust_proxy.split(',').map((part) => part.trim()))
  return (address) => isTrusted(address, 0)
}

/** Answers a function that logs the first refusal of a minute. */
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

/** A trusted proxy has no limit: all its callers' connections come from its one address. */
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

/** Refuses connections beyond the limits, and ends those on which a request does not arrive. */
export function limitConnections(app: App, limits: ConnectionLimits, trust_proxy: string | undefined) {
  app.server.maxConnections = limits.connections
  // Hooks of the routes' guard come later: the body of a refused call is limited too.
  app.addHook('onRequest', async (request) => {
    if (!takesFile(request)) limitBody(request, limits.body_ms)
  })
  app.addHook('onResponse', async (request) => {
    if (takesFile(request)) limitBody(request, limits.body_ms)
  })
  limitAddresses(app, limits.connections_per_address, trust_proxy)
}
