-- STP's balance compared with our books to the centavo, the differences that last, and the lender's own movements.

-- Each answer of STP about the balance beside our books, kept for years.
create table balance_check (
  id bigint generated always as identity primary key,
  checked_at timestamptz not null,
  -- STP's `saldo` and `cargosPendientes`.
  balance_cents bigint not null,
  pending_cents bigint not null,
  -- Our `stp_cash`, and the orders that STP has and has not settled.
  cash_cents bigint not null,
  transit_cents bigint not null,
  difference_cents bigint not null
    generated always as (balance_cents - pending_cents - cash_cents + transit_cents) stored,
  -- The same if STP had already taken its pending charges from the balance.
  difference_if_net_cents bigint not null
    generated always as (balance_cents - cash_cents + transit_cents) stored,
  -- The bounds of the lasting difference: what was moving at that moment may be on one side only.
  low_cents bigint not null,
  high_cents bigint not null constraint balance_check_bounds check (high_cents >= low_cents),
  verdict text not null constraint balance_check_verdict_known
    check (verdict in ('verified', 'moving', 'difference', 'unopened')),
  constraint balance_check_verdict_fits check (
    case verdict when 'difference' then low_cents > 0 or high_cents < 0
      when 'verified' then low_cents = 0 and high_cents = 0 else true end)
);
create index balance_check_newest on balance_check (checked_at desc, id desc);
create index balance_check_verified on balance_check (checked_at desc) where verdict = 'verified';

-- A difference that two checks at least ten minutes apart found. At most one is open: the balance is one number.
create table balance_case (
  id bigint generated always as identity primary key,
  difference_cents bigint not null,
  -- The first check that found it.
  since timestamptz not null,
  opened_at timestamptz not null,
  seen_at timestamptz not null,
  -- The staff user who takes care of it.
  owner_id bigint references app_user (id),
  closed_at timestamptz,
  explanation text,
  constraint balance_case_explained check ((closed_at is null) = (explanation is null))
);
create unique index balance_case_one_open on balance_case ((closed_at is null)) where closed_at is null;
create index balance_case_newest on balance_case (opened_at desc, id desc);

create index transfer_at_stp on transfer (amount_cents) where sent_at is not null and state is null;

-- A file that shows a movement which staff record by hand.
create table cash_movement_file (
  id uuid primary key,
  file_name text not null,
  media_type text not null,
  size_bytes bigint not null,
  sha256 text not null,
  uploaded_by bigint not null references app_user (id),
  created_at timestamptz not null
);

alter table cash_movement
  -- The lender's account at STP that the money came to or left; older rows have none.
  add column account text,
  -- STP's number of the order, if a list of STP has it.
  add column stp_order_id bigint,
  -- The movement of unknown purpose that this one takes out of suspense.
  add column settles_id bigint references cash_movement (id),
  -- The received money that was the lender's own deposit.
  add column incoming_payment_id bigint references incoming_payment (id),
  -- The movement that this one undoes.
  add column reverses_id bigint references cash_movement (id),
  add column reversed_at timestamptz,
  add column file_id uuid references cash_movement_file (id),
  add column owner_id bigint references app_user (id),
  add column approved_by bigint references app_user (id),
  add constraint cash_movement_sign check (
    reverses_id is not null or kind in ('opening', 'unknown') or (amount_cents > 0) = (kind = 'deposit')),
  add constraint cash_movement_one_source check (num_nonnulls(settles_id, incoming_payment_id, stp_order_id) <= 1),
  -- What is in no list of STP and in no record of ours needs a reference and a file.
  add constraint cash_movement_proved check (
    kind = 'opening' or reverses_id is not null or settles_id is not null or incoming_payment_id is not null
    or stp_order_id is not null or (account is not null and tracking_key is not null and file_id is not null)),
  add column search text not null generated always as (searchable(
    coalesce(tracking_key, '') || ' ' || note || ' ' ||
    (abs(amount_cents) / 100)::text || '.' || lpad((abs(amount_cents) % 100)::text, 2, '0'))) stored;
create index cash_movement_search on cash_movement using gin (search gin_trgm_ops);
create index cash_movement_newest on cash_movement (created_at desc, id desc);
create index cash_movement_amount on cash_movement (amount_cents, id);
drop index cash_movement_one_opening;
create unique index cash_movement_one_opening on cash_movement (kind)
  where kind = 'opening' and reverses_id is null and reversed_at is null;
create unique index cash_movement_key_once on cash_movement (tracking_key)
  where tracking_key is not null and reverses_id is null and reversed_at is null and settles_id is null
    and incoming_payment_id is null;
create unique index cash_movement_listed_once on cash_movement (stp_order_id) where stp_order_id is not null;
create unique index cash_movement_settled_once on cash_movement (settles_id)
  where settles_id is not null and reverses_id is null and reversed_at is null;
create unique index cash_movement_receipt_once on cash_movement (incoming_payment_id)
  where incoming_payment_id is not null and reverses_id is null and reversed_at is null;
create unique index cash_movement_reversed_once on cash_movement (reverses_id) where reverses_id is not null;
create index cash_movement_unknown on cash_movement (created_at, id)
  where kind = 'unknown' and reverses_id is null and reversed_at is null;
