import { sql } from 'kysely'
import { takeLock } from '../../../db/locks.ts'
import type { Deps } from '../../../deps.ts'

interface WrongCount {
  list: string
  kind: string
  company_id: number
  day: string
  key: string[]
  recorded: number
  live: number
}

const loggedDifferences = 20

/**
 * Counts the rows of all lists and compares the kept numbers with them, in one snapshot while commands continue. A number
 * that differs is an error in the log, and is set right. Returns those that differed.
 */
export async function checkCounts({ db, log }: Pick<Deps, 'db' | 'log'>): Promise<WrongCount[]> {
  const wrong = await db.transaction().execute(async (trx) => {
    // Two that find the same difference must not both add it. Meanwhile changes wait, and reads stay exact.
    await takeLock(trx, 'list_counts')
    await sql`set local work_mem = '64MB'`.execute(trx)
    // It counts all rows, which takes longer than any request may.
    await sql`set local statement_timeout = 0`.execute(trx)
    return (await sql<WrongCount>`select * from correct_list_counts()`.execute(trx)).rows
  })
  for (const { recorded, live, key, ...cell } of wrong.slice(0, loggedDifferences))
    log.error(
      `count of ${cell.list} ${key.join(' ')}, ${cell.kind} ${cell.company_id} ${cell.day}: ${recorded} kept, ${live} counted`,
    )
  if (wrong.length > 0) log.error(`${wrong.length} counts of lists differed and were corrected`)
  return wrong
}
