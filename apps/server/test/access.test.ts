import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Access } from '../src/http/access.ts'
import { verifyLedger } from '../src/lending/ledger/queries.ts'
import type { AccessCase } from './access-case.ts'
import { accessCases } from './access-cases.ts'
import type { Caller } from './access-people.ts'
import { makeWorld, type World } from './access-world.ts'
import { prepareCase, requestOf } from './case-requests.ts'
import { createTestContext, type TestContext } from './context.ts'
import { type Change, watchChanges } from './fuzz/watch-changes.ts'

const workers = ['own', 'other', 'colleague'] as const satisfies readonly Caller[]
const staff = ['manager', 'clerk', 'admin'] as const satisfies readonly Caller[]
const callers = ['guest', ...workers, ...staff] as const satisfies readonly Caller[]
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
  // The last test checks it: after each of several hundred it would take most of the time.
  ctx = await createTestContext({ is_ledger_checked: false })
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
const routes = Object.keys(accessCases)
const withIds = routes.filter((route) => /\{(\w*id|day|file)\}/.test(route))

function caseOf(route: string): AccessCase {
  const described = accessCases[route]
  if (described === undefined) throw new Error(`${route} has no case`)
  return described
}

/** The status of an answer to a caller whom the route admits. */
function admittedStatus(described: AccessCase, caller: Caller): number {
  const { ok, own = ok, staff: all = ok, clerk = all, admin = all } = described
  const other = typeof described.other === 'number' ? described.other : ok
  const { colleague = other } = described
  return { guest: ok, own, other, colleague, manager: all, clerk, admin }[caller]
}

function expectedStatus(route: string, caller: Caller): number {
  if (open[accessOf(route)].includes(caller)) return admittedStatus(caseOf(route), caller)
  return caller === 'guest' ? 401 : 403
}

test('every route has an access case, and every access case has a route [B6.7]', () => {
  expect([...routes].sort()).toEqual([...table.keys()].sort())
})

test('every case is a valid call that succeeds, or that the state of its record refuses for a named reason', () => {
  const invalid = routes.filter((route) => {
    const described = caseOf(route)
    const admitted = open[accessOf(route)].map((caller) => admittedStatus(described, caller))
    return !admitted.some((status) => status < 300 || (status === 409 && described.conflict !== undefined))
  })
  // No mail of the demo has the name of the first; the second needs the token of METRICS_TOKEN, which no person has.
  expect(invalid.sort()).toEqual(['GET /demo/mails/{id}/html', 'GET /metrics'])
})

test('every case of a route open to workers states the answer for another worker', () => {
  const unstated = routes.filter((route) => {
    const needsOther = accessOf(route) === 'any' || accessOf(route) === 'worker'
    return needsOther && caseOf(route).other === undefined
  })
  expect(unstated).toEqual([])
})

test('every case with an id refuses the record of a worker to another, or says what shows it to everybody', () => {
  const shown = withIds.filter((route) => {
    const isOpenToWorkers = open[accessOf(route)].includes('other')
    const { other, shared } = caseOf(route)
    return isOpenToWorkers && shared === undefined && !(typeof other === 'number' && other >= 400)
  })
  expect(shown).toEqual([])
})

/** Sends a call and expects that it changed nothing if it was refused, or only reads. */
async function sendWatched(
  world: World,
  { route, caller, path }: { route: string; caller: Caller; path?: string },
) {
  const prepared = await prepareCase(world, route, caller)
  const request = requestOf(ctx, world, { route, caller, ...prepared, ...(path && { path }) })
  await watch.take()
  const answer = await ctx.app.inject(request)
  if (route === 'GET /events') answer.stream().destroy()
  const changes = await watch.take()
  const mayChange = answer.statusCode < 400 && !route.startsWith('GET')
  if (!mayChange)
    expect([route, caller, answer.statusCode, changes]).toEqual([route, caller, answer.statusCode, []])
  return { answer, changes }
}

/** Changes of rows that belong to `own`. */
const changesOfOwn = ({ own }: World, changes: readonly Change[]) =>
  changes.filter(({ table_name, row }) => (table_name === 'app_user' ? row.id : row.user_id) === own.id)

test.each(routes)(
  '%s answers each caller with the expected status; a refused one changes nothing [B6.4 B6.7 B6.8]',
  async (route) => {
    for (const caller of callers) {
      const expected = expectedStatus(route, caller)
      const world = expected < 400 && !route.startsWith('GET') ? await makeWorld(ctx) : sharedWorld
      const { answer, changes } = await sendWatched(world, { route, caller })
      const detail = answer.statusCode === expected ? '' : answer.body
      expect([caller, answer.statusCode, detail]).toEqual([caller, expected, ''])
      if (caller !== 'other' && caller !== 'colleague') continue
      const { other } = caseOf(route)
      if (other === 'nothing') expect(answer.json().count).toBe(0)
      if (other === 'own') expect([caller, changesOfOwn(world, changes)]).toEqual([caller, []])
    }
  },
)

test.each(withIds)('%s answers ids that nothing has with 404, and changes nothing', async (route) => {
  const { url, missing = 404, missingId = '999999' } = caseOf(route)
  const query = (await url(sharedWorld)).split('?')[1]
  const plain = (route.split(' ')[1] ?? '').replace(/\{\w+\}/g, missingId)
  const path = query === undefined ? plain : `${plain}?${query}`
  for (const caller of callers) {
    const { answer } = await sendWatched(sharedWorld, { route, caller, path })
    const isOpen = open[accessOf(route)].includes(caller)
    expect([caller, answer.statusCode]).toEqual([caller, isOpen ? missing : expectedStatus(route, caller)])
  }
})

test('the ledger has no differences after all these calls', async () => {
  expect(await verifyLedger(ctx.deps.db)).toEqual([])
})
