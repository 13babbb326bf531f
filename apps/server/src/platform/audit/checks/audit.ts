import type { Passed } from '../queries/verified.ts'
import { type ChainResult, checkChain } from './chain.ts'
import type { Report } from './finding.ts'
import { checkKept, type Stores } from './kept.ts'
import { checkTriggers } from './triggers.ts'

/**
 * Checks the whole audit trail: rows, chain, what the file storage knows of it, and the triggers of its tables. Reports
 * all findings. The rows and links of a passed part are not read again; all else is.
 */
export async function checkAudit(
  stores: Stores,
  report: Report,
  passed: Passed | null = null,
): Promise<ChainResult> {
  const result = await checkChain(stores, report, passed)
  await checkKept(stores, result.days, report)
  await checkTriggers(stores.db, report)
  return result
}
