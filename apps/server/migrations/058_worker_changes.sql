-- What staff wrote of a worker that decides who gets money, and how much. Another person confirms it.
create table worker_change (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user (id),
  field text not null constraint worker_change_field_known
    check (field in ('created', 'salary', 'company', 'email', 'account')),
  -- As people read it; of an account the last four digits.
  before_text text,
  after_text text,
  changed_by bigint not null references app_user (id),
  changed_at timestamptz not null,
  import_id bigint references import_job (id),
  confirmed_by bigint references app_user (id),
  confirmed_at timestamptz,
  constraint worker_change_two_people check (confirmed_by <> changed_by),
  constraint worker_change_confirmation_whole check ((confirmed_by is null) = (confirmed_at is null))
);
create index worker_change_open on worker_change (user_id, id) where confirmed_at is null;
create index worker_change_of_import on worker_change (import_id) where import_id is not null;

-- A change stays as it was written, and its confirmation is final.
create function keep_worker_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.confirmed_at is not null
    or (to_jsonb(new) - array['confirmed_by', 'confirmed_at'])
      is distinct from (to_jsonb(old) - array['confirmed_by', 'confirmed_at']) then
    raise exception 'worker_change % keeps what was written', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger worker_change_kept before update or delete on worker_change
  for each row execute function keep_worker_change();
