-- People: companies, their workers, the lender's staff, and what signs them in.
create extension if not exists pg_trgm;
create extension if not exists unaccent;

-- Search is case- and accent-blind; an index needs an immutable function.
create function searchable(text) returns text
  language sql immutable parallel safe strict
  return lower(public.unaccent('public.unaccent'::regdictionary, $1));

create table setting (
  name text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);

create table company (
  id bigint generated always as identity primary key,
  key text not null constraint company_key_format check (key ~ '^[A-Z0-9]{1,7}$'),
  name text not null constraint company_name_length check (length(name) between 3 and 200),
  industry text not null,
  headquarters_address text not null default '',
  website text not null default '',
  email text not null,
  phone text not null constraint company_phone_format check (phone ~ '^[0-9]{10}$'),
  interest_rate numeric(6, 3) constraint company_rate_positive check (interest_rate >= 0),
  commission_cents bigint not null default 0 constraint company_commission_positive check (commission_cents >= 0),
  advance_share numeric(4, 3) not null default 0.5 constraint company_share_range check (advance_share between 0 and 1),
  advance_cap_cents bigint constraint company_cap_positive check (advance_cap_cents >= 0),
  tax_rate numeric(4, 3) not null default 0 constraint company_tax_range check (tax_rate between 0 and 1),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search text not null generated always as (searchable(key || ' ' || name || ' ' || email)) stored
);
create unique index company_key_unique on company (key);
create index company_search on company using gin (search gin_trgm_ops);
create index company_created on company (created_at desc, id desc);
create index company_industry on company (industry, created_at desc, id desc);

create table app_user (
  id bigint generated always as identity primary key,
  user_type text not null constraint user_type_known check (user_type in ('U0', 'U1', 'U2')),
  is_staff boolean not null default false,
  is_active boolean not null default true,
  email text not null constraint user_email_lower check (email = lower(email)),
  password_hash text,
  password_changed_at timestamptz,
  first_name text not null,
  last_name text not null,
  key text,
  rfc text,
  curp text,
  ine text,
  phone text,
  position text,
  profile text,
  department text,
  company_id bigint references company (id),
  biweekly_salary_cents bigint constraint user_salary_positive check (biweekly_salary_cents > 0),
  monthly_salary_cents bigint generated always as (biweekly_salary_cents * 2) stored,
  address text,
  city text,
  state text,
  zip_code text,
  neighborhood text,
  gender text constraint user_gender_known check (gender in ('M', 'F', 'O')),
  birthday date,
  bank text,
  debit_card_number text constraint user_card_format check (debit_card_number ~ '^([0-9]{16}|[0-9]{18})$'),
  bank_account_number text constraint user_account_format check (bank_account_number ~ '^[0-9]{11}$'),
  is_onboarding_dismissed boolean not null default false,
  has_all_documents boolean not null default false,
  preferences jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  search text not null generated always as (
    searchable(first_name || ' ' || last_name || ' ' || coalesce(key, '') || ' ' || email)) stored,
  -- Nobody on the staff can be paid.
  constraint user_staff_without_bank check (
    user_type = 'U2' or (bank is null and debit_card_number is null and bank_account_number is null))
);
create unique index user_email_unique on app_user (email);
create unique index user_key_unique on app_user (company_id, key) where key is not null;
create unique index user_curp_unique on app_user (curp) where curp is not null;
create unique index user_rfc_unique on app_user (rfc)
  where rfc is not null and rfc not in ('XAXX010101000', 'XEXX010101000');
create unique index debit_card_number_unique on app_user (debit_card_number) where debit_card_number is not null;
create unique index bank_account_number_unique on app_user (bank, bank_account_number)
  where bank_account_number is not null;
create index user_search on app_user using gin (search gin_trgm_ops);
create index user_created on app_user (created_at desc, id desc);
create index user_type_created on app_user (user_type, created_at desc, id desc);
create index user_company_created on app_user (company_id, created_at desc, id desc);
create index user_documents on app_user (has_all_documents, created_at desc, id desc) where user_type = 'U2';

create table session (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user (id),
  token_hash bytea not null constraint session_token_unique unique,
  device text,
  ip inet,
  user_agent text,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index session_by_user on session (user_id, created_at desc) where ended_at is null;

-- Attempts count by the address that was typed, whether somebody has it or not.
create table sign_in_attempt (
  email text primary key,
  failures integer not null default 0,
  last_failure_at timestamptz not null default now(),
  locked_until timestamptz
);

create table sign_in_history (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user (id),
  outcome text not null,
  ip inet,
  user_agent text,
  created_at timestamptz not null
);
create index sign_in_history_user on sign_in_history (user_id, created_at desc);

-- One-time links: invitation or forgotten password. Only the hash is kept.
create table password_token (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user (id),
  token_hash bytea not null constraint password_token_unique unique,
  kind text not null check (kind in ('invitation', 'reset')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_token_user on password_token (user_id);

create table consent (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user (id),
  document text not null check (document in ('terms', 'privacy')),
  version text not null,
  text_sha256 text not null,
  ip inet,
  user_agent text,
  given_at timestamptz not null,
  constraint consent_once unique (user_id, document, version)
);

create table client_log (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user (id),
  action text not null,
  log_level text not null check (log_level in ('INFO', 'ERROR')),
  message text not null,
  created_at timestamptz not null
);

create table idempotency_key (
  caller_id bigint not null references app_user (id),
  method text not null,
  path text not null,
  key text not null constraint idempotency_key_length check (length(key) between 1 and 128),
  body_sha256 bytea not null,
  answer jsonb,
  keep boolean not null default false,
  created_at timestamptz not null,
  primary key (caller_id, method, path, key)
);
create index idempotency_key_age on idempotency_key (created_at) where not keep;

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append only', tg_table_name using errcode = 'restrict_violation';
end $$;

create table audit (
  id bigint generated always as identity primary key,
  actor_id bigint references app_user (id),
  action text not null,
  subject text not null,
  subject_id bigint,
  before jsonb,
  after jsonb,
  ip inet,
  created_at timestamptz not null
);
create index audit_created on audit (created_at desc, id desc);
create index audit_actor on audit (actor_id, created_at desc, id desc);
create index audit_action on audit (action, created_at desc, id desc);
create trigger audit_append_only before update or delete on audit
  for each row execute function refuse_change();
create trigger audit_no_truncate before truncate on audit
  for each statement execute function refuse_change();

-- Chained by one job after the acts commit, so that no act waits for another's.
create table audit_chain (
  audit_id bigint primary key references audit (id),
  previous_hash bytea not null,
  hash bytea not null
);
create trigger audit_chain_append_only before update or delete on audit_chain
  for each row execute function refuse_change();
