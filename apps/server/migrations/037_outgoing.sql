-- Outgoing orders of every purpose: a loan's payout, a refund of a worker's balance, the verification of an account and
-- the return of an incoming payment. One sender handles all of them.
alter table transfer
  alter column loan_id drop not null,
  -- The worker of a refund or verification.
  add column user_id bigint constraint transfer_user references app_user (id),
  -- The incoming payment that a return sends back.
  add column incoming_payment_id bigint constraint transfer_incoming_payment references incoming_payment (id),
  -- Why a pending order is not sent before an instant, such as a limit of the day.
  add column held_reason text,
  add column held_until timestamptz,
  drop constraint transfer_purpose_known;
alter table transfer
  add constraint transfer_purpose_known check (purpose in ('payout', 'refund', 'verification', 'return')),
  add constraint transfer_subject_fits check (case purpose
    when 'payout' then loan_id is not null and num_nonnulls(user_id, incoming_payment_id) = 0
    when 'return' then incoming_payment_id is not null and num_nonnulls(loan_id, user_id) = 0
    else user_id is not null and num_nonnulls(loan_id, incoming_payment_id) = 0
  end),
  add constraint transfer_held_whole check ((held_reason is null) = (held_until is null));
create unique index transfer_user_attempt on transfer (user_id, purpose, attempt) where user_id is not null;
create unique index transfer_return_attempt on transfer (incoming_payment_id, attempt)
  where incoming_payment_id is not null;

-- A worker has one refund and one verification on its way at a time; a settled one does not block the next.
create unique index transfer_one_moving on transfer (user_id, purpose)
  where user_id is not null and (status in ('pending', 'unknown', 'review') or (status = 'sent' and state is null));
-- An incoming payment is never returned by two orders.
create unique index transfer_one_return on transfer (incoming_payment_id)
  where incoming_payment_id is not null
    and (status in ('pending', 'unknown', 'review') or (status = 'sent' and (state is null or state = 'LQ')));
-- The list of one purpose, and what was claimed of it on a day. Payouts are nearly all orders.
create index transfer_purpose_created on transfer (purpose, created_at desc, id desc) where purpose <> 'payout';
create index transfer_purpose_claimed on transfer (purpose, claimed_at) where purpose <> 'payout' and claimed_at is not null;
