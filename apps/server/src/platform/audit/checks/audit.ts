import { checkChain } from './chain.ts'
import type { Report } from './finding.ts'
import { checkKept, type Stores } from './kept.ts'
import { checkTriggers } from './triggers.ts'

/**
 * Checks the whole audit trail: rows, chain, what the file storage knows of it, and the triggers of its tables. Reports
 * all findings; returns the number of links.
 */
export async function checkAudit(stores: Stores, report: Report): Promise<number> {
  const { checked, days } = await checkChain(stores, report)
  await checkKept(stores, days, report)
  await checkTriggers(stores.db, report)
  return checked
}
