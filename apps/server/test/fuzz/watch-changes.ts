import { sql } from 'kysely'
import type { TestContext } from '../context.ts'

/**
 * Logs and bookkeeping that a refused call, or one that only reads, may write. Every other table is watched, also one
 * that is new.
 */
const logs = [
  // The audit trail and its checks record refusals, views and failed sign-ins.
  ...['audit', 'audit_chain', 'audit_check', 'sign_in_history', 'client_log'],
  // Counts of attempts and of queries to STP, its last balance, keys of commands, and STP's messages as they came.
  ...['sign_in_attempt', 'sign_in_count', 'request_count', 'idempotency_key'],
  ...['stp_query', 'stp_balance', 'stp_message'],
  // What the server derives and keeps of what is watched.
  ...[
    'kept_pdf',
    'queue_probe',
    'ledger_daily_total',
    'ledger_total_mark',
    'bank_account_total',
    'due_date_sum',
  ],
  ...['dashboard_sum', 'dashboard_month', 'dashboard_change', 'unreviewed_offer', 'daily_run'],
  ...['list_count', 'list_count_change', 'event_outbox', 'webhook_event'],
]

export interface Change {
  table_name: string
  operation: string
  row: Record<string, unknown>
}

/** Records each committed change of a watched row: what a rolled back transaction did is no change. */
export async function watchChanges({ superuser: db }: TestContext) {
  const { rows: tables } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> all(${logs})
      and table_name not like '%migration%'`.execute(db)
  await sql`create table fuzz_change (table_name text, operation text, row jsonb)`.execute(db)
  await sql`
    create function record_fuzz_change() returns trigger language plpgsql security definer as $$
    begin
      insert into fuzz_change values (tg_table_name, tg_op, coalesce(to_jsonb(new), to_jsonb(old)));
      return null;
    end $$`.execute(db)
  for (const { name } of tables) {
    // A session and a device note when they were last used; only their beginning and end count.
    const noted = name === 'session' ? 'update of ended_at' : name === 'device' ? undefined : 'update'
    const events = sql.raw(['insert', 'delete', noted].filter((event) => event !== undefined).join(' or '))
    await sql`
      create trigger fuzz_change after ${events} on ${sql.table(name)}
      for each row execute function record_fuzz_change()`.execute(db)
  }
  return {
    tables: tables.map(({ name }) => name),
    /** The changes since the last call. */
    async take(): Promise<Change[]> {
      const { rows } = await sql<Change>`
        with taken as (delete from fuzz_change returning *) select * from taken`.execute(db)
      return rows
    },
  }
}
