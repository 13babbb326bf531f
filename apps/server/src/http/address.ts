import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'

/** Scheme and host under which the caller reached the server. */
export function addressOf({ protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>): string {
  return `${protocol}://${host}`
}

/** An IP address as limits count it: one connection has a whole /64 network of IPv6. */
export const networkOf = (ip: string): string => normalizeIP(ip, 64)
