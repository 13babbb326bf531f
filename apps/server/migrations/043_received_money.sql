-- Received money that belongs to nobody yet: who takes care of it, what was given to workers' balances, and what goes
-- back to its sender.
alter table incoming_payment
  -- The staff user who takes care of it.
  add column owner_id bigint references app_user (id),
  -- When the server learned that STP shows the money as returned, without an order of ours.
  add column stp_returned_at timestamptz,
  -- When the ledger gave that money up: as soon as nothing of it is used.
  add column stp_return_booked_at timestamptz,
  add constraint incoming_payment_return_known check (stp_return_booked_at is null or stp_returned_at is not null),
  add constraint incoming_payment_return_empty check (stp_return_booked_at is null or unapplied_cents = 0);

-- Part of received money that was given to a worker's balance; an employer's transfer may be given to several.
create table incoming_payment_credit (
  id bigint generated always as identity primary key,
  incoming_payment_id bigint not null references incoming_payment (id),
  user_id bigint not null references app_user (id),
  amount_cents bigint not null constraint incoming_payment_credit_positive check (amount_cents > 0),
  credited_by bigint not null references app_user (id),
  created_at timestamptz not null,
  undone_by bigint references app_user (id),
  undone_at timestamptz,
  undo_reason text,
  constraint incoming_payment_credit_undone_whole check (
    (undone_at is null) = (undone_by is null) and (undone_at is null) = (undo_reason is null))
);
create index incoming_payment_credit_of on incoming_payment_credit (incoming_payment_id, id);
create index incoming_payment_credit_to on incoming_payment_credit (user_id, id);

-- One credit for each incoming payment was too few, and no version of the server has filled these columns.
alter table incoming_payment
  drop constraint incoming_payment_credit_whole,
  drop column credited_to, drop column credited_cents, drop column credited_by, drop column credited_at;

-- A credit is the cause of its entries, beside the received money that they name.
alter table ledger_entry add column credit_id bigint references incoming_payment_credit (id);
alter table ledger_entry add constraint ledger_credit_names_receipt check (
  credit_id is null or (incoming_payment_id is not null
    and num_nonnulls(transfer_id, payment_id, accrual_day, correction_id, cash_movement_id) = 0));
drop index ledger_receipt_once;
create unique index ledger_receipt_once on ledger_entry (incoming_payment_id, kind)
  where num_nonnulls(transfer_id, payment_id, accrual_day, correction_id, cash_movement_id) = 0 and credit_id is null;
create unique index ledger_credit_once on ledger_entry (credit_id, kind) where credit_id is not null;

-- Money that the lender has is owed to somebody, so it is never dismissed. What was dismissed is listed again.
update incoming_payment
  set status = 'open', dismissal_reason = null, dismissed_by = null, dismissed_at = null
  where status = 'dismissed' and unapplied_cents > 0;
alter table incoming_payment add constraint incoming_payment_dismissed_empty
  check (status <> 'dismissed' or unapplied_cents = 0);

-- A return goes to where the money came from: STP finds that account by the payment, and may not have told us of it.
alter table transfer
  drop constraint transfer_beneficiary_account_check,
  drop constraint transfer_account_type_beneficiary_check,
  add constraint transfer_beneficiary_account_form
    check (purpose = 'return' or beneficiary_account ~ '^[0-9]{16}([0-9]{2})?$'),
  add constraint transfer_account_type_known
    check (account_type_beneficiary in (3, 40) or (purpose = 'return' and account_type_beneficiary = 10));

-- Received money that is not used yet, by amount.
create index incoming_payment_unapplied_amount on incoming_payment (unapplied_cents desc, id desc)
  where unapplied_cents > 0;
-- Loans whose payment has an exact amount, to suggest whom received money may be for.
create index loan_payable_by_payment on loan (monthly_payment_cents, id) where state in ('active', 'overdue');
