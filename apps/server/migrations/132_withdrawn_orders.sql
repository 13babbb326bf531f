-- A signed loan is cancelled while the money has not left: its order is withdrawn before any process claims it, and
-- nothing sends it afterwards.
alter table transfer
  drop constraint transfer_status_known,
  add constraint transfer_status_known
    check (status in ('pending', 'unknown', 'sent', 'failed', 'review', 'duplicate', 'withdrawn')),
  drop constraint transfer_contested_is_over,
  add constraint transfer_contested_is_over
    check (contested_at is null or status in ('failed', 'sent', 'duplicate', 'withdrawn')),
  -- The claim stores its time, and the call its signature: a withdrawn order has neither.
  add constraint transfer_withdrawn_unclaimed
    check (status <> 'withdrawn'
      or (purpose = 'payout' and claimed_at is null and signature is null and stp_id is null));

create function refuse_withdrawal_of_claimed() returns trigger language plpgsql as $$
begin
  if new.status = 'withdrawn' then
    raise exception 'order % was % and cannot be withdrawn', new.id, old.status
      using errcode = 'check_violation', constraint = 'transfer_withdrawn_from_pending';
  end if;
  raise exception 'order % was withdrawn and cannot be %', new.id, new.status
    using errcode = 'check_violation', constraint = 'transfer_withdrawn_stays_unsent';
end $$;
create trigger transfer_withdrawn_once before update of status on transfer
  for each row when (
    (new.status = 'withdrawn' and old.status not in ('pending', 'withdrawn'))
    -- If STP reports it all the same, an admin reviews it.
    or (old.status = 'withdrawn' and new.status in ('pending', 'unknown')))
  execute function refuse_withdrawal_of_claimed();
