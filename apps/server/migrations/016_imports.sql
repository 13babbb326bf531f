-- Uploads of workers and companies: a file's rows wait here to be taken in batches, so that a crash loses none
-- and takes none twice.
create table import_job (
  id bigint generated always as identity primary key,
  kind text not null constraint import_kind_known check (kind in ('users', 'companies')),
  company_id bigint references company (id),
  uploaded_by bigint not null references app_user (id),
  ip inet,
  file_name text not null,
  file_sha256 bytea not null,
  headers jsonb not null,
  fields jsonb not null,
  state text not null default 'waiting'
    constraint import_state_known check (state in ('waiting', 'running', 'finished')),
  rows_total integer not null,
  created_count integer not null default 0,
  updated_count integer not null default 0,
  unchanged_count integer not null default 0,
  rejected_count integer not null default 0,
  rows_done integer not null
    generated always as (created_count + updated_count + unchanged_count + rejected_count) stored,
  created_at timestamptz not null,
  finished_at timestamptz,
  constraint import_company_of_users check ((kind = 'users') = (company_id is not null)),
  constraint import_rows_counted check (
    created_count + updated_count + unchanged_count + rejected_count <= rows_total),
  constraint import_finished_whole check (
    (state = 'finished') = (finished_at is not null)
    and (state <> 'finished'
      or created_count + updated_count + unchanged_count + rejected_count = rows_total))
);
create index import_job_own on import_job (uploaded_by, created_at desc, id desc);
create index import_job_finished on import_job (finished_at) where finished_at is not null;
-- The same file sent twice while the first is under way is one upload.
create unique index import_job_under_way on import_job (uploaded_by, kind, coalesce(company_id, 0), file_sha256)
  where state <> 'finished';

-- What was taken keeps nothing but its outcome; what was rejected keeps its cells, to be given back.
create table import_row (
  job_id bigint not null references import_job (id) on delete cascade,
  number integer not null constraint import_row_number check (number > 0),
  cells jsonb,
  form jsonb,
  problems jsonb,
  outcome text
    constraint import_outcome_known check (outcome in ('created', 'updated', 'unchanged', 'rejected')),
  primary key (job_id, number),
  constraint import_row_whole check (
    case when outcome is null then form is not null and cells is not null
      when outcome = 'rejected' then problems is not null and cells is not null and form is null
      else cells is null and form is null and problems is null end)
);
create index import_row_waiting on import_row (job_id, number) where outcome is null;
create index import_row_rejected on import_row (job_id, number) where outcome = 'rejected';
