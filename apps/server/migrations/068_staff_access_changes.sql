-- Who changed with what somebody of the staff signs in, or that they are staff. For some days the two do not count as two
-- persons.
create table staff_access_change (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user (id),
  kind text not null constraint staff_access_change_kind_known
    check (kind in ('created', 'promoted', 'reactivated', 'email', 'factor', 'invited')),
  -- The address before a changed one, which is notified of what follows.
  email_before text,
  changed_by bigint not null references app_user (id),
  changed_at timestamptz not null,
  constraint staff_access_change_by_another check (changed_by <> user_id),
  constraint staff_access_change_address_kept check ((kind = 'email') = (email_before is not null))
);
create index staff_access_change_at on staff_access_change (changed_at);

create function keep_staff_access_change() returns trigger language plpgsql as $$
begin
  raise exception 'staff_access_change % keeps what was done', old.id using errcode = 'restrict_violation';
end $$;
create trigger staff_access_change_kept before update or delete on staff_access_change
  for each row execute function keep_staff_access_change();

-- The address that a link was mailed to: mails are counted for each address. Null for links of before.
alter table password_token add column email text;

-- When the lender first asked STP to pay a loan out; no row before.
create view first_payout as
select created_at as ordered_at from transfer where purpose = 'payout' order by id limit 1;
