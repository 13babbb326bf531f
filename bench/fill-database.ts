import { businessDay, type Day } from '@quincena/domain/dates'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { connect } from '../apps/server/src/db/connect.ts'
import { lockNumbers } from '../apps/server/src/db/locks.ts'
import type { Database } from '../apps/server/src/db/types.ts'
import { mendFigures } from '../apps/server/src/office/dashboard/commands/check-figures.ts'
import { foldChanges } from '../apps/server/src/office/dashboard/commands/fold-changes.ts'
import { bankLines } from './bank-lines.ts'
import { copyRows } from './copy-rows.ts'
import type { Place, Size } from './generate/loan-plan.ts'
import { companyLines } from './generate/people.ts'
import { writeBatches } from './generate/write-batches.ts'

export type { Size } from './generate/loan-plan.ts'

const months = 36
const tables = [
  'app_user',
  'loan',
  'installment',
  'transfer',
  'payment',
  'loan_correction',
  'ledger_entry',
] as const

const actions = ['loan.approve', 'loan.send', 'payment.recorded', 'session.opened', 'user.updated']
const subjects = ['loan', 'loan', 'payment', 'session', 'user']
const oneOf = (names: readonly string[], index: string) =>
  `(array[${names.map((name) => `'${name}'`).join(',')}])[1 + ${index}]`
/** SQL for an instant of the last three years; greater numbers give later instants. */
const instantOf = (number: string, all: number) =>
  `now() - interval '${months} months' * (1 - ${number}::float / ${all})`

/** SQL that writes the audit trail and the notifications. */
const traces = ({ users, loans: all }: Size, { user, loan, manager }: Place) => [
  `insert into audit (actor_id, action, subject, subject_id, before, after, created_at)
    select case n % 5 when 3 then ${user} + 1 + n % ${users} else ${manager} end, ${oneOf(actions, 'n % 5')}, ${oneOf(subjects, 'n % 5')},
      case n % 5 when 4 then ${user} + 1 + n % ${users} else ${loan} + 1 + n end, '{"state": "requested"}', '{"state": "approved"}',
      ${instantOf('n', all)}
    from generate_series(0, ${all - 1}) n`,
  // The copied entries changed no balance, because no trigger ran.
  `insert into worker_account (user_id, balance_cents, receivable_cents)
    select user_id,
      sum(case 'worker_balance' when credit_account then amount_cents when debit_account then -amount_cents else 0 end),
      sum(case 'worker_receivable' when debit_account then amount_cents when credit_account then -amount_cents else 0 end)
    from ledger_entry where user_id is not null group by user_id
    on conflict (user_id) do update
      set balance_cents = excluded.balance_cents, receivable_cents = excluded.receivable_cents`,
  `insert into audit_chain (audit_id, position, previous_hash, hash)
    select id, (select coalesce(max(position), 0) from audit_chain) + row_number() over (order by id),
      sha256((id - 1)::text::bytea), sha256(id::text::bytea) from audit
    where id not in (select audit_id from audit_chain) order by id`,
  `insert into notification (recipient_id, title, message, checked, created_at)
    select ${user} + 1 + n % ${users}, 'Solicitud aprobada', 'Tu solicitud fue aprobada.', n % 3 > 0, ${instantOf('n', all)}
    from generate_series(0, ${all - 1}) n`,
]

async function readPlace(db: Kysely<Database>, today: Day): Promise<Place> {
  const last = (table: string) => sql`(select coalesce(max(id), 0) from ${sql.table(table)})`
  const { rows } = await sql<Omit<Place, 'today'>>`
    select ${last('company')} + 1 as company, ${last('app_user')} as user, ${last('loan')} as loan,
      ${last('transfer')} as transfer, ${last('payment')} as payment, ${last('loan_correction')} as correction,
      (select max(id) from app_user where user_type = 'U1') as manager,
      (select id from bank_account where is_default) as bank_account`.execute(db)
  const [place] = rows
  if (place === undefined) throw new Error('The database has no manager')
  return { ...place, today }
}

/** A unique constraint or another index that the fill drops and builds again: sorted once, it is far faster. */
interface Dropped {
  drop: string
  create: string
}

/** Drops the indexes of the filled tables but for their primary keys; returns how to build them again. */
async function dropIndexes(db: Kysely<Database>): Promise<Dropped[]> {
  const { rows } = await sql<Dropped>`
    select coalesce('alter table ' || tab.relname || ' drop constraint ' || con.conname,
        'drop index ' || idx.relname) as drop,
      coalesce('alter table ' || tab.relname || ' add constraint ' || con.conname || ' ' || pg_get_constraintdef(con.oid),
        pg_get_indexdef(idx.oid)) as create
    from pg_index join pg_class as idx on idx.oid = pg_index.indexrelid
    join pg_class as tab on tab.oid = pg_index.indrelid
    left join pg_constraint as con on con.conindid = idx.oid and con.contype = 'u'
    where tab.relname in (${sql.join(tables)}) and tab.relnamespace = 'public'::regnamespace and not indisprimary`.execute(
    db,
  )
  for (const { drop } of rows) await sql.raw(drop).execute(db)
  return rows
}

/** Sets the sequences of the ids behind the rows that came with ids of their own. */
async function advanceSequences(db: Kysely<Database>): Promise<void> {
  for (const table of ['company', 'app_user', 'loan', 'transfer', 'payment', 'loan_correction'])
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select coalesce(max(id), 1) from ${sql.table(table)}))`.execute(
      db,
    )
}

async function copyCompanies(url: string, place: Place): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const companies = companyLines(place)
  await copyRows(client, companies, companies.take())
  await client.end()
}

async function writeTraces(db: Kysely<Database>, size: Size, place: Place): Promise<void> {
  await db.connection().execute(async (session) => {
    await sql`set session_replication_role = replica`.execute(session)
    await sql`set synchronous_commit = off`.execute(session)
    // Hold the lock of the job that chains the audit trail: it would chain these rows one by one.
    await sql`select pg_advisory_lock(${lockNumbers.audit_chain})`.execute(session)
    for (const statement of [...traces(size, place), ...bankLines(place)])
      await sql.raw(statement).execute(session)
    await sql`select pg_advisory_unlock(${lockNumbers.audit_chain})`.execute(session)
    await sql`set session_replication_role = origin`.execute(session)
  })
}

/**
 * Fills a database with companies, workers, loans of every state with their schedules, payments, corrections and ledger, audit
 * rows, notifications and a bank statement. The rows are the same in every run of one day: loans are computed by the balance model, so
 * that `npm run ledger:verify` finds no difference.
 */
export async function fillDatabase(url: string, size: Size, today = businessDay(Temporal.Now.instant())) {
  const db = connect(url, { max: 2 })
  try {
    const place = await readPlace(db, today)
    const indexes = await dropIndexes(db)
    await copyCompanies(url, place)
    await writeBatches({ url, size, place })
    await db.connection().execute(async (session) => {
      await sql`set maintenance_work_mem = '512MB'`.execute(session)
      for (const { create } of indexes) await sql.raw(create).execute(session)
    })
    await advanceSequences(db)
    await writeTraces(db, size, place)
    // The copied loans are in no sum, because no trigger ran.
    await mendFigures(db)
    await foldChanges({ db })
    // The triggers that count the rows of the lists did not run.
    await sql`select count(*) from correct_list_counts()`.execute(db)
    await sql`vacuum analyze`.execute(db)
  } finally {
    await db.destroy()
  }
}
