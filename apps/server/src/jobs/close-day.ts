import { closeBusinessDay } from '../features/loans/commands/close-day.ts'
import type { Deps } from '../lib/deps.ts'

/** Closes the business day; runs at 00:10 in Mexico City and at every start. */
export function closeDay(deps: Deps, _data: Record<string, never>): Promise<void> {
  return closeBusinessDay(deps)
}
