import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeStaff, signIn } from '../../../test/factories.ts'
import { buildApp } from '../../app.ts'
import type { App } from '../../http/access.ts'
import { openSessionTouches } from './commands/session-touches.ts'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})
beforeEach(() => ctx.setNow('2026-11-20T16:00:00Z'))

async function makeSession() {
  const user = await makeStaff(ctx)
  const headers = await signIn(ctx, user)
  const own = ctx.deps.db.selectFrom('session').where('user_id', '=', user.id)
  const { id } = await own.select('id').executeTakeFirstOrThrow()
  const lastSeen = async () => (await own.select('last_seen_at').executeTakeFirstOrThrow()).last_seen_at
  const get = async (time: string, app: App) => {
    ctx.setNow(`2026-11-20T${time}Z`)
    return (await app.inject({ url: `${ctx.api}/auth/user`, headers })).statusCode
  }
  return { id, lastSeen, get }
}

const at = (time: string) => `2026-11-20T${time}.000Z`

test('stores the last use of a session after the answer, at the latest when the server closes', async () => {
  const app = await buildApp(ctx.deps)
  const { get, lastSeen } = await makeSession()
  expect(await get('16:20:00', app)).toBe(200)
  expect(await lastSeen()).toBe(at('16:00:00'))
  ctx.setNow('2026-11-20T16:20:09Z')
  await app.close()
  expect(await lastSeen()).toBe(at('16:20:00'))
})

test('keeps a session that two servers use alive, and ends it 30 minutes after its last use on either', async () => {
  const [one, two] = [await buildApp(ctx.deps), await buildApp(ctx.deps)]
  const { get } = await makeSession()
  expect(await get('16:29:00', one)).toBe(200)
  await one.close()
  expect(await get('16:58:00', two)).toBe(200)
  await two.close()
  const last = await buildApp(ctx.deps)
  expect(await get('17:28:30', last)).toBe(401)
  await last.close()
})

test('the own process knows the use before it is stored', async () => {
  const app = await buildApp(ctx.deps)
  const { get, lastSeen } = await makeSession()
  expect(await get('16:29:00', app)).toBe(200)
  expect(await get('16:58:00', app)).toBe(200)
  expect(await lastSeen()).toBe(at('16:00:00'))
  expect(await get('17:28:30', app)).toBe(401)
  await app.close()
})

test('stores the use of a locked row at the next time, and no earlier use over a later one', async () => {
  const touches = openSessionTouches(ctx.deps)
  const [busy, free] = [await makeSession(), await makeSession()]
  ctx.setNow('2026-11-20T16:05:00Z')
  for (const { id } of [busy, free]) touches.touch(id)
  await ctx.deps.db.transaction().execute(async (trx) => {
    await trx.selectFrom('session').select('id').where('id', '=', busy.id).forUpdate().execute()
    await touches.flush()
  })
  expect([await busy.lastSeen(), await free.lastSeen()]).toEqual([at('16:00:00'), at('16:05:00')])
  await touches.flush()
  expect(await busy.lastSeen()).toBe(at('16:05:00'))
  touches.touch(free.id)
  await ctx.deps.db
    .updateTable('session')
    .set({ last_seen_at: at('16:06:00') })
    .where('id', '=', free.id)
    .execute()
  await touches.close()
  expect(await free.lastSeen()).toBe(at('16:06:00'))
})

test('keeps the use while the database does not answer', async () => {
  const { id, lastSeen } = await makeSession()
  const touches = openSessionTouches(ctx.deps)
  ctx.setNow('2026-11-20T16:05:00Z')
  touches.touch(id)
  await sql`alter table session rename to away`.execute(ctx.superuser)
  await expect(touches.flush()).rejects.toThrow('session')
  await sql`alter table away rename to session`.execute(ctx.superuser)
  await touches.close()
  expect(await lastSeen()).toBe(at('16:05:00'))
})
