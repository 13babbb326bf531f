import { type Kysely, sql } from 'kysely'
import { lockNumbers } from '../apps/server/src/db/locks.ts'
import type { Database } from '../apps/server/src/db/types.ts'

/** Number of rows to write. */
export interface Size {
  users: number
  loans: number
}

const companies = 200
const months = 36

const firstNames = [
  'María José',
  'Juan Carlos',
  'Guadalupe',
  'Íñigo',
  'Ximena',
  'José Luis',
  'Ana Sofía',
  'Raúl',
]
const lastNames = [
  'Hernández',
  'García',
  'Martínez',
  'López',
  'Peña',
  'Zúñiga',
  'Cárdenas',
  'Villarreal',
  'Núñez',
  'Ibarra',
  'Ochoa',
  'Téllez',
  'Quintanar',
]
const actions = ['loan.approve', 'loan.send', 'payment.recorded', 'session.opened', 'user.updated']
const subjects = ['loan', 'loan', 'payment', 'session', 'user']

/**
 * SQL for a pseudo-random integer from 0 to `below` - 1. The same row number and salt give the same value in every run.
 */
const spread = (number: string, salt: number, below: number) =>
  `(abs(hashint4(${number}::int + ${salt})) % ${below})`
const oneOf = (names: readonly string[], index: string) =>
  `(array[${names.map((name) => `'${name}'`).join(',')}])[1 + ${index}]`
/** SQL for an instant of the last three years; greater numbers give later instants. */
const instantOf = (number: string, all: number) =>
  `now() - interval '${months} months' * (1 - ${number}::float / ${all})`

/** SQL for a loan's state: the first loan of each type of a worker may be open, the others are closed. */
const stateOf = (users: number) => `case
    when n / ${users} < 2 then ${oneOf(
      [
        'active',
        'active',
        'active',
        'active',
        'active',
        'active',
        'overdue',
        'requested',
        'approved',
        'payout_returned',
      ],
      spread('n', 3, 10),
    )}
    else ${oneOf(
      [
        'completed',
        'completed',
        'completed',
        'completed',
        'completed',
        'completed',
        'rejected',
        'declined',
        'expired',
        'cancelled',
      ],
      spread('n', 4, 10),
    )} end`

const sent = `('active', 'overdue', 'completed', 'payout_returned')`

const people = ({ users }: Size) => `
  insert into company (key, name, industry, email, phone, interest_rate, commission_cents)
  select 'B' || n, ${oneOf(['Textiles', 'Aceros', 'Molinos', 'Transportes', 'Clínicas'], 'n % 5')} || ' ' ||
      ${oneOf(lastNames, `n % ${lastNames.length}`)} || ' ' || n, 'Manufactura', 'rh@b' || n || '.mx', '8183456789', 0.18, 15000
    from generate_series(1, ${companies}) n;
  create temp table place on commit preserve rows as
    select (select min(id) from company where key = 'B1') as company, (select max(id) from app_user) as before_user,
      (select max(id) from loan) as before_loan, (select max(id) from app_user where user_type = 'U1') as manager;
  insert into app_user (user_type, email, first_name, last_name, key, company_id, biweekly_salary_cents,
      has_all_documents, is_active, created_at)
    select 'U2', 'trabajador' || n || '@b' || n % ${companies} || '.mx', ${oneOf(firstNames, spread('n', 1, firstNames.length))},
      ${oneOf(lastNames, spread('n', 2, lastNames.length))} || ' ' || ${oneOf(lastNames, spread('n', 5, lastNames.length))},
      upper(lpad(to_hex(n), 6, '0')), (select company from place) + n % ${companies}, 500000 + ${spread('n', 6, 1_000_000)},
      ${spread('n', 7, 10)} < 6, ${spread('n', 8, 50)} > 0, ${instantOf('n', users)}
    from generate_series(1, ${users}) n`

const loans = ({ users, loans: all }: Size) => `
  insert into loan (user_id, company_id, type, state, amount_cents, interest_rate, term, monthly_payment_cents,
      total_debt_cents, amount_due_cents, payment_deadline, next_payment_date, requested_day, created_at, updated_at,
      approved_at, accepted_at, sent_at, settled_at, completed_at)
    select (select before_user from place) + 1 + n % ${users}, (select company from place) + (1 + n % ${users}) % ${companies},
      type, state, amount, case type when 'credit' then 0.18 else 0 end, case type when 'credit' then 12 else 15 end,
      amount / 10, amount * 11 / 10, case when state in ('active', 'overdue') then amount / 2 else 0 end,
      (at + interval '1 year')::date,
      case state when 'active' then current_date + 5 + n % 25 when 'overdue' then current_date - 1 - n % 60 end,
      at::date, at, at, at, at, case when state in ${sent} then at end, case when state in ${sent} then at end,
      case when state = 'completed' then at + interval '9 months' end
    from (select n, case when n / ${users} % 2 = 0 then 'credit' else 'advance' end as type, ${stateOf(users)} as state,
        100000 + 100 * ${spread('n', 9, 30_000)} as amount, ${instantOf('n', all)} as at
      from generate_series(0, ${all - 1}) n) l`

