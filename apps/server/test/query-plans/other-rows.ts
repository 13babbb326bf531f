import { sql } from 'kysely'
import { addEntries } from '../../src/treasury/daily-totals/commands/add-entries.ts'
import type { TestContext } from '../context.ts'

/** Statements that give the filled workers, loans and orders what the generator of the benchmarks leaves out. */
const statements = (loans: number, staff: number) => [
  sql`insert into document (user_id, kind, filename, storage_key, size_bytes, sha256, review, created_at)
    select id, kind, 'x.pdf', 'documents/' || id || kind, 5, repeat('0', 64), 'accepted', created_at
    from app_user cross join unnest(array['INE', 'CURP', 'COMPROBANTE_DE_DOMICILIO', 'CIF', 'CARATULA_DE_CUENTA_BANCARIA']) kind
    where user_type = 'U2'`,
  sql`insert into document (user_id, loan_id, kind, filename, storage_key, size_bytes, sha256, created_at)
    select user_id, id, 'contract', 'x.pdf', 'contracts/' || id, 5, repeat('0', 64), created_at from loan where sent_at is not null`,
  sql`insert into session (user_id, token_hash, created_at, last_seen_at, expires_at, ended_at)
    select id, sha256((id || '-' || n)::text::bytea), now(), now(), now() + interval '1 year', case when n > 1 then now() end
    from app_user cross join generate_series(1, 4) n where user_type = 'U2'`,
  sql`insert into sign_in_history (user_id, outcome, created_at)
    select id, 'succeeded', now() - interval '1 day' * n from app_user cross join generate_series(1, 5) n where user_type = 'U2'`,
  sql`insert into device (user_id, key_hash, first_seen_at, last_seen_at)
    select id, sha256((id || '-' || n)::text::bytea), now(), now() from app_user cross join generate_series(1, 2) n
    where user_type = 'U2'`,
  sql`insert into consent (user_id, document, version, text_sha256, given_at)
    select id, document, '1', repeat('0', 64), created_at from app_user cross join unnest(array['terms', 'privacy']) document
    where user_type = 'U2'`,
  sql`insert into marketing_consent (user_id, is_given, wording_version, place, decided_at)
    select id, n = 1, '1.0', 'settings', created_at from app_user cross join generate_series(1, 2) n where user_type = 'U2'`,
  sql`insert into worker_change (user_id, field, after_text, changed_by, changed_at, confirmed_by, confirmed_at)
    select id, field, 'x', ${staff}::bigint, created_at, case when id % 100 > 0 then ${staff}::bigint + 1 end,
      case when id % 100 > 0 then created_at end
    from app_user cross join unnest(array['created', 'salary']) field where user_type = 'U2'`,
  sql`insert into account_verification (user_id, account, state, source, transfer_id, decided_at, next_at, requested_at,
      created_at, updated_at)
    select u.id, debit_card_number, case when paid is null then 'pending' else 'verified' end, case when paid > 0 then 'payout' end,
      paid, case when paid > 0 then now() end, case when paid is null then now() end, created_at, created_at, created_at
    from app_user u left join lateral (select min(id) as paid from transfer where worker_id = u.id) as payout on true
    where user_type = 'U2' and debit_card_number ~ '^[0-9]{18}$'`,
  sql`insert into stp_message (kind, body, transfer_id, outcome, received_at)
    select 'order_state', '{}', id, 'processed', created_at from transfer cross join generate_series(1, 2)`,
  sql`insert into note (loan_id, kind, means, text, author_id, created_at)
    select id, case when id % 3 = 0 then 'contact' else 'note' end, case when id % 3 = 0 then 'call' end, 'x', ${staff}::bigint, created_at
    from loan`,
  sql`insert into loan_contact (loan_id, note_id) select distinct on (loan_id) loan_id, id from note where kind = 'contact'`,
  sql`insert into approval (action, subject, subject_id, payload, title, lines, deciders, is_single, requested_by, requested_at,
      state, decided_by, decided_at, result)
    select 'payment.reverse', 'payment', id, '{}', 'x', '[]', 'staff', false, ${staff}::bigint, created_at,
      case when id % 500 = 0 then 'open' else 'approved' end, case when id % 500 > 0 then ${staff}::bigint + 1 end,
      case when id % 500 > 0 then created_at end, case when id % 500 > 0 then '{}'::jsonb end
    from loan`,
  sql`insert into incoming_payment (stp_id, stp_order_id, amount_cents, payer_name, tracking_key, paying_account, status, received_at,
      stp_check, stp_confirmed_at, booked_at, unapplied_cents)
    select n, n, n, (array['XIMENA ZUÑIGA', 'JUAN GARCIA', 'MOLINOS SA'])[1 + n % 3], 'PAGO' || n, lpad(n::text, 18, '0'),
      case when n % 100 = 0 then 'open' else 'confirmed' end, now() - n * interval '15 minutes', 'confirmed', now(), now(),
      case when n % 100 = 0 then n else 0 end
    from generate_series(1, ${loans}::int) n`,
  sql`update app_user set is_active = false where user_type = 'U2' and id % 50 = 1`,
  // The generated payments are those of before proofs were asked for.
  sql`update payment set proof = case when has_line then 'matched' else 'pending' end where bank_account_id is not null`,
  sql`insert into webhook_event (position, type, version, company_id, data, created_at)
    select row_number() over (order by loan.id, n), case n when 1 then 'loan.requested' when 2 then 'loan.approved' else 'loan.paid_out' end,
      1, company_id, '{}', created_at from loan cross join generate_series(1, 3) n`,
  sql`update webhook_mark set last_position = (select max(position) from webhook_event)`,
  sql`insert into webhook_endpoint (url, description, event_types, state, sealed_secret, delivered_position, created_by, created_at, updated_at)
    select 'https://ejemplo.mx/' || n, 'x', array['loan.paid_out'], 'active', '\\x00', case when n = 1 then 0 else last_position end,
      ${staff}::bigint, now(), now() from webhook_mark cross join generate_series(1, 5) n`,
  sql`insert into webhook_attempt (endpoint_id, message_id, position, event_type, attempt, is_delivered, status, duration_ms, answer, created_at)
    select 1 + n % 5, gen_random_uuid(), n, 'loan.paid_out', 1, n % 20 > 0, case when n % 20 > 0 then 200 else 500 end, 50, '', now()
    from generate_series(1, ${loans}::int) n`,
  sql`select count(*) from correct_list_counts()`,
]

