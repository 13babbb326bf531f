-- From what device an act came; acts of before have none.
alter table audit add column user_agent text;

-- What was done with things of one kind, newest first.
create index audit_subject_created on audit (subject, created_at desc, id desc);

-- The last time that every link of the chain was held against its row.
create table audit_check (
  id smallint primary key default 1 constraint audit_check_one check (id = 1),
  asked_at timestamptz not null,
  finished_at timestamptz,
  checked integer,
  broken_audit_id bigint references audit (id),
  constraint audit_check_whole check ((finished_at is null) = (checked is null))
);

-- Signs of life of the queue: a job answers the row that sent it.
create table queue_probe (
  id bigint generated always as identity primary key,
  sent_at timestamptz not null default clock_timestamp(),
  answered_at timestamptz
);
