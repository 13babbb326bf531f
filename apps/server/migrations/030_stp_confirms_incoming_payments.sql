-- A callback of an incoming payment is unsigned: only STP's answer to a signed query makes the money usable.
-- pending: STP has not answered yet; confirmed: STP has it with the same facts; not_found: STP does not know it;
-- mismatch: STP has it with other facts; unchecked: registered as a payment before STP was asked about any.
alter table incoming_payment
  add column stp_check text not null default 'pending'
    constraint incoming_payment_check_known
    check (stp_check in ('pending', 'confirmed', 'not_found', 'mismatch', 'unchecked')),
  add column stp_confirmed_at timestamptz,
  -- When STP was asked about it last, alone or by the list of its day.
  add column stp_asked_at timestamptz,
  -- STP's own number of the order that confirmed it: one order is the money of one incoming payment.
  add column stp_order_id bigint constraint incoming_payment_order_once unique;

update incoming_payment set stp_check = 'unchecked' where status = 'confirmed';
-- STP is asked by key and day: it never confirms what lacks one of them.
update incoming_payment set stp_check = 'not_found'
  where status <> 'confirmed' and (tracking_key is null or operation_date is null);

-- A forged callback may come before the real one: both are kept, and one of them is the order that STP confirms.
alter table incoming_payment
  drop constraint incoming_payment_stp_id_unique,
  drop constraint incoming_payment_key_unique;
create unique index incoming_payment_stp_id_unique on incoming_payment (stp_id) where stp_confirmed_at is not null;
create unique index incoming_payment_key_unique
  on incoming_payment (tracking_key, operation_date, paying_institution) where stp_confirmed_at is not null;
create index incoming_payment_stp_id on incoming_payment (stp_id);
create index incoming_payment_key on incoming_payment (tracking_key, operation_date);

alter table incoming_payment
  add constraint incoming_payment_check_whole check (
    (stp_check = 'confirmed') = (stp_confirmed_at is not null)
    and (stp_confirmed_at is null) = (stp_order_id is null)),
  add constraint incoming_payment_checked_before_use check (
    case stp_check when 'confirmed' then true when 'unchecked' then status = 'confirmed' else status <> 'confirmed' end);

-- A payment takes money only from an incoming payment that STP confirmed.
create function refuse_unconfirmed_money() returns trigger language plpgsql as $$
begin
  if (select stp_check from incoming_payment where id = new.incoming_payment_id) not in ('confirmed', 'unchecked') then
    raise exception 'a payment from money that STP has not confirmed'
      using errcode = 'check_violation', constraint = 'payment_from_confirmed_money';
  end if;
  return new;
end $$;
create trigger payment_from_confirmed_money before insert or update of incoming_payment_id on payment
  for each row when (new.incoming_payment_id is not null) execute function refuse_unconfirmed_money();

create index incoming_payment_usable on incoming_payment (received_at desc, id desc)
  where status = 'open' and stp_confirmed_at is not null;
create index incoming_payment_unconfirmed on incoming_payment (received_at desc, id desc)
  where status = 'open' and stp_confirmed_at is null;

-- When STP's list of the orders received on a day was read last; queries about single payments do not count.
create table received_list (
  operation_date date primary key,
  asked_at timestamptz
);

-- Queries about incoming payments, one by one and by lists, have shares of the hour's queries of their own.
alter table stp_query drop constraint stp_query_purpose_known;
alter table stp_query add constraint stp_query_purpose_known
  check (purpose in ('unknown', 'confirm', 'reconcile', 'transit', 'staff', 'received', 'received_list'));
