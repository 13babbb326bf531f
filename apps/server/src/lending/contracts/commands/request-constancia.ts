import { sql } from 'kysely'
import { isoOf } from '../../../command/clock.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import {
  type Constancia,
  ConstanciaError,
  type ConstanciaProvider,
} from '../../../integrations/constancia/constancia.ts'

/** Keeps why the file has no constancia yet; diagnostics show it. */
async function recordFailure({ db, clock }: Deps, sha256: string, reason: string): Promise<void> {
  const at = isoOf(clock())
  await db
    .insertInto('constancia_failure')
    .values({ sha256, reason, first_failed_at: at, failed_at: at })
    .onConflict((conflict) =>
      conflict.column('sha256').doUpdateSet({
        reason,
        attempts: sql`constancia_failure.attempts + 1`,
        failed_at: sql`greatest(constancia_failure.failed_at, excluded.failed_at)`,
      }),
    )
    .execute()
}

/**
 * Requests the constancia of a sealed file's SHA-256 (hex). Throws `ConstanciaError` if the authority gives none or a
 * wrong one; the reason is kept until `forgetConstanciaFailure`.
 */
export async function requestConstancia(
  deps: Deps,
  provider: ConstanciaProvider,
  sha256: string,
): Promise<Constancia> {
  try {
    return await provider.issue(sha256)
  } catch (error) {
    if (error instanceof ConstanciaError) await recordFailure(deps, sha256, error.message)
    throw error
  }
}

/** Removes the kept reason because the file has its constancia now. */
export async function forgetConstanciaFailure(trx: Trx, sha256: string): Promise<void> {
  await trx.deleteFrom('constancia_failure').where('sha256', '=', sha256).execute()
}
