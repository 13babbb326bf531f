import { sql } from 'kysely'
import type { Db } from '../../db/types.ts'
import type { Check, CheckGroup } from './checks/check.ts'
import { entryGroups } from './checks/entries.ts'
import { loanGroup } from './checks/loans.ts'
import { recordGroups } from './checks/records.ts'

/** A disagreement between the ledger and the records. */
export interface LedgerDifference {
  check: string
  /** `loan`, `transfer`, `payment` or `entry`; `ledger` (id 0) for the total of an account. */
  subject: string
  id: number
  /** Centavos or a number, according to the check's unit; null if the record is missing. */
  expected: number | null
  found: number | null
}

export interface LedgerCheck extends Pick<Check, 'name' | 'proves' | 'unit'> {
  /** The number of rows that were checked. */
  looked_at: number
  wrong: number
  /** The first 100 by id. */
  differences: LedgerDifference[]
}

const DIFFERENCES_SHOWN = 100
const groups: CheckGroup[] = [...entryGroups, loanGroup, ...recordGroups]

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
  for (const group of groups) checks.push(...(await runGroup(db, group)))
  return checks
}

/**
 * Checks the ledger against loans, orders, payments and schedules in one snapshot while commands continue. Returns for
 * each check the number of rows checked and the differences. Amounts are in centavos.
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