/** Adds to a filled database what the generator leaves out and a server in use has, and runs the job of the daily totals. */
export async function addOtherRows(ctx: TestContext, { loans, staff }: { loans: number; staff: number }) {
  await ctx.superuser.connection().execute(async (session) => {
    await sql`set session_replication_role = replica`.execute(session)
    for (const statement of statements(loans, staff)) await statement.execute(session)
    await sql`set session_replication_role = origin`.execute(session)
  })
  await addEntries(ctx.deps)
  await sql`vacuum analyze`.execute(ctx.superuser)
}

/** The schemas of the product's tables; the second has the months of a table. */
const schemas = ['public', 'months']

/** Number of rows of each table of the product, and of each month of a table. */
export async function readSizes(ctx: TestContext): Promise<Map<string, number>> {
  const { rows } = await sql<{ name: string; rows: number }>`
    select relname as name, reltuples::bigint as rows from pg_class
    where relkind = 'r' and relnamespace::regnamespace::text = any(${schemas})`.execute(ctx.superuser)
  return new Map(rows.map((table) => [table.name, table.rows]))
}

/** Lets PostgreSQL plan as if these tables had so many times their rows. */
export async function scaleStatistics(ctx: TestContext, tables: readonly string[], times: number) {
  await sql`
    select pg_restore_relation_stats('schemaname', part.relnamespace::regnamespace::text, 'relname', part.relname::text, 'relpages', part.relpages,
      'reltuples', (part.reltuples * ${times}::real)::real)
    from pg_class as part left join pg_index on indexrelid = part.oid
    join pg_class as of on of.oid = coalesce(indrelid, part.oid)
    where part.relkind in ('r', 'i') and of.relnamespace::regnamespace::text = any(${schemas})
      and of.relname = any(${[...tables]})`.execute(ctx.superuser)
}
