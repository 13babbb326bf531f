import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Access } from '../src/http/access.ts'
import { accessCases } from './access-cases.ts'
import { makeWorld } from './access-world.ts'
import { createTestContext, type TestContext } from './context.ts'
import { type Caller, sendCase } from './send-case.ts'

const callers = ['guest', 'own', 'other', 'manager', 'admin'] as const satisfies readonly Caller[]
const open: Record<Access, readonly Caller[]> = {
  public: callers,
  stp: callers,
  any: ['own', 'other', 'manager', 'admin'],
  worker: ['own', 'other'],
  staff: ['manager', 'admin'],
  admin: ['admin'],
}
const accesses = z.enum(['public', 'stp', 'any', 'worker', 'staff', 'admin'])
const openapi = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.object({ 'x-access': accesses }))),
})

let ctx: TestContext
let table: Map<string, Access>

beforeAll(async () => {
  ctx = await createTestContext()
  const { paths } = openapi.parse((await ctx.app.inject(`${ctx.api}/openapi.json`)).json())
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]): [string, Access] => [
      `${method.toUpperCase()} ${path.replace(ctx.api, '')}`,
      described['x-access'],
    ]),
  )
  table = new Map(routes)
})

test('every route has an access case, and every access case has a route [B6.7]', () => {
  expect(Object.keys(accessCases).sort()).toEqual([...table.keys()].sort())
})

test('every case of a route open to workers states the answer for another worker', () => {
  const silent = [...table].filter(([route, access]) => {
    const needsOther = access === 'any' || access === 'worker'
    return needsOther && accessCases[route]?.other === undefined
  })
  expect(silent).toEqual([])
})

function expected({ route, caller, access }: { route: string; caller: Caller; access: Access }): number {
  const described = accessCases[route]
  if (described === undefined) throw new Error(`${route} has no case`)
  if (!open[access].includes(caller)) return caller === 'guest' ? 401 : 403
  const { ok, own, other, staff } = described
  if (caller === 'own') return own ?? ok
  if (caller === 'other') return typeof other === 'number' ? other : ok
  return caller === 'guest' ? ok : (staff ?? ok)
}

test.each(Object.keys(accessCases))(
  '%s answers each caller with the expected status [B6.4 B6.7 B6.8]',
  async (route) => {
    const access = table.get(route) ?? 'public'
    const refused = await makeWorld(ctx)
    for (const caller of callers) {
      const status = expected({ route, caller, access })
      const world = open[access].includes(caller) ? await makeWorld(ctx) : refused
      const answer = await sendCase(ctx, world, { route, caller })
      expect([caller, answer.statusCode]).toEqual([caller, status])
      if (caller === 'other' && accessCases[route]?.other === 'nothing') expect(answer.json().count).toBe(0)
    }
  },
)
