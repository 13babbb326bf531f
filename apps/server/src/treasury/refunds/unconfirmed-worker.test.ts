import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../../test/context.ts'
import { giveBalance } from '../../../test/creditor.ts'
import { makeClabe, makeStaff, makeWorker, signIn } from '../../../test/factories.ts'

let ctx: TestContext
beforeEach(async () => {
  ctx = await createTestContext()
})

/** Makes a call of a user in a session of now. */
async function callAs(user: { id: number }, route: `${'PATCH' | 'POST'} ${string}`, payload: object = {}) {
  const [method, path] = route.split(' ') as ['PATCH' | 'POST', string]
  const headers = { ...(await signIn(ctx, user)), 'idempotency-key': randomUUID() }
  return ctx.app.inject({ method, url: `${ctx.api}${path}`, headers, payload })
}

const findRefunds = () =>
  ctx.deps.db.selectFrom('transfer').select('beneficiary_account').where('purpose', '=', 'refund').execute()

test('a manager does not release a refund to an account of their own until another person confirms it', async () => {
  const [insider, other] = [await makeStaff(ctx), await makeStaff(ctx)]
  const worker = await makeWorker(ctx)
  await giveBalance(ctx, worker, 500_000)
  const account = makeClabe(777_009)
  await callAs(insider, `PATCH /auth/user/${worker.id}/update`, {
    ...{ debit_card_number: account, bank: '40012', bank_account_number: '00000777009' },
  })
  ctx.setNow('2026-11-23T17:00:00Z')
  const asked = await callAs(worker, `POST /treasury/balances/${worker.id}/refund`, { amount: 5000 })
  expect(asked.statusCode).toBe(202)
  const release = (user: { id: number }) =>
    callAs(user, `POST /approvals/${asked.json().approval.id}/approve`)
  const refused = await release(insider)
  expect([refused.statusCode, refused.json().code]).toEqual([409, 'refund.worker_unconfirmed'])
  expect(await findRefunds()).toEqual([])

  const confirmation = ctx.deps.db.selectFrom('approval').select('id').where('action', '=', 'worker.confirm')
  const { id } = await confirmation.executeTakeFirstOrThrow()
  expect((await callAs(other, `POST /approvals/${id}/approve`)).statusCode).toBe(200)
  expect((await release(insider)).statusCode).toBe(200)
  expect(await findRefunds()).toEqual([{ beneficiary_account: account }])
})
