import { recordOpening } from '../treasury/cash-movements/commands/record-opening.ts'
import { refreshBalance } from '../treasury/reconciliation/commands/refresh-balance.ts'
import type { DemoRun, DemoUser } from './demo-run.ts'

/** Before the first document and loan of the history. */
const openedBefore = { hours: 24 * 440 }

/**
 * Checks the simulator's balance while the books are empty, and lets the admin post it as the opening balance. Posted
 * first, it is part of the opening balance of each later day.
 */
export async function openStpAccount({ deps, end, setNow }: DemoRun, admin: DemoUser): Promise<void> {
  setNow(end.subtract(openedBefore))
  await refreshBalance(deps)
  const check = await deps.db
    .selectFrom('balance_check')
    .select(['id', 'difference_cents', 'verdict'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (check === undefined) throw new Error('the STP simulator gave no balance')
  if (check.verdict !== 'unopened') return
  await recordOpening(deps, admin.context(), { check: check.id, amount: check.difference_cents })
}