const money = () => `
  insert into transfer (loan_id, attempt, status, state, tracking_key, numeric_reference, amount_cents, operation_date,
      payment_concept, beneficiary_name, beneficiary_account, account_type_beneficiary, rfc_curp_beneficiary,
      counterpart_institution, operating_institution, payer_name, paying_account, rfc_curp_payer, stp_id, sent_at,
      returned_at, created_at, updated_at)
    select l.id, 1, 'sent', case l.state when 'payout_returned' then 'D' else 'LQ' end,
      to_char(sent_at, 'HH24MI') || lpad(${spread('l.id', 10, 10_000)}::text, 4, '0') || lpad(upper(to_hex(l.id)), 6, '0') || '01',
      1 + l.id % 9999999, amount_cents, sent_at::date, 'Envio de credito', u.first_name || ' ' || u.last_name,
      lpad(l.id::text, 18, '0'), 40, 'ND', '40012', '90646', 'Quincena', '646180000000000001', 'ND', l.id, sent_at,
      case l.state when 'payout_returned' then sent_at + interval '1 day' end, sent_at, sent_at
    from loan l join app_user u on u.id = l.user_id, place where l.id > before_loan and l.state in ${sent};
  insert into payment (loan_id, user_id, amount_paid_cents, previous_amount_due_cents, new_amount_due_cents,
      registered_by, created_at)
    select l.id, user_id, total_debt_cents / 2, total_debt_cents, total_debt_cents - total_debt_cents / 2, manager,
      sent_at + interval '20 days' * part
    from loan l, place, generate_series(1, 2) part
    where l.id > before_loan and (state = 'completed' or (state in ('active', 'overdue') and part = 1));
  insert into installment (loan_id, number, due_date, payment_cents, principal_cents, interest_cents, balance_cents)
    select l.id, number, sent_at::date + 30 * number, monthly_payment_cents, monthly_payment_cents, 0, 0
    from loan l, place, generate_series(1, 12) number
    where l.id > before_loan and type = 'credit' and state in ('active', 'overdue')`

const traces = ({ users, loans: all }: Size) => `
  insert into audit (actor_id, action, subject, subject_id, before, after, created_at)
    select case n % 5 when 3 then before_user + 1 + n % ${users} else manager end, ${oneOf(actions, 'n % 5')}, ${oneOf(subjects, 'n % 5')},
      case n % 5 when 4 then before_user + 1 + n % ${users} else before_loan + 1 + n end, '{"state": "requested"}', '{"state": "approved"}',
      ${instantOf('n', all)}
    from generate_series(0, ${all - 1}) n, place;
  insert into audit_chain (audit_id, previous_hash, hash)
    select id, sha256((id - 1)::text::bytea), sha256(id::text::bytea) from audit
    where id not in (select audit_id from audit_chain) order by id;
  insert into notification (recipient_id, title, message, checked, created_at)
    select before_user + 1 + n % ${users}, 'Solicitud aprobada', 'Tu solicitud fue aprobada.', n % 3 > 0, ${instantOf('n', all)}
    from generate_series(0, ${all - 1}) n, place`

/** Fills a database with companies, workers, loans, transfers, payments, audit rows and notifications, in plain SQL. */
export async function fillDatabase(db: Kysely<Database>, size: Size): Promise<void> {
  await db.connection().execute(async (session) => {
    // No triggers and no foreign-key checks: the rows are consistent, and losing them does not matter.
    await sql`set session_replication_role = replica`.execute(session)
    await sql`set synchronous_commit = off`.execute(session)
    // Hold the lock of the job that chains the audit trail: it would chain these rows one by one.
    await sql`select pg_advisory_lock(${lockNumbers.audit_chain})`.execute(session)
    await sql`set maintenance_work_mem = '512MB'`.execute(session)
    for (const step of [people, loans, money, traces])
      for (const statement of step(size).split(';')) await sql.raw(statement).execute(session)
    await sql`select pg_advisory_unlock(${lockNumbers.audit_chain})`.execute(session)
    await sql`set session_replication_role = origin`.execute(session)
  })
  await sql`vacuum analyze`.execute(db)
}
