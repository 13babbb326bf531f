import type { Site } from '../harness/site.ts'

/** A list of the staff app and hand-written SQL of the same rows. */
export interface List {
  name: string
  path: string
  /** The filter of the rows. */
  where: string
  table: string
  /** A page of so many rows, ids first by an index. */
  page: (limit: number) => string
}

const idsOf = ({ table, where, order }: { table: string; where: string; order: string }, limit: number) =>
  `(select id from ${table} where ${where} order by ${order} limit ${limit})`

const newest = 'created_at desc, id desc'

/** The newest credits of some states: those of each state by its index, merged. One scan would pass over other states. */
const creditsIn = (states: readonly string[]) => (limit: number) =>
  `(
  select id from unnest(array['${states.join("', '")}']) as one (state) cross join lateral (
    select id, created_at from loan where type = 'credit' and state = one.state order by ${newest} limit ${limit}) as newest
  order by ${newest} limit ${limit})`

/**
 * The columns of a loan's row. What is due comes from the schedule and from what was paid, because the answer has it: the
 * sums of both are read by an index for the loans of the page only.
 */
const loanPage = (ids: (limit: number) => string) => (limit: number) =>
  `
  select l.id, l.folio, l.type, l.state, l.interest_rate, l.created_at, l.installments, l.frequency, l.approved_at,
    l.term, l.payment_deadline, l.next_payment_date, l.offer_expires_on, l.user_id, l.amount_cents, l.total_debt_cents,
    l.amount_due_cents, l.monthly_payment_cents, l.commission_cents, l.requested_day, l.rejected_at,
    u.first_name, u.last_name, c.name as company_name, c.commission_cents as company_commission,
    t.orders = 0 and not exists (select from document where loan_id = l.id) as is_deletable,
    l.state = 'payout_returned' or t.in_review as in_clarification,
    case when l.state in ('requested', 'approved') then (
      select 5 - count(*) from document
      where user_id = l.user_id and loan_id is null and replaced_at is null and review = 'accepted') end as documents_open,
    p.payments_count, greatest(s.due_cents - p.paid_cents, 0) as overdue, s.next_cents as to_pay
  from ${ids(limit)} as page
  join loan as l using (id) join app_user as u on u.id = l.user_id left join company as c on c.id = l.company_id
  cross join lateral (
    select count(*) as orders, coalesce(bool_or(status = 'review' or contested_at is not null), false) as in_review
    from transfer where loan_id = l.id) as t
  cross join lateral (
    select count(*) as payments_count, coalesce(sum(amount_paid_cents), 0) as paid_cents
    from payment where loan_id = l.id and reversed_at is null) as p
  cross join lateral (
    select coalesce(sum(payment_cents) filter (where due_date <= current_date), 0) as due_cents,
      min(payment_cents) filter (where due_date > current_date) as next_cents
    from installment where loan_id = l.id and l.state in ('active', 'overdue')) as s
  order by l.created_at desc, l.id desc`

const loans = (
  name: string,
  query: string,
  { where, states }: { where: string; states?: readonly string[] },
): List => ({
  ...{ name, path: `/loan?${query}&ordering=-created_at`, table: 'loan', where },
  page: loanPage(
    states === undefined
      ? (limit) => idsOf({ table: 'loan', where, order: newest }, limit)
      : creditsIn(states),
  ),
})

const isCompany = 'deleted_at is null'

const userPage = (limit: number) => `
  select u.id, u.key, u.first_name, u.last_name, u.email, u.phone, u.rfc, u.curp, u.ine, u.address, u.city, u.state,
    u.zip_code, u.neighborhood, u.position, u.profile, u.department, u.bank, u.debit_card_number, u.bank_account_number,
    u.gender, u.birthday, u.user_type, u.is_staff, u.is_active, u.is_onboarding_dismissed, u.created_at,
    u.has_all_documents, u.monthly_salary_cents, u.biweekly_salary_cents, u.picture_id,
    u.password_hash is null as is_invited, c.id as company_id, c.key as company_key, c.name as company_name,
    c.interest_rate, c.commission_cents, c.advance_minimum_cents, c.tax_rate, c.tax_added,
    exists (select from worker_change where user_id = u.id and confirmed_at is null) as is_unconfirmed, l.*
  from ${idsOf({ table: 'app_user', where: 'is_active', order: newest }, limit)} as page
  join app_user as u using (id) left join company as c on c.id = u.company_id
  cross join lateral (
    select json_agg(id) filter (where state in ('active', 'overdue')) as loans,
      bool_or(type = 'credit' and state in ('active', 'overdue')) as has_credit,
      bool_or(type = 'advance' and state in ('active', 'overdue')) as has_advance,
      bool_or(type = 'credit' and state in ('requested', 'approved')) as has_request_credit,
      bool_or(type = 'advance' and state in ('requested', 'approved')) as has_request_advance
    from loan where user_id = u.id and state in ('requested', 'approved', 'disbursing', 'active', 'overdue')) as l
  order by u.created_at desc, u.id desc`

const companyPage = (limit: number) => `
  select id, key, name, industry, headquarters_address, website, email, phone, interest_rate, commission_cents,
    commission_steps_cents, advance_cost_ceiling, advance_share, advance_cap_cents, advance_minimum_cents, tax_rate, tax_added,
    tax_exempt_reason, grace_bank_days, created_at, version
  from company where ${isCompany} order by ${newest} limit ${limit}`

