import { sql } from 'kysely'
import type { Db } from '../../../db/types.ts'

interface Failures {
  count: number
  /** When the first of them failed first; null if `count` is 0. */
  since: string | null
  /** The newest reason, an English text without addresses. */
  reason: string | null
}

/** Counts the sealed contracts and valid letters that have no constancia because a request for it failed. */
export async function countConstanciaFailures(db: Db): Promise<Failures> {
  const { rows } = await sql<Failures>`
    select count(*)::int as count, min(first_failed_at) as since,
      (array_agg(reason order by failed_at desc))[1] as reason
    from constancia_failure failure
    where exists (
        select from signed_contract contract
        where contract.signed_sha256 = failure.sha256 and contract.constancia_issued_at is null)
      or exists (
        select from letter
        where letter.sha256 = failure.sha256 and letter.constancia_issued_at is null and letter.voided_at is null)`.execute(
    db,
  )
  return rows[0] ?? { count: 0, since: null, reason: null }
}
