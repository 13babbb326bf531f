import type { Deps } from '../../command/deps.ts'
import { reconcileDay as compare, reconcileDueDays } from './commands/reconcile-day.ts'
import { refreshBalance } from './commands/refresh-balance.ts'

/** Compares the day that a user requested. A failure is stored on the day's row, and the hourly job tries again. */
export async function reconcileDay(
  deps: Deps,
  { operation_date }: { operation_date: string },
): Promise<void> {
  await compare(deps, operation_date)
}

/** Compares all due days; runs every hour. What is due depends on the stored days, so a late run catches up. */
export function reconcileDays(deps: Deps, _data: Record<string, never>): Promise<void> {
  return reconcileDueDays(deps)
}

/** Queries STP for the balance of the paying account. */
export function askBalance(deps: Deps, _data: Record<string, never>): Promise<void> {
  return refreshBalance(deps)
}
