import type { Env } from '../env.ts'
import type { Db } from '../lib/deps.ts'
import { hasDemoPeople } from './passwords.ts'

/** True where anybody has an account. */
export async function hasPeople(db: Db): Promise<boolean> {
  return (await db.selectFrom('app_user').select('id').limit(1).executeTakeFirst()) !== undefined
}

/**
 * The fault of a database whose people and DEMO do not go together, as one line; undefined where they do. Beside real
 * people a demo's simulator would answer for the bank, and payouts under way would be taken for failed.
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
