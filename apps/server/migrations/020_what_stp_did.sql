-- An order is with STP exactly when it was booked as sent, and only then has an end.
alter table transfer add constraint transfer_status_fits check (
  case status
    when 'sent' then sent_at is not null
    when 'review' then state is null or sent_at is not null
    else sent_at is null and state is null
  end);

-- A payment registered from money that arrived is of at most what arrived, and what arrived never changes.
create function refuse_more_than_arrived() returns trigger language plpgsql as $$
begin
  if new.amount_paid_cents > (select amount_cents from incoming_payment where id = new.incoming_payment_id) then
    raise exception 'a payment of more than arrived'
      using errcode = 'check_violation', constraint = 'payment_within_arrived';
  end if;
  return new;
end $$;
create trigger payment_within_arrived before insert or update of amount_paid_cents, incoming_payment_id on payment
  for each row when (new.incoming_payment_id is not null) execute function refuse_more_than_arrived();
create trigger incoming_payment_amount_stays before update of amount_cents on incoming_payment
  for each row when (old.amount_cents <> new.amount_cents) execute function refuse_change();

-- What STP did with a loan's money can make it one again while its worker has another of the type: an admin says so,
-- and the rule of one open loan of a type is about the others.
alter table loan add column beside_another boolean not null default false;
drop index loan_one_open;
create unique index loan_one_open on loan (user_id, type)
  where state in ('requested', 'approved', 'disbursing', 'active', 'overdue', 'payout_returned') and not beside_another;

-- STP says otherwise of an order than we have it, and another order of the loan is open or settled: a person looks at
-- it as at one in review.
alter table transfer add column contested_at timestamptz;
alter table transfer add constraint transfer_contested_is_over
  check (contested_at is null or status in ('failed', 'sent'));
drop index transfer_review;
create index transfer_review on transfer (created_at desc, id desc)
  where status = 'review' or contested_at is not null;
