import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../test/context.ts'
import { makeActiveLoan } from '../../test/loans.ts'

let ctx: TestContext

beforeAll(async () => {
  ctx = await createTestContext()
})

const command = fileURLToPath(new URL('./ledger-verify.ts', import.meta.url))

/** Runs the command on the file's database, as `npm run ledger:verify` does. */
function verify(): Promise<{ code: number; output: string }> {
  const environment = { DATABASE_URL: ctx.deps.env.database_url, DEMO: '1' }
  return new Promise((resolve) => {
    execFile(process.execPath, [command], { env: environment }, (error, output) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, output })
    })
  })
}

test('says that the ledger is balanced, or what is not, beside a running server', async () => {
  const { loan } = await makeActiveLoan(ctx)
  expect(await verify()).toEqual({ code: 0, output: 'The ledger is balanced.\n' })

  const setDebt = (amount_due_cents: number) =>
    ctx.deps.db.updateTable('loan').set({ amount_due_cents }).where('id', '=', loan.id).execute()
  await setDebt(1_100_000)
  const broken = await verify()
  await setDebt(loan.total_debt_cents)
  expect(broken).toEqual({
    code: 1,
    output: `amount_due: loan ${loan.id} should be 11000.00, the ledger has 11001.61\nDifferences: 1\n`,
  })
})
