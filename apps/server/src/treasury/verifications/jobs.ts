import type { Sweep } from '../../jobs/registry.ts'
import { readHolders } from './commands/read-holders.ts'

/** Verification of accounts. A worker waits for the result, so the sweep looks often; without a due row it reads one index. */
export const verificationJobs: Sweep[] = [{ name: 'read-holders', every_ms: 1_000, run: readHolders }]
