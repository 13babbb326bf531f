import { sql } from 'kysely'
import type { Db, Trx } from '../../../db/types.ts'
import { readSetting } from '../queries.ts'
import type { SettingKey, SettingValue } from '../rules.ts'

/** Stores a setting in the caller's transaction; the earlier value is replaced. */
export async function writeSetting<Key extends SettingKey>(
  db: Db | Trx,
  key: Key,
  { value: typed, updated_at }: { value: SettingValue<Key>; updated_at: string },
): Promise<void> {
  const value = JSON.stringify(typed)
  await db
    .insertInto('setting')
    .values({ name: key, value, updated_at })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value, updated_at }))
    .execute()
}

/**
 * Adds the missing fields of a generated setting and returns the stored value; fields that are stored stay. If two
 * processes add the same field, both get the first one's.
 */
export async function completeSetting<Key extends SettingKey>(
  db: Db | Trx,
  key: Key,
  made: SettingValue<Key>,
): Promise<SettingValue<Key>> {
  await db
    .insertInto('setting')
    .values({ name: key, value: JSON.stringify(made) })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ value: sql`excluded.value || setting.value` }),
    )
    .execute()
  return (await readSetting(db, key))?.value ?? made
}
