import { z } from 'zod'
import type { Db } from '../../command/deps.ts'

const note = z.object({ made_at: z.string() })

/** Instant (ISO 8601) when the last complete backup started; null if there is none. */
export async function findLastBackup(db: Db): Promise<string | null> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('name', '=', 'last_backup')
    .executeTakeFirst()
  return row === undefined ? null : note.parse(row.value).made_at
}

/** Saves the start of a complete backup for `findLastBackup`. */
export async function noteBackup(db: Db, made_at: string): Promise<void> {
  const value = JSON.stringify({ made_at })
  await db
    .insertInto('setting')
    .values({ name: 'last_backup', value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}
