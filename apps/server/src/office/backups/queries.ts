import type { Db } from '../../db/types.ts'
import { readSetting } from '../../platform/settings/queries.ts'

/** Instant (ISO 8601) when the last complete backup started; null if there is none. */
export async function findLastBackup(db: Db): Promise<string | null> {
  return (await readSetting(db, 'last_backup'))?.value.made_at ?? null
}
