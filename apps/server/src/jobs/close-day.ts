import type { Deps } from '../command/deps.ts'
import { closeBusinessDay } from '../lending/loans/commands/close-day.ts'

/** Closes the business day; runs at 00:10 in Mexico City and at every start. */
export function closeDay(deps: Deps, _data: Record<string, never>): Promise<void> {
  return closeBusinessDay(deps)
}
