import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Database, Trx } from '../../db/types.ts'

export type NewAccount = Omit<Insertable<Database['app_user']>, 'created_at' | 'updated_at'>
export type AccountChanges = Updateable<Database['app_user']>

/** Inserts users inside the caller's transaction. A value that another user has is a conflict (409) at its field. */
export function addAccounts(trx: Trx, rows: readonly NewAccount[], now: string) {
  return trx
    .insertInto('app_user')
    .values(rows.map((row) => ({ ...row, created_at: now, updated_at: now })))
    .returning(['id', 'email', 'user_type'])
    .execute()
}

/**
 * Inserts, inside the caller's transaction, those users whose unique values no other user has, with one statement of one
 * parameter however many they are; returns them. Where another transaction is writing such a value, it waits for its end.
 */
export async function addFreeAccounts(trx: Trx, rows: readonly NewAccount[], now: string) {
  const names = [...new Set(rows.flatMap(Object.keys)), 'created_at', 'updated_at']
  const columns = sql.join(names.map((name) => sql.ref(name)))
  const values = JSON.stringify(rows.map((row) => ({ ...row, created_at: now, updated_at: now })))
  const added = await sql<Pick<Selectable<Database['app_user']>, 'id' | 'email' | 'user_type'>>`
    insert into app_user (${columns})
    select ${columns} from jsonb_populate_recordset(null::app_user, ${values}::jsonb)
    on conflict do nothing
    returning id, email, user_type`.execute(trx)
  return added.rows
}

/** Inserts one user inside the caller's transaction, like `addAccounts`; returns the id. */
export async function addAccount(trx: Trx, row: NewAccount, now: string): Promise<number> {
  const [added] = await addAccounts(trx, [row], now)
  if (added === undefined) throw new Error('an inserted user has no row')
  return added.id
}

/** Changes columns of a user inside the caller's transaction. */
export async function changeAccount(
  trx: Trx,
  id: number,
  changes: AccountChanges & { updated_at: string },
): Promise<void> {
  await trx.updateTable('app_user').set(changes).where('id', '=', id).execute()
}

/** Changes the named preferences; the others stay. Merged in the database, so that two changes at once keep both. */
export async function mergePreferences(trx: Trx, id: number, named: Record<string, unknown>): Promise<void> {
  await trx
    .updateTable('app_user')
    .set({ preferences: sql<string>`preferences || ${JSON.stringify(named)}::jsonb` })
    .where('id', '=', id)
    .execute()
}

/** Stores whether the worker's five documents are complete; writes nothing if that is unchanged. */
export async function storeDocumentsFlag(trx: Trx, id: number, has_all_documents: boolean): Promise<void> {
  await trx
    .updateTable('app_user')
    .set({ has_all_documents })
    .where('id', '=', id)
    .where('has_all_documents', '<>', has_all_documents)
    .execute()
}
