import { keepChainCheck } from '../features/audit/commands.ts'
import type { Deps } from '../lib/deps.ts'

/** Verifies that the audit trail was not changed; runs every night and on an admin's request. */
export const checkAudit = (deps: Deps): Promise<void> => keepChainCheck(deps)
