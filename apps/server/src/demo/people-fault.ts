import type { Db } from '../db/types.ts'
import type { Env } from '../env.ts'
import { hasDemoPeople } from './passwords.ts'

/** True if the database has any user. */
export async function hasPeople(db: Db): Promise<boolean> {
  return (await db.selectFrom('app_user').select('id').limit(1).executeTakeFirst()) !== undefined
}

/**
 * The fault if the users of the database do not match DEMO, as one line; otherwise undefined. With real users, the
 * demo's simulator would answer in place of the bank, and pending payouts would be taken for failed.
 */
export async function peopleFault(
  db: Db,
  { demo, database_url }: Pick<Env, 'demo' | 'database_url'>,
): Promise<string | undefined> {
  const name = database_url === undefined ? 'DATA_DIR' : 'DATABASE_URL'
  const isOfDemo = await hasDemoPeople(db)
  if (isOfDemo && !demo) return `${name}: the database holds demo data; name another one, or set DEMO=1`
  if (isOfDemo || !demo || !(await hasPeople(db))) return undefined
  return `${name}: the database holds real people and DEMO is on; name another one, or set DEMO=0 and the settings`
}