const orderPage = (limit: number) => `
  select t.id, t.tracking_key, t.state, t.status, t.operation_date, t.url_cep, t.created_at, t.sent_at, t.ts_liquidation,
    t.amount_cents, t.beneficiary_name, t.rfc_curp_beneficiary, t.beneficiary_account, t.account_type_beneficiary,
    t.payer_name, t.rfc_curp_payer, t.paying_account, t.payment_concept, t.attempt, t.stp_state, t.numeric_reference,
    t.signature, t.ts_capture, t.return_cause, t.returned_at, t.purpose, t.stp_id, t.held_reason, t.latitude,
    t.longitude, t.operating_institution, t.counterpart_institution, t.failure_message, t.contested_at,
    t.incoming_payment_id, l.id as loan_id, l.type as loan_type, l.folio as loan_folio, u.id as worker_id,
    coalesce(u.first_name || ' ' || u.last_name, r.payer_name, t.beneficiary_name) as person
  from ${idsOf({ table: 'transfer', where: 'true', order: newest }, limit)} as page
  join transfer as t using (id) left join loan as l on l.id = t.loan_id
  left join app_user as u on u.id = coalesce(l.user_id, t.user_id)
  left join incoming_payment as r on r.id = t.incoming_payment_id
  order by t.created_at desc, t.id desc`

const auditPage = (limit: number) => `
  select a.id, a.actor_id, a.action, a.subject, a.subject_id, a.before, a.after, a.created_at, a.user_agent, a.ip,
    u.first_name || ' ' || u.last_name as user_name, encode(h.hash, 'hex') as hash,
    coalesce(l.folio, s.first_name || ' ' || s.last_name, c.name, t.tracking_key, pl.folio) as subject_name
  from ${idsOf({ table: 'audit', where: 'true', order: newest }, limit)} as page join audit as a using (id)
  left join app_user as u on u.id = a.actor_id left join audit_chain as h on h.audit_id = a.id
  left join loan as l on a.subject = 'loan' and l.id = a.subject_id
  left join app_user as s on a.subject = 'user' and s.id = a.subject_id
  left join company as c on a.subject = 'company' and c.id = a.subject_id
  left join transfer as t on a.subject = 'transfer' and t.id = a.subject_id
  left join payment as p on a.subject = 'payment' and p.id = a.subject_id left join loan as pl on pl.id = p.loan_id
  order by a.created_at desc, a.id desc`

const approved = ['approved', 'disbursing', 'active', 'overdue', 'completed', 'payout_returned']
const rejected = ['rejected', 'declined', 'expired', 'cancelled']
const isIn = (states: readonly string[]) => `type = 'credit' and state in ('${states.join("', '")}')`

/** The lists whose first page is measured. */
export const lists = {
  credits: loans('credits', 'type=credit', { where: `type = 'credit'` }),
  requested: loans('credits in analysis', 'type=credit&status=INA', {
    where: `type = 'credit' and state = 'requested'`,
  }),
  approved: loans('credits approved', 'type=credit&status=APP', { where: isIn(approved), states: approved }),
  rejected: loans('credits rejected', 'type=credit&status=REJ', { where: isIn(rejected), states: rejected }),
  advances: loans('advances', 'type=advance', { where: `type = 'advance'` }),
  users: {
    name: 'users',
    path: '/auth/users?ordering=-created_at',
    table: 'app_user',
    where: 'is_active',
    page: userPage,
  },
  companies: {
    name: 'companies',
    path: '/company/?ordering=-created_at',
    table: 'company',
    where: isCompany,
    page: companyPage,
  },
  orders: {
    name: 'STP orders',
    path: '/stp?ordering=-created_at',
    table: 'transfer',
    where: 'true',
    page: orderPage,
  },
  audit: {
    name: 'audit',
    path: '/audit?ordering=-created_at',
    table: 'audit',
    where: 'true',
    page: auditPage,
  },
} as const satisfies Record<string, List>

/** The session of a token with what a request needs of its person: one row by the index of the token. */
const session = {
  name: 'session',
  text: `select s.id, s.last_seen_at, u.id as user_id, u.user_type, u.company_id from session as s
    join app_user as u on u.id = s.user_id
    where token_hash = $1 and ended_at is null and expires_at > now() and u.is_active`,
}
const total = { name: 'total', text: 'select total, parts from bench.total where name = $1' }

/**
 * Makes the hand-written reading of lists: the session, the exact total and one page, each by a prepared statement. The
 * totals are one row each in a table that is filled here: the cheapest honest way, because rows of it are what counters
 * of any design come to. `parts` are the numbers by state that the same answers carry.
 */
export async function prepareTotals({ pool }: Site): Promise<void> {
  await pool.query('create schema if not exists bench')
  await pool.query(
    'create table if not exists bench.total (name text primary key, total bigint, parts jsonb)',
  )
  for (const { name, table, where } of Object.values(lists)) {
    const parts =
      table === 'loan' || table === 'transfer'
        ? `(select jsonb_object_agg(coalesce(state, '-'), n) from (select state, count(*) as n from ${table} group by 1) as g)`
        : 'null'
    await pool.query(
      `insert into bench.total select $1, (select count(*) from ${table} where ${where}), ${parts}
        on conflict (name) do update set total = excluded.total, parts = excluded.parts`,
      [name],
    )
  }
}

/** Reads the first page of a list with its total as a signed-in person, on one connection of the pool. */
export async function readPageFirst(
  site: Site,
  { name, page }: List,
  { limit, turn }: { limit: number; turn: number },
) {
  const client = await site.pool.connect()
  try {
    await client.query({ ...session, values: [site.sessionHash(turn)] })
    await client.query({ ...total, values: [name] })
    const { rows } = await client.query({ name: `${name} ${limit}`, text: page(limit) })
    return rows
  } finally {
    client.release()
  }
}
