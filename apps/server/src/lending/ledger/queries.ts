import { sql } from 'kysely'
import type { Db } from '../../db/types.ts'
import { bankGroups } from './checks/banks.ts'
import {
  type Check,
  type CheckGroup,
  DIFFERENCES_SHOWN,
  type LedgerCheck,
  type LedgerDifference,
} from './checks/check.ts'
import { claims } from './checks/claims.ts'
import { accountTotals, dailyTotals } from './checks/daily-totals.ts'
import { entryGroups } from './checks/entries.ts'
import { checkLoans } from './checks/loans.ts'
import { recordGroups } from './checks/records.ts'

export type { LedgerCheck, LedgerDifference } from './checks/check.ts'

const differs = ({ expected, found }: Check) => sql`(${expected}) is distinct from (${found})`

async function listDifferences(db: Db, { rows }: CheckGroup, check: Check): Promise<LedgerDifference[]> {
  const { name, subject, expected, found } = check
  const answer = await sql<LedgerDifference>`
    select ${name}::text as check, ${subject} as subject, id, (${expected})::numeric as expected,
      (${found})::numeric as found
    from (${rows}) as facts where ${differs(check)} order by id limit ${DIFFERENCES_SHOWN}`.execute(db)
  return answer.rows
}

/** Runs all checks of a group in one pass; reads the rows again only to list the differences. */
async function runGroup(db: Db, group: CheckGroup): Promise<LedgerCheck[]> {
  const counts = group.checks.map(
    (check, index) => sql`count(*) filter (where ${differs(check)}) as ${sql.id(`wrong_${index}`)}`,
  )
  const { rows } = await sql<Record<string, number>>`
    select count(*) as looked_at, ${sql.join(counts)} from (${group.rows}) as facts`.execute(db)
  const [counted = {}] = rows
  return Promise.all(
    group.checks.map(async (check, index) => {
      const { name, proves, unit } = check
      const wrong = counted[`wrong_${index}`] ?? 0
      const differences = wrong === 0 ? [] : await listDifferences(db, group, check)
      return { name, proves, unit, looked_at: counted.looked_at ?? 0, wrong, differences }
    }),
  )
}

async function runAll(db: Db): Promise<LedgerCheck[]> {
  const checks: LedgerCheck[] = []
  for (const group of entryGroups) checks.push(...(await runGroup(db, group)))
  checks.push(...(await checkLoans(db)))
  for (const group of [...recordGroups, claims, ...bankGroups, dailyTotals, accountTotals])
    checks.push(...(await runGroup(db, group)))
  return checks
}

/**
 * Checks the ledger against orders and payments, and against every loan computed anew from its contract and its
 * payments, in one snapshot while commands continue. Returns for each check the number of rows checked and the
 * differences.
 */
export function proveLedger(db: Db): Promise<LedgerCheck[]> {
  if (db.isTransaction) return runAll(db)
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      // Keeps the sums by loan of a million loans in memory; with the default of 4 MB, most of the time went to disk.
      await sql`set local work_mem = '64MB'`.execute(trx)
      return runAll(trx)
    })
}

/**
 * Returns only the differences, at most 100 of each check; an empty list means that the ledger agrees with the records.
 */
export async function verifyLedger(db: Db): Promise<LedgerDifference[]> {
  const checks = await proveLedger(db)
  return checks.flatMap(({ differences }) => differences)
}
