import { type AccessConfig, DEFAULT_ACCESS_CONFIG } from '@quincena/domain/sessions/access-config'
import type { Db, Trx } from '../../lib/deps.ts'

/** The access configuration in force: what is stored over the defaults. */
export async function getAccessConfig(db: Db | Trx): Promise<AccessConfig> {
  const row = await db.selectFrom('setting').select('value').where('name', '=', 'access').executeTakeFirst()
  return { ...DEFAULT_ACCESS_CONFIG, ...row?.value, id: 1 }
}
