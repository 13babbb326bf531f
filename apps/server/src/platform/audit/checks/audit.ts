import { checkChain } from './chain.ts'
import type { Report } from './finding.ts'
import { checkKept, type Stores } from './kept.ts'

/**
 * Checks the whole audit trail: rows, chain, and what the file storage knows of it. Reports all findings; returns the
 * number of links.
 */
export async function checkAudit(stores: Stores, report: Report): Promise<number> {
  const { checked, days } = await checkChain(stores, report)
  await checkKept(stores, days, report)
  return checked
}
