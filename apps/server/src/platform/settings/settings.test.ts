import { beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { readSetting } from './queries.ts'

let ctx: TestContext
beforeAll(async () => {
  ctx = await createTestContext()
})

test('reads a pause that an early version stored without author and reason', async () => {
  const { db, clock } = ctx.deps
  const row = {
    name: 'payouts_paused',
    value: JSON.stringify({ paused: true }),
    updated_at: clock().toString(),
  }
  await db.insertInto('setting').values(row).execute()
  const stored = await readSetting(db, 'payouts_paused')
  expect(stored?.value).toEqual({ paused: true, by: null, reason: null })
})
