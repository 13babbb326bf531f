import { type RawBuilder, sql } from 'kysely'
import { isoOf } from '../../../command/clock.ts'
import { hashToken } from '../../../crypto/tokens.ts'
import type { Trx } from '../../../db/types.ts'
import type { Deps } from '../../../deps.ts'
import { networkOf } from '../../../http/address.ts'
import type { Origin } from '../../../http/request.ts'

/** Sign-ins of one e-mail address from one IP address in a minute, whether they succeed or not. */
const PACE = 20

/**
 * Failed sign-ins of one IP address after which it is refused on devices where the user never signed in before. All
 * workers of a factory may share an address: docs/decisions/079 has the arithmetic.
 */
const ceilings = [
  { name: 'minute', minutes: 1, failures: 300 },
  { name: 'hour', minutes: 60, failures: 2000 },
] as const

const networkName = ({ ip }: Origin) => (ip === null ? '' : networkOf(ip))

const failureKey = (window: string, origin: Origin) =>
  hashToken(`failures of a ${window} ${networkName(origin)}`)

/**
 * Adds one to the counts of the keys; a window that is over starts again. The rows are locked in the given order until
 * the transaction ends.
 */
function addOne(deps: Pick<Deps, 'clock'>, counts: readonly { key: Buffer; minutes: number }[]) {
  const now = isoOf(deps.clock())
  const rows = counts.map(({ key, minutes }) => {
    const ends_at = isoOf(deps.clock().add({ minutes }))
    return sql`(${key}::bytea, 1, ${ends_at}::timestamptz)`
  })
  return sql`
    insert into sign_in_count as c (key, n, ends_at) values ${sql.join(rows)}
    on conflict (key) do update
    set n = case when c.ends_at <= ${now} then 1 else c.n + 1 end,
      ends_at = case when c.ends_at <= ${now} then excluded.ends_at else c.ends_at end`
}

/**
 * SQL that counts a try of an e-mail address from an IP address and returns its row, with `refused_until` if it was one
 * too many in this minute.
 */
export function countTry(deps: Pick<Deps, 'clock'>, email: string, origin: Origin): RawBuilder<unknown> {
  const key = hashToken(`sign-ins ${email} ${networkName(origin)}`)
  return sql`${addOne(deps, [{ key, minutes: 1 }])}
    returning case when n > ${PACE} then ends_at end as refused_until`
}

/** SQL for the end of the window in which an IP address failed too often; null if it did not. */
export function refusedUntil(deps: Pick<Deps, 'clock'>, origin: Origin): RawBuilder<string | null> {
  const now = isoOf(deps.clock())
  const full = ceilings.map(
    ({ name, failures }) => sql`(key = ${failureKey(name, origin)} and n >= ${failures}::int)`,
  )
  return sql`(select max(ends_at) from sign_in_count where ends_at > ${now} and (${sql.join(full, sql` or `)}))`
}

/** Counts a failed sign-in of an IP address. The last statement of a transaction, because all failures there wait for it. */
export async function countFailure(deps: Pick<Deps, 'clock'>, trx: Trx, origin: Origin): Promise<void> {
  const counts = ceilings.map(({ name, minutes }) => ({ key: failureKey(name, origin), minutes }))
  await addOne(deps, counts).execute(trx)
}

/** Deletes the counts whose window is over. */
export async function purgeSignInCounts({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await sql`delete from sign_in_count where key in (
    select key from sign_in_count where ends_at < ${isoOf(clock())} for update skip locked)`.execute(db)
}
