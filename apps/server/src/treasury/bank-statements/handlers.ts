import type { CommandContext } from '../../command/context.ts'
import type { Trx } from '../../db/types.ts'
import type { Deps } from '../../deps.ts'

/**
 * How the module of loans matches the lines of an account with payments. It runs in the statement's transaction, with
 * the account locked, and returns how many payments it matched.
 */
export type LineMatcher = (
  deps: Deps,
  trx: Trx,
  input: { bank_account_id: number; context: CommandContext },
) => Promise<number>

let registered: LineMatcher | undefined

/** Registers the matcher; the composition root calls it once, before jobs run. */
export function registerLineMatcher(matcher: LineMatcher): void {
  registered = matcher
}

/** Returns the registered matcher. Throws if there is none. */
export function lineMatcher(): LineMatcher {
  if (registered === undefined) throw new Error('No matcher is registered for lines of bank statements')
  return registered
}
