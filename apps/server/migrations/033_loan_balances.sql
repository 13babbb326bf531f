-- What a loan owes follows from its contract and its dated payments (packages/domain/src/loans). These columns hold the
-- inputs of that calculation, and its results that lists, documents and the ledger read.

-- A company's terms: bank days after a due date until a loan is late, the smallest advance, VAT on top of the price.
alter table company
  add column grace_bank_days integer not null default 5
    constraint company_grace_range check (grace_bank_days between 0 and 30),
  add column advance_minimum_cents bigint not null default 50000
    constraint company_advance_minimum_positive check (advance_minimum_cents > 0),
  add column tax_added boolean not null default false;

alter table loan
  add column frequency text not null default 'monthly' constraint loan_frequency_known
    check (frequency in ('monthly', 'semimonthly', 'fourteen_days', 'weekly')),
  add column installments integer,
  add column tax_added boolean not null default false,
  add column grace_bank_days integer not null default 5,
  -- The day on which the money was sent: interest accrues from it.
  add column start_day date,
  -- The first day on which the loan is late unless something is paid; null if nothing is owed.
  add column late_from date,
  -- The ledger holds the loan's books at the end of this day; null until the loan's first posting by this model.
  add column booked_day date;
update loan set
  installments = case type when 'credit' then term else 1 end,
  start_day = (sent_at at time zone 'America/Mexico_City')::date;
alter table loan alter column installments set not null;
alter table loan add constraint loan_installments_positive check (installments between 1 and 520);
create index loan_falls_overdue on loan (late_from) where state = 'active';
create index loan_booked on loan (booked_day) where state in ('active', 'overdue');

-- VAT on top of the interest; 0 where the price contains it.
alter table installment add column tax_cents bigint not null default 0
  constraint installment_tax_positive check (tax_cents >= 0);
alter table installment drop constraint installment_adds_up;
alter table installment add constraint installment_adds_up
  check (payment_cents = principal_cents + interest_cents + tax_cents);
create index installment_due on installment (due_date, loan_id);

-- Of one payment: when the money was the lender's, how it came, and where it went.
alter table payment
  add column value_date date,
  add column channel text not null default 'other' constraint payment_channel_known
    check (channel in ('deduction', 'transfer', 'deposit', 'other')),
  add column reference text,
  add column excess text not null default 'lower_payment' constraint payment_excess_known
    check (excess in ('lower_payment', 'shorter_term', 'in_advance')),
  -- Null if the payment settles the loan.
  add column due_cents bigint,
  add column on_account_cents bigint,
  add column prepaid_cents bigint,
  -- What the payment paid on its value date: the VAT is apart also where the price contains it. Money that waits for a
  -- later due date is in none of the three.
  add column principal_cents bigint not null default 0,
  add column interest_cents bigint not null default 0,
  add column tax_cents bigint not null default 0,
  -- Part of the amount beyond what settles the loan: it belongs to the worker.
  add column remainder_cents bigint not null default 0 constraint payment_remainder_positive check (remainder_cents >= 0),
  -- Interest that a payment of an earlier rule left open when it settled the loan.
  add column waived_cents bigint not null default 0 constraint payment_waived_positive check (waived_cents >= 0),
  -- When a correction of an earlier payment changed where this one went.
  add column division_changed_at timestamptz,
  -- Reversed, but the loan stays settled: the worker owes the amount outside of it.
  add column owed_by_worker boolean not null default false;
update payment set value_date = (created_at at time zone 'America/Mexico_City')::date;
update payment set value_date = coalesce(
    (incoming_payment.settled_at at time zone 'America/Mexico_City')::date, incoming_payment.operation_date, value_date),
  channel = 'transfer'
  from incoming_payment where incoming_payment.id = payment.incoming_payment_id;
alter table payment alter column value_date set not null;
alter table payment drop constraint payment_discount_settles;
alter table payment drop constraint payment_adds_up;
alter table payment add constraint payment_adds_up
  check (previous_amount_due_cents - (amount_paid_cents - remainder_cents) - discount_cents = new_amount_due_cents);
alter table payment add constraint payment_parts_positive
  check (due_cents >= 0 and on_account_cents >= 0 and prepaid_cents >= 0);
create unique index payment_reference_once on payment (loan_id, channel, reference)
  where reference is not null and reversed_at is null;

-- A change of the past of a loan by an admin, or its first calculation by this model.
create table loan_correction (
  id bigint generated always as identity primary key,
  loan_id bigint not null references loan (id),
  kind text not null constraint loan_correction_kind_known
    check (kind in ('reversal', 'earlier_payment', 'recalculation')),
  payment_id bigint references payment (id),
  reason text not null,
  corrected_by bigint references app_user (id),
  created_at timestamptz not null
);
create index loan_correction_loan on loan_correction (loan_id, id desc);
create unique index loan_correction_recalculated_once on loan_correction (loan_id) where kind = 'recalculation';

alter table ledger_entry
  add column accrual_day date,
  add column correction_id bigint references loan_correction (id);
alter table ledger_entry drop constraint ledger_one_cause;
alter table ledger_entry add constraint ledger_one_cause
  check (num_nonnulls(transfer_id, payment_id, accrual_day, correction_id) = 1);
create unique index ledger_accrual_once on ledger_entry (loan_id, accrual_day, kind) where accrual_day is not null;
create unique index ledger_correction_once on ledger_entry (correction_id, kind) where correction_id is not null;
alter table ledger_entry drop constraint ledger_debit_known;
alter table ledger_entry add constraint ledger_debit_known check (debit_account in (
  'loan_receivable', 'unearned_finance_charge', 'finance_income', 'tax_pending', 'tax_payable',
  'stp_cash', 'stp_in_transit', 'collections', 'worker_receivable', 'worker_balance', 'write_offs'));
alter table ledger_entry drop constraint ledger_credit_known;
alter table ledger_entry add constraint ledger_credit_known check (credit_account in (
  'loan_receivable', 'unearned_finance_charge', 'finance_income', 'tax_pending', 'tax_payable',
  'stp_cash', 'stp_in_transit', 'collections', 'worker_receivable', 'worker_balance', 'write_offs'));
-- `payoff_discount` and `tax_earned` are of postings before this migration.
alter table ledger_entry drop constraint ledger_kind_known;
alter table ledger_entry add constraint ledger_kind_known check (replace(kind, '_reversed', '') in (
  'payout_principal', 'payout_charge', 'payout_tax', 'settlement',
  'payment', 'remainder', 'owed_by_worker', 'discount', 'tax_discount',
  'charge_earned', 'tax_accrued', 'tax_collected', 'payoff_discount', 'tax_earned', 'write_off'));
