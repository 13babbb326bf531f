import { keepChainCheck } from '../features/audit/commands.ts'
import type { Deps } from '../lib/deps.ts'

/** Every night, and whenever an admin asks: nobody changed the audit trail. */
export const checkAudit = (deps: Deps): Promise<void> => keepChainCheck(deps)
