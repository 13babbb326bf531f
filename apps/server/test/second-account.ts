import { expect } from 'vitest'
import type { TestContext } from './context.ts'
import { makeStaff, signIn } from './factories.ts'

type Headers = Record<string, string>

/** Makes a manager whose address the admin changed: for 7 days no other person than the admin. */
export async function makeSecondAccount(ctx: TestContext, admin: Headers) {
  const user = await makeStaff(ctx)
  const answer = await ctx.app.inject({
    ...{ method: 'PATCH', url: `${ctx.api}/auth/user/${user.id}/update`, headers: admin },
    payload: { email: `segunda-${user.id}@quincena.mx` },
  })
  expect(answer.statusCode, answer.body).toBe(200)
  return { user, headers: await signIn(ctx, user) }
}
