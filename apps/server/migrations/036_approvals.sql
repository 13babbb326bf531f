-- Commands that wait for a second person. A row keeps the exact payload, and what the deciding person reads of it.
create table approval (
  id bigint generated always as identity primary key,
  action text not null
    constraint approval_action_form check (action ~ '^[a-z_]+\.[a-z_]+$' and length(action) <= 60),
  subject text not null check (length(subject) between 1 and 40),
  subject_id bigint not null,
  payload jsonb not null constraint approval_payload_object check (jsonb_typeof(payload) = 'object'),
  title text not null check (length(title) between 1 and 120),
  amount_cents bigint constraint approval_amount_positive check (amount_cents > 0),
  person text check (length(person) between 1 and 300),
  lines jsonb not null constraint approval_lines_array check (jsonb_typeof(lines) = 'array'),
  -- Whose approval it needs: any other staff member's, or another admin's.
  deciders text not null constraint approval_deciders_known check (deciders in ('staff', 'admin')),
  -- True: at most one open row for the action and the subject.
  is_single boolean not null,
  requested_by bigint not null references app_user (id),
  requested_at timestamptz not null,
  state text not null default 'open'
    constraint approval_state_known check (state in ('open', 'approved', 'refused', 'withdrawn', 'stale')),
  decided_by bigint references app_user (id),
  decided_at timestamptz,
  reason text check (length(reason) between 1 and 500),
  result jsonb,
  constraint approval_two_people check (decided_by <> requested_by),
  constraint approval_decision_whole check (
    (state = 'open') = (decided_at is null)
    and (state in ('approved', 'refused')) = (decided_by is not null)
    and (state = 'refused') = (reason is not null)
    and (state = 'approved') = (result is not null)
  )
);
create unique index approval_one_open on approval (action, subject, subject_id) where state = 'open' and is_single;
create index approval_newest on approval (requested_at desc, id desc);
create index approval_decided on approval (requested_at desc, id desc) where state <> 'open';
create index approval_of_state on approval (state, requested_at desc, id desc);
create index approval_of_action on approval (action, requested_at desc, id desc);
create index approval_of_requester on approval (requested_by, requested_at desc, id desc);

-- What was requested never changes, a decision is final, and no row is deleted.
create function keep_approval() returns trigger language plpgsql as $$
begin
  if old.state <> 'open' then
    raise exception 'approval % is decided', old.id using errcode = 'restrict_violation';
  end if;
  if (to_jsonb(new) - array['state', 'decided_by', 'decided_at', 'reason', 'result'])
    is distinct from (to_jsonb(old) - array['state', 'decided_by', 'decided_at', 'reason', 'result']) then
    raise exception 'approval % keeps what was requested', old.id using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger approval_kept before update on approval for each row execute function keep_approval();
create trigger approval_not_deleted before delete or truncate on approval
  for each statement execute function refuse_change();

-- The name of a user, for the modules below people.
create or replace view user_summary as
select id, user_type, is_active, preferences, first_name || ' ' || last_name as name from app_user;
