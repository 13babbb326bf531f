import {
  reconcileDay as compare,
  reconcileDueDays,
} from '../features/reconciliation/commands/reconcile-day.ts'
import { refreshBalance } from '../features/reconciliation/commands/refresh-balance.ts'
import type { Deps } from '../lib/deps.ts'

/** Compares the day that somebody asked for; one that fails says why on its row and is tried again by the hour. */
export async function reconcileDay(
  deps: Deps,
  { operation_date }: { operation_date: string },
): Promise<void> {
  await compare(deps, operation_date)
}

/** Runs every hour: what is due is decided by the days themselves, so that a late run catches up. */
export function reconcileDays(deps: Deps, _data: Record<string, never>): Promise<void> {
  return reconcileDueDays(deps)
}

/** Asks STP for the balance of the paying account. */
export function askBalance(deps: Deps, _data: Record<string, never>): Promise<void> {
  return refreshBalance(deps)
}
