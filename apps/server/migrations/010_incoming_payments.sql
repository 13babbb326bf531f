-- Money that arrived at the lender's account («abono»), as STP told of it: offered to staff, booked by nobody else.
create table incoming_payment (
  id bigint generated always as identity primary key,
  stp_id bigint,
  operation_date date,
  paying_institution integer,
  tracking_key text,
  amount_cents bigint not null constraint incoming_payment_amount_positive check (amount_cents > 0),
  payer_name text,
  paying_account text,
  rfc_curp_payer text,
  beneficiary_account text,
  payment_concept text,
  numeric_reference integer,
  payment_type integer,
  settled_at timestamptz,
  status text not null default 'open'
    constraint incoming_payment_status_known check (status in ('open', 'confirmed', 'dismissed')),
  -- The loan it was found to be for when it arrived, and the rule that found it.
  matched_loan_id bigint references loan (id),
  match_rule text constraint incoming_payment_rule_known check (match_rule in ('reference', 'folio', 'account')),
  dismissal_reason text,
  dismissed_by bigint references app_user (id),
  dismissed_at timestamptz,
  received_at timestamptz not null,
  search text not null generated always as (searchable(
    coalesce(payer_name, '') || ' ' || coalesce(tracking_key, '') || ' ' || coalesce(payment_concept, '') || ' ' ||
    coalesce(numeric_reference::text, '') || ' ' || coalesce(paying_account, '') || ' ' ||
    (amount_cents / 100)::text || '.' || lpad((amount_cents % 100)::text, 2, '0'))) stored,
  constraint incoming_payment_match_whole check ((matched_loan_id is null) = (match_rule is null)),
  constraint incoming_payment_dismissal_whole check (
    (status = 'dismissed') = (dismissed_at is not null)
    and (dismissed_at is null) = (dismissal_reason is null)
    and (dismissed_at is null) = (dismissed_by is null)),
  -- The two things that tell one from every other: STP tells of some again.
  constraint incoming_payment_known_by check (
    stp_id is not null or (tracking_key is not null and operation_date is not null and paying_institution is not null)),
  constraint incoming_payment_stp_id_unique unique (stp_id),
  constraint incoming_payment_key_unique unique (tracking_key, operation_date, paying_institution)
);
create index incoming_payment_received on incoming_payment (received_at desc, id desc);
create index incoming_payment_status_received on incoming_payment (status, received_at desc, id desc);
create index incoming_payment_loan on incoming_payment (matched_loan_id, received_at desc, id desc)
  where matched_loan_id is not null;
create index incoming_payment_search on incoming_payment using gin (search gin_trgm_ops);

alter table stp_message add column incoming_payment_id bigint references incoming_payment (id);

-- An incoming payment is registered by one payment at a time; a reversal gives it back.
alter table payment add column incoming_payment_id bigint references incoming_payment (id);
create unique index payment_incoming_once on payment (incoming_payment_id)
  where incoming_payment_id is not null and reversed_at is null;
