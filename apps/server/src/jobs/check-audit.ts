import type { Deps } from '../command/deps.ts'
import { keepChainCheck } from '../platform/audit/commands/check-audit.ts'

/** Verifies that the audit trail was not changed; runs every night and on an admin's request. */
export const checkAudit = (deps: Deps): Promise<void> => keepChainCheck(deps)
