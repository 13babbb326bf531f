import type { Cents } from '@quincena/domain/money'
import { sql } from 'kysely'
import type { Db, Trx } from '../../lib/deps.ts'
import type { Check, CheckGroup } from './checks/check.ts'
import { entryGroups } from './checks/entries.ts'
import { loanGroup } from './checks/loans.ts'
import { recordGroups } from './checks/records.ts'

/** What a loan has earned until now, net of reversals: income and the tax taken out of it. */
export async function earnedSoFar(db: Db | Trx, loan_id: number): Promise<{ income: Cents; tax: Cents }> {
  const { rows } = await sql<{ income: Cents; tax: Cents }>`
    select
      coalesce(sum(amount_cents) filter (where kind = 'charge_earned'), 0)
        - coalesce(sum(amount_cents) filter (where kind = 'charge_earned_reversed'), 0) as income,
      coalesce(sum(amount_cents) filter (where kind = 'tax_earned'), 0)
        - coalesce(sum(amount_cents) filter (where kind = 'tax_earned_reversed'), 0) as tax
    from ledger_entry where loan_id = ${loan_id}`.execute(db)
  return rows[0] ?? { income: 0, tax: 0 }
}

/** Something that the books say one way and the records another. */
export interface LedgerDifference {
  check: string
  /** loan, transfer, payment, entry; `ledger` (id 0) for an account as a whole. */
  subject: string
  id: number
  /** Centavos or a number, as the check has it; null: there is nothing that it should be. */
  expected: number | null
  found: number | null
}

export interface LedgerCheck extends Pick<Check, 'name' | 'proves' | 'unit'> {
  /** How many rows were held against the books. */
  looked_at: number
  wrong: number
  /** The first ones. */
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

/** All checks of a group in one pass; the books are read again only to name what is wrong. */
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
 * Holds the ledger against loans, orders, payments and schedules, all at one instant while acts go on: what each check
 * looked at and what it found. Amounts in centavos.
 */
export function proveLedger(db: Db): Promise<LedgerCheck[]> {
  if (db.isTransaction) return runAll(db)
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (trx) => {
      // Sums by loan of a million loans are made in memory; of the default 4 MB most of the time goes to disk.
      await sql`set local work_mem = '64MB'`.execute(trx)
      return runAll(trx)
    })
}

/** The differences alone, at most 100 of each check; an empty list: every peso is accounted for. */
export async function verifyLedger(db: Db): Promise<LedgerDifference[]> {
  const checks = await proveLedger(db)
  return checks.flatMap(({ differences }) => differences)
}
