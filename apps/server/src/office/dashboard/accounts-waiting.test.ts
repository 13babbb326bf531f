import { beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { staffHeaders } from '../../../test/loans.ts'
import { answerVerification, makeAccountHolder, setMode } from '../../../test/verifications.ts'
import { startVerification } from '../../treasury/verifications/commands/ensure-verification.ts'

let ctx: TestContext
let manager: Record<string, string>
beforeAll(async () => {
  ctx = await createTestContext()
  manager = await staffHeaders(ctx)
  await setMode(ctx, 'block')
})

const post = (path: string, headers: Record<string, string>, payload: object = {}) =>
  ctx.app.inject({ method: 'POST', url: `${ctx.api}${path}`, headers, payload })

test('shows staff the account that waits for them, on the dashboard and in the list that it counts', async () => {
  const summary = async () => (await post('/loan/summary', manager, { year: 2026 })).json().attention.accounts
  const listed = async (status: string) =>
    (
      await ctx.app.inject({ url: `${ctx.api}/account-verifications?status=${status}`, headers: manager })
    ).json().count
  ctx.setNow('2026-11-20T16:15:00Z')
  const before = await summary()
  const worker = await makeAccountHolder(ctx)
  await startVerification(ctx.deps, worker.id)
  ctx.setNow('2026-11-20T16:25:00Z')
  expect(await summary()).toMatchObject({ unanswered: before.unanswered + 1 })
  await answerVerification(ctx, worker, { name: 'ROSA GARCIA' })
  const after = await summary()
  expect(after.mismatch).toBe(before.mismatch + 1)
  expect(await listed('mismatch')).toBe(after.mismatch)
  expect(await listed('unanswered')).toBe(after.unanswered)
})
