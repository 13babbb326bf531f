import { beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { makeStaff, signIn } from '../../../test/factories.ts'

let ctx: TestContext

beforeAll(async () => {
  ctx = await createTestContext()
})

/** Makes an admin and disables all other users. */
async function makeOnlyAdmin() {
  const admin = await makeStaff(ctx, 'U0')
  const others = ctx.deps.db.updateTable('app_user').where('id', '!=', admin.id)
  await others.set({ is_active: false }).execute()
  return admin
}

test('keeps one admin when two remove each other at once, in each of 20 rounds', async () => {
  const first = await makeOnlyAdmin()
  let left = first.id
  for (let round = 0; round < 20; round += 1) {
    const rival = await makeStaff(ctx, 'U0')
    const remove = async (by: number, id: number) => {
      const headers = await signIn(ctx, { id: by })
      return () => ctx.app.inject({ method: 'DELETE', url: `${ctx.api}/auth/user/${id}`, headers })
    }
    const calls = [await remove(left, rival.id), await remove(rival.id, left)]
    const answers = await Promise.all(calls.map((send) => send()))
    const statuses = answers.map(({ statusCode }) => statusCode).sort()
    // The second request is refused: 409 while its session is open, 401 once it has ended.
    expect(['204,401', '204,409']).toContain(statuses.join())
    const admins = await ctx.deps.db
      .selectFrom('app_user')
      .select('id')
      .where('is_active', '=', true)
      .execute()
    expect(admins).toHaveLength(1)
    left = admins[0]?.id ?? 0
  }
})

test('rejects the deletion of the last admin with 409', async () => {
  const { id } = await makeOnlyAdmin()
  const headers = await signIn(ctx, { id })
  const answer = await ctx.app.inject({ method: 'DELETE', url: `${ctx.api}/auth/user/${id}`, headers })
  expect([answer.statusCode, answer.json().code]).toEqual([409, 'user.last_admin'])
})
