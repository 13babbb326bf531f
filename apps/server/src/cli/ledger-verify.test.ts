import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { createTestContext, type TestContext } from '../../test/context.ts'
import { makeActiveLoan } from '../../test/loans.ts'
import type { Db } from '../db/types.ts'

let ctx: TestContext

beforeAll(async () => {
  ctx = await createTestContext()
})

const command = fileURLToPath(new URL('./ledger-verify.ts', import.meta.url))

/**
 * Runs the command on this file's database, as `npm run ledger:verify` does; returns its lines without alignment
 * spaces.
 */
function verify(DATABASE_URL = ctx.deps.env.database_url): Promise<{ code: number; lines: string[] }> {
  const environment = { DATABASE_URL }
  return new Promise((resolve) => {
    execFile(process.execPath, [command], { env: environment }, (error, output, problems) => {
      const lines = `${output}${problems}`.split('\n').map((line) => line.trim().replace(/ {2,}/g, ' | '))
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, lines })
    })
  })
}

test('prints what it checked and whether the ledger is balanced, next to a running server', async () => {
  const { loan } = await makeActiveLoan(ctx)
  const { db } = ctx.deps
  const entries = await db.selectFrom('ledger_entry').select('id').execute()
  const loans = await db.selectFrom('loan').select('id').execute()
  const sound = await verify()
  expect(sound.code).toBe(0)
  expect(sound.lines).toContain(
    `balance | cada renglón carga y abona lo mismo, entre las dos cuentas de su clase | ${entries.length} | 0`,
  )
  expect(sound.lines).toContain(
    `amount_due | lo que se debe resulta del contrato y los pagos | ${loans.length} | 0`,
  )
  expect(sound.lines.slice(-2)).toEqual(['The ledger is balanced.', ''])

  const setDebt = (amount_due_cents: number) =>
    ctx.deps.db.updateTable('loan').set({ amount_due_cents }).where('id', '=', loan.id).execute()
  await setDebt(1_100_000)
  const broken = await verify()
  await setDebt(loan.total_debt_cents)
  expect(broken.code).toBe(1)
  expect(broken.lines.slice(-5)).toEqual([
    'comprobación | de | id | debe ser | el libro dice',
    `amount_due | loan | ${loan.id} | $11,001.61 | $11,000.00`,
    '',
    'Differences: 1',
    '',
  ])
})

/** Makes changes that the database refuses in normal operation. */
const tamper = (work: (db: Db) => Promise<unknown>) =>
  ctx.superuser.connection().execute(async (db) => {
    await sql`set session_replication_role = replica`.execute(db)
    await work(db)
    await sql`set session_replication_role = default`.execute(db)
  })

test('counts the differences that its list leaves out', async () => {
  const { order } = await makeActiveLoan(ctx)
  await tamper(async (db) => {
    await sql`alter table ledger_entry drop constraint ledger_order_once`.execute(db)
    await sql`
      insert into ledger_entry
        (posting, kind, debit_account, credit_account, amount_cents, loan_id, transfer_id, created_at)
      select gen_random_uuid(), 'settlement', 'collections', 'write_offs', 100, ${order.loan_id}, ${order.id}, now()
      from generate_series(1, 150)`.execute(db)
  })
  const result = await verify()
  await tamper(async (db) => {
    await sql`delete from ledger_entry where debit_account = 'collections'`.execute(db)
    await sql`alter table ledger_entry add constraint ledger_order_once unique (transfer_id, kind)`.execute(
      db,
    )
  })
  expect(result.code).toBe(1)
  expect(result.lines).toContain('balance | y 50 más')
  expect(result.lines.filter((line) => line.startsWith('balance | entry'))).toHaveLength(100)
})

test('prints one line with exit code 78 if the database does not exist', async () => {
  const url = new URL(ctx.deps.env.database_url ?? '')
  url.pathname = '/nope'
  expect(await verify(url.href)).toEqual({
    code: 78,
    lines: ['DATABASE_URL: there is no such database on the server; create it, or correct its name', ''],
  })
})
