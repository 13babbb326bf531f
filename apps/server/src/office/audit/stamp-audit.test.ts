import { beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { checkConstancia } from '../../integrations/constancia/check.ts'
import { checkAudit } from '../../platform/audit/checks/audit.ts'
import { chainAudit } from '../../platform/audit/commands/chain-audit.ts'
import { writeAudit } from '../../platform/audit/commands/write-audit.ts'
import { readLastLink } from '../../platform/audit/queries/chain.ts'
import { stampKeys } from '../../platform/audit/rules.ts'

let ctx: TestContext

beforeAll(async () => {
  ctx = await createTestContext()
})

async function findingsOf() {
  const texts: string[] = []
  await checkAudit(ctx.deps, ({ text }) => texts.push(text))
  return texts
}

test('the head is stamped by the authority once a day, and a changed stamp is found', async () => {
  await ctx.runJob('stamp-audit', {}) // nothing to stamp yet
  await ctx.deps.db
    .transaction()
    .execute((trx) =>
      writeAudit(ctx.deps, trx, { context: null, action: 'company.created', subject: ['company', 1] }),
    )
  await chainAudit(ctx.deps)
  await ctx.runJob('stamp-audit', {})
  const { stamp } = stampKeys('2026-11-20')
  const bytes = await ctx.deps.storage.get(stamp)
  const sha256 = (await readLastLink(ctx.deps.db))?.hash.toString('hex') ?? ''
  expect(await checkConstancia(bytes, { sha256 })).toMatchObject({ issued_at: '2026-11-20T16:00:00.000Z' })
  expect(await findingsOf()).toEqual([])

  await ctx.deps.storage.put(stamp, bytes.with(bytes.length - 40, 0), 'application/timestamp-reply')
  expect(await findingsOf()).toEqual([`changed: ${stamp} in the file storage`])

  // The trail names each stamp, so one that is removed with its head is missed.
  await chainAudit(ctx.deps)
  const { head } = stampKeys('2026-11-20')
  await ctx.deps.storage.remove(stamp)
  expect(await findingsOf()).toEqual([`removed: ${stamp} in the file storage`])
  await ctx.deps.storage.remove(head)
  expect(await findingsOf()).toEqual([head, stamp].map((key) => `removed: ${key} in the file storage`))
  await ctx.deps.storage.put(stamp, bytes, 'application/timestamp-reply')
  expect(await findingsOf()).toEqual([`removed: ${head} in the file storage`])
})
