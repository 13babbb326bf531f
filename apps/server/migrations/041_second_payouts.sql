-- A loan's money that reached its worker twice: STP paid an order that it had refused, beside the one that pays the loan.
-- The worker owes the second amount apart from the loan.
alter table transfer
  drop constraint transfer_status_known,
  add constraint transfer_status_known
    check (status in ('pending', 'unknown', 'sent', 'failed', 'review', 'duplicate')),
  drop constraint transfer_status_fits,
  add constraint transfer_status_fits check (
    case status
      when 'sent' then sent_at is not null
      when 'duplicate' then sent_at is not null and state is not null and purpose = 'payout'
      when 'review' then state is null or sent_at is not null
      else sent_at is null and state is null
    end),
  drop constraint transfer_contested_is_over,
  add constraint transfer_contested_is_over check (contested_at is null or status in ('failed', 'sent', 'duplicate'));
create index transfer_duplicate on transfer (loan_id) where status = 'duplicate';

-- What a worker owes apart from the loans, paid with the worker's balance.
create table receivable_payment (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user (id),
  amount_cents bigint not null constraint receivable_payment_positive check (amount_cents > 0),
  paid_by bigint not null references app_user (id),
  created_at timestamptz not null
);
create index receivable_payment_of on receivable_payment (user_id, id);

alter table ledger_entry add column receivable_payment_id bigint references receivable_payment (id);
create unique index ledger_receivable_payment_once on ledger_entry (receivable_payment_id, kind)
  where receivable_payment_id is not null;
alter table ledger_entry drop constraint ledger_one_cause;
alter table ledger_entry add constraint ledger_one_cause check (
  case num_nonnulls(transfer_id, payment_id, accrual_day, correction_id, cash_movement_id, receivable_payment_id)
    when 1 then true when 0 then incoming_payment_id is not null else false end);
alter table ledger_entry drop constraint ledger_kind_known;
alter table ledger_entry add constraint ledger_kind_known check (replace(kind, '_reversed', '') in (
  'payout_principal', 'payout_charge', 'payout_tax', 'settlement', 'second_payout', 'receivable_payment',
  'payment', 'remainder', 'owed_by_worker', 'discount', 'tax_discount',
  'charge_earned', 'tax_accrued', 'tax_collected', 'payoff_discount', 'tax_earned', 'write_off',
  'receipt', 'receipt_to_worker', 'collections_moved',
  'refund', 'refund_settled', 'receipt_return', 'receipt_return_settled', 'verification', 'verification_settled',
  'funding', 'fee', 'unknown_movement'));
