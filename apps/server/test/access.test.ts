import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Access } from '../src/http/access.ts'
import { accessCases } from './access-cases.ts'
import { makeWorld, type World } from './access-world.ts'
import { createTestContext, type TestContext } from './context.ts'
import { watchChanges } from './fuzz/watch-changes.ts'
import { type Caller, sendCase } from './send-case.ts'

const callers = [
  'guest',
  'own',
  'other',
  'colleague',
  'manager',
  'admin',
] as const satisfies readonly Caller[]
const workers = ['own', 'other', 'colleague'] as const
const staff = ['manager', 'admin'] as const
const open: Record<Access, readonly Caller[]> = {
  public: callers,
  stp: callers,
  any: [...workers, ...staff],
  worker: workers,
  staff,
  admin: ['admin'],
}
const accesses = z.enum(['public', 'stp', 'any', 'worker', 'staff', 'admin'])
const openapi = z.object({
  paths: z.record(z.string(), z.record(z.string(), z.object({ 'x-access': accesses }))),
})

let ctx: TestContext
let table: Map<string, Access>
let watch: Awaited<ReturnType<typeof watchChanges>>
/** For calls that change nothing: reads, refused ones and those for ids that nothing has. */
let sharedWorld: World

beforeAll(async () => {
  ctx = await createTestContext()
  watch = await watchChanges(ctx)
  sharedWorld = await makeWorld(ctx)
  const { paths } = openapi.parse((await ctx.app.inject(`${ctx.api}/openapi.json`)).json())
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]): [string, Access] => [
      `${method.toUpperCase()} ${path.replace(ctx.api, '')}`,
      described['x-access'],
    ]),
  )
  table = new Map(routes)
})

const accessOf = (route: string) => table.get(route) ?? 'public'

test('every route has an access case, and every access case has a route [B6.7]', () => {
  expect(Object.keys(accessCases).sort()).toEqual([...table.keys()].sort())
})

test('every case of a route open to workers states the answer for another worker', () => {
  const unstated = [...table].filter(([route, access]) => {
    const needsOther = access === 'any' || access === 'worker'
    return needsOther && accessCases[route]?.other === undefined
  })
  expect(unstated).toEqual([])
})

function expected(route: string, caller: Caller): number {
  const described = accessCases[route]
  if (described === undefined) throw new Error(`${route} has no case`)
  if (!open[accessOf(route)].includes(caller)) return caller === 'guest' ? 401 : 403
  const { ok, own, other, colleague = other } = described
  if (caller === 'own') return own ?? ok
  if (caller === 'other') return typeof other === 'number' ? other : ok
  if (caller === 'colleague') return typeof colleague === 'number' ? colleague : ok
  return caller === 'guest' ? ok : (described.staff ?? ok)
}

/** Sends a call and expects that it changed nothing if it was refused, or only reads. */
async function sendWatched(world: World, call: Parameters<typeof sendCase>[2]) {
  await watch.take()
  const answer = await sendCase(ctx, world, call)
  const changes = await watch.take()
  const mayChange = answer.statusCode < 400 && !call.route.startsWith('GET')
  if (!mayChange) expect([call, changes]).toEqual([call, []])
  return answer
}

test.each(Object.keys(accessCases))(
  '%s answers each caller with the expected status; a refused one changes nothing [B6.4 B6.7 B6.8]',
  async (route) => {
    for (const caller of callers) {
      const mayChange = open[accessOf(route)].includes(caller) && !route.startsWith('GET')
      const world = mayChange ? await makeWorld(ctx) : sharedWorld
      const answer = await sendWatched(world, { route, caller })
      expect([caller, answer.statusCode]).toEqual([caller, expected(route, caller)])
      const isOther = caller === 'other' || caller === 'colleague'
      if (isOther && accessCases[route]?.other === 'nothing') expect(answer.json().count).toBe(0)
    }
  },
)

const withIds = Object.keys(accessCases).filter((route) => /\{(\w*id|day)\}/.test(route))

test.each(withIds)('%s answers ids that nothing has with 404, and changes nothing', async (route) => {
  const query = accessCases[route]?.url(sharedWorld).split('?')[1]
  const missing = (route.split(' ')[1] ?? '').replace(/\{\w+\}/g, '999999')
  const path = query === undefined ? missing : `${missing}?${query}`
  for (const caller of callers) {
    const answer = await sendWatched(sharedWorld, { route, caller, path })
    const isOpen = open[accessOf(route)].includes(caller)
    const status = isOpen ? (accessCases[route]?.missing ?? 404) : expected(route, caller)
    expect([caller, answer.statusCode]).toEqual([caller, status])
  }
})
