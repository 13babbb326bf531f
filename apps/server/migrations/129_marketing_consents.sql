-- Consent to advertising, apart from the legal texts: without a row it is not given. A row is a decision; nothing changes
-- or removes it.
create table marketing_consent (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user (id),
  is_given boolean not null,
  -- The wording that the person read.
  wording_version text not null
    constraint marketing_consent_wording_filled check (length(wording_version) between 1 and 40),
  -- Where it was decided: in the settings, or while a contract was signed.
  place text not null constraint marketing_consent_place_known check (place in ('settings', 'signing')),
  ip inet,
  user_agent text,
  decided_at timestamptz not null
);
create index marketing_consent_of_user on marketing_consent (user_id, id desc);

create trigger marketing_consent_append_only before update or delete on marketing_consent
  for each row execute function refuse_change();
create trigger marketing_consent_no_truncate before truncate on marketing_consent
  for each statement execute function refuse_change();

-- What a mail or message says is judged again before it goes: `skipped` if it is not true any more.
alter table notice_delivery drop constraint notice_delivery_state_check;
alter table notice_delivery add constraint notice_delivery_state_check
  check (state in ('queued', 'sent', 'failed', 'given_up', 'skipped'));
alter table notice_delivery drop constraint notice_delivery_finished_check;
alter table notice_delivery add constraint notice_delivery_finished_check check (
  (state in ('sent', 'given_up', 'skipped')) = (finished_at is not null)
    and (finished_at is null) = (next_try_at is not null)
);
