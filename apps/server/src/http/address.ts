import type { FastifyRequest } from 'fastify'

/** Scheme and host under which the caller reached the server. */
export function addressOf({ protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>): string {
  return `${protocol}://${host}`
}
