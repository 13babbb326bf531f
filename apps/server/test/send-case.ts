import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { AccessCase } from './access-case.ts'
import { accessCases } from './access-cases.ts'
import type { World } from './access-world.ts'
import type { TestContext } from './context.ts'

export type Caller = keyof World['callers']

const atRoot = new Set(['/healthz', '/readyz', '/metrics'])
const methods = z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])

function bodyOf(world: World, { payload }: AccessCase) {
  const body = payload?.(world)
  if (body === undefined) return {}
  if (!('multipart' in body)) return { payload: body, headers: {} }
  return { payload: world.upload.text, headers: { 'content-type': world.upload.multipart } }
}

interface SentCase {
  route: string
  caller: Caller
  key?: string
  /** Instead of the case's own. */
  path?: string
}

/** Sends the request of a route's access case as one of the world's callers; writes carry an idempotency key. */
export async function sendCase(
  ctx: TestContext,
  world: World,
  { route, caller, key = randomUUID(), path }: SentCase,
) {
  const described = accessCases[route]
  if (described === undefined) throw new Error(`${route} has no case`)
  const address = path ?? described.url(world)
  const { headers, payload } = { headers: {}, payload: undefined, ...bodyOf(world, described) }
  const answer = await ctx.app.inject({
    method: methods.parse(route.split(' ')[0]),
    url: atRoot.has(address) ? address : `${ctx.api}${address}`,
    headers: {
      ...world.callers[caller],
      ...(route.startsWith('GET') ? {} : { 'idempotency-key': key }),
      ...headers,
    },
    ...(payload === undefined ? {} : { payload }),
    remoteAddress: `10.9.${Math.floor(Math.random() * 250)}.${Math.floor(Math.random() * 250)}`,
    // An event stream does not end, so only its headers are read.
    payloadAsStream: route === 'GET /events',
  })
  if (route === 'GET /events') answer.stream().destroy()
  return answer
}
