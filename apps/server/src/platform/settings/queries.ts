import type { Db, Trx } from '../../db/types.ts'
import { type SettingKey, type SettingValue, settings } from './rules.ts'

/** A stored setting; undefined before its first write. Throws a ZodError if the stored value does not fit its schema. */
export async function readSetting<Key extends SettingKey>(db: Db | Trx, key: Key) {
  const row = await db
    .selectFrom('setting')
    .select(['value', 'version', 'updated_at'])
    .where('name', '=', key)
    .executeTakeFirst()
  // TypeScript cannot follow that the schema of a key parses to that key's value.
  return row && { ...row, value: settings[key].parse(row.value) as SettingValue<Key> }
}
