import { sql } from 'kysely'
import type { TestContext } from '../context.ts'

/** What nobody may change by an accident or from outside. */
const guarded = [
  ...['loan', 'installment', 'payment', 'transfer', 'ledger_entry', 'worker_account', 'contract', 'approval'],
  ...['app_user', 'worker_change', 'setting', 'company', 'document', 'session', 'bank_account', 'passkey'],
  ...['two_factor', 'cash_movement', 'bank_line', 'incoming_payment', 'consent'],
] as const

export interface Change {
  table_name: string
  operation: string
  row: Record<string, unknown>
}

/** Records each committed change of a guarded row: what a rolled back transaction did is no change. */
export async function watchChanges({ superuser: db }: TestContext) {
  await sql`create table fuzz_change (table_name text, operation text, row jsonb)`.execute(db)
  await sql`
    create function record_fuzz_change() returns trigger language plpgsql security definer as $$
    begin
      insert into fuzz_change values (tg_table_name, tg_op, coalesce(to_jsonb(new), to_jsonb(old)));
      return null;
    end $$`.execute(db)
  for (const table of guarded) {
    // A session notes when it was last used; only its beginning and end count.
    const events = sql.raw(table === 'session' ? 'insert or delete' : 'insert or update or delete')
    await sql`
      create trigger fuzz_change after ${events} on ${sql.table(table)}
      for each row execute function record_fuzz_change()`.execute(db)
  }
  return {
    /** The changes since the last call. */
    async take(): Promise<Change[]> {
      const { rows } = await sql<Change>`
        with taken as (delete from fuzz_change returning *) select * from taken`.execute(db)
      return rows
    },
  }
}
