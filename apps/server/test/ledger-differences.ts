import { sql } from 'kysely'
import { expect } from 'vitest'
import type { Db } from '../src/db/types.ts'
import { verifyLedger } from '../src/lending/ledger/queries.ts'
import type { TestContext } from './context.ts'

/** Returns the ledger's differences after a change that the database would reject; the change is rolled back. */
export async function findDifferences(ctx: TestContext, change: (db: Db) => Promise<unknown>) {
  let differences: Awaited<ReturnType<typeof verifyLedger>> = []
  const undo = new Error('undo')
  const run = ctx.superuser.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await change(trx)
    differences = await verifyLedger(trx)
    throw undo
  })
  await expect(run).rejects.toBe(undo)
  return differences
}

/** Returns each difference as `check subject id: expected, found`, in order. */
export async function listDifferences(ctx: TestContext, change: (db: Db) => Promise<unknown>) {
  const differences = await findDifferences(ctx, change)
  return differences
    .map(
      ({ check, subject, id, expected, found: booked }) =>
        `${check} ${subject} ${id}: ${expected}, ${booked}`,
    )
    .sort()
}
