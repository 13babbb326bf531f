import { randomUUID } from 'node:crypto'
import { accessCases } from './access-cases.ts'
import type { Caller } from './access-people.ts'
import { bodyOptions, methods, someAddress } from './access-people.ts'
import type { World } from './access-world.ts'
import type { TestContext } from './context.ts'

const atRoot = new Set(['/healthz', '/readyz', '/metrics'])

interface SentCase {
  route: string
  caller: Caller
  key?: string
  path: string
  body: object | undefined
}

/** Makes the records that a case needs; returns its path and its body for a caller. A guest sends the owner's. */
export async function prepareCase(world: World, route: string, caller: Caller) {
  const described = accessCases[route]
  if (described === undefined) throw new Error(`${route} has no case`)
  const sender = caller === 'guest' ? 'own' : caller
  return { path: await described.url(world), body: await described.payload?.(world, sender) }
}

/** Returns the request of a route; writes carry an idempotency key. */
export function requestOf(
  ctx: TestContext,
  world: World,
  { route, caller, key = randomUUID(), path, body }: SentCase,
) {
  const { headers, ...options } = bodyOptions(body)
  return {
    ...{ method: methods.parse(route.split(' ')[0]), ...options },
    url: atRoot.has(path) ? path : `${ctx.api}${path}`,
    headers: {
      ...world.callers[caller],
      ...(route.startsWith('GET') ? {} : { 'idempotency-key': key }),
      ...headers,
    },
    remoteAddress: someAddress(),
    // An event stream does not end, so only its headers are read.
    payloadAsStream: route === 'GET /events',
  }
}
