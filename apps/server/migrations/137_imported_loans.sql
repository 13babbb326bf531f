-- Live loans of a former system: imported from a workbook by two people, opened in the ledger against an account of their
-- own, and never paid out.

create table loan_import (
  id bigint generated always as identity primary key,
  uploaded_by bigint not null references app_user (id),
  file_name text not null constraint loan_import_file_name check (length(file_name) between 1 and 200),
  file_sha256 bytea not null constraint loan_import_sha256_form check (octet_length(file_sha256) = 32),
  -- The end of this day is what the former system's balances state; its history of payments ends there.
  cut_off_day date not null,
  balance_kind text not null constraint loan_import_balance_known check (balance_kind in ('amount_due', 'payoff')),
  difference_limit_cents bigint not null constraint loan_import_limit_positive check (difference_limit_cents >= 0),
  -- The second person accepts differences above the limit with the import.
  accepts_differences boolean not null,
  loans_total integer not null constraint loan_import_loans_positive check (loans_total > 0),
  loans_done integer not null default 0,
  created_count integer not null constraint loan_import_created_positive check (created_count >= 0),
  unchanged_count integer not null constraint loan_import_unchanged_positive check (unchanged_count >= 0),
  state text not null default 'waiting' constraint loan_import_state_known
    check (state in ('waiting', 'approved', 'finished', 'failed', 'refused')),
  approval_id bigint references approval (id),
  approved_by bigint references app_user (id),
  -- What refused the whole import when the job ran: sheet, row, column and what to do.
  problems jsonb constraint loan_import_problems_array check (jsonb_typeof(problems) = 'array'),
  created_at timestamptz not null,
  finished_at timestamptz,
  constraint loan_import_counts_fit
    check (created_count + unchanged_count = loans_total and loans_done between 0 and loans_total),
  constraint loan_import_two_people check (
    approved_by <> uploaded_by
    and (approved_by is not null) = (state in ('approved', 'finished', 'failed'))),
  constraint loan_import_end_fits check ((finished_at is not null) = (state in ('finished', 'failed', 'refused'))),
  constraint loan_import_failure_fits check ((problems is not null) = (state = 'failed'))
);
create index loan_import_newest on loan_import (created_at desc, id desc);
create index loan_import_of_approval on loan_import (approval_id) where approval_id is not null;

alter table loan
  -- The former system's id of an imported loan; null for a loan that was asked for here.
  add column former_id text constraint loan_former_id_form check (former_id ~ '^[!-~]([ -~]{0,38}[!-~])?$'),
  add column loan_import_id bigint references loan_import (id),
  -- Days that the periodic rate stands for in an irregular first period; null if it is regular.
  add column first_period_days integer
    constraint loan_first_period_positive check (first_period_days between 1 and 366),
  add constraint loan_imported_whole check (
    (former_id is null) = (loan_import_id is null) and (former_id is not null or first_period_days is null)),
  -- The worker has the money since before: there is no request, offer or payout to return.
  add constraint loan_imported_state check (
    former_id is null or (sent_at is not null and state in ('active', 'overdue', 'completed'))),
  drop constraint loan_term_range,
  add constraint loan_term_range check (
    case when former_id is not null then term between 1 and 520
         when type = 'credit' then term in (3, 6, 9, 12)
         else term between 1 and 31 end);
-- Each id once, whatever the case of its letters: the same file twice changes nothing.
create unique index loan_former_id_once on loan (lower(former_id)) where former_id is not null;
create index loan_former_id_search on loan using gin (lower(former_id) gin_trgm_ops) where former_id is not null;
create index loan_of_import on loan (loan_import_id) where loan_import_id is not null;

create function refuse_former_change() returns trigger language plpgsql as $$
begin
  raise exception 'loan % is what its import made it', new.id
    using errcode = 'check_violation', constraint = 'loan_imported_stays';
end $$;
create trigger loan_imported_stays before update of former_id, loan_import_id, first_period_days on loan
  for each row when ((old.former_id, old.loan_import_id, old.first_period_days)
    is distinct from (new.former_id, new.loan_import_id, new.first_period_days))
  execute function refuse_former_change();
create function refuse_imported_deletion() returns trigger language plpgsql as $$
begin
  raise exception 'loan % was imported and stays', old.id
    using errcode = 'check_violation', constraint = 'loan_imported_kept';
end $$;
create trigger loan_imported_kept before delete on loan
  for each row when (old.former_id is not null) execute function refuse_imported_deletion();

-- A row is a loan of a file as it was read, and what the reconciliation says of it.
create table loan_import_row (
  loan_import_id bigint not null references loan_import (id),
  -- The row of the sheet of loans.
  number integer not null constraint loan_import_row_positive check (number > 0),
  former_id text not null,
  user_id bigint not null references app_user (id),
  company_id bigint not null references company (id),
  facts jsonb not null constraint loan_import_facts_object check (jsonb_typeof(facts) = 'object'),
  outcome text not null constraint loan_import_outcome_known check (outcome in ('created', 'unchanged')),
  claimed_cents bigint not null constraint loan_import_claimed_positive check (claimed_cents >= 0),
  calculated_cents bigint not null constraint loan_import_calculated_positive check (calculated_cents >= 0),
  -- Set when the import is done.
  loan_id bigint references loan (id),
  primary key (loan_import_id, number)
);
create unique index loan_import_row_of_loan on loan_import_row (loan_id) where outcome = 'created' and loan_id is not null;

-- An imported loan never makes an order.
create function refuse_payout_of_imported() returns trigger language plpgsql as $$
begin
  if exists (select from loan where id = new.loan_id and former_id is not null) then
    raise exception 'loan % was imported: its money was paid out before', new.loan_id
      using errcode = 'check_violation', constraint = 'transfer_not_of_imported';
  end if;
  return new;
end $$;
create trigger transfer_not_of_imported before insert or update of loan_id on transfer
  for each row when (new.loan_id is not null) execute function refuse_payout_of_imported();

alter table document
  drop constraint document_kind_check,
  add constraint document_kind_check check (kind in (
    'INE', 'CURP', 'COMPROBANTE_DE_DOMICILIO', 'CIF', 'CARATULA_DE_CUENTA_BANCARIA', 'contract', 'constancia', 'other',
    -- The file of a loan in the former system.
    'former_file'));
-- The same file twice changes nothing.
create unique index document_former_file_once on document (loan_id, sha256) where kind = 'former_file';

alter table payment
  -- Paid to the former system: its money is in no account of ours.
  add column is_imported boolean not null default false,
  drop constraint payment_one_source,
  add constraint payment_one_source check (
    num_nonnulls(incoming_payment_id, bank_account_id) + from_balance::integer + is_imported::integer = 1);
create function refuse_imported_payment() returns trigger language plpgsql as $$
begin
  if not exists (select from loan where id = new.loan_id and former_id is not null) then
    raise exception 'loan % was not imported: a payment of it has its money here', new.loan_id
      using errcode = 'check_violation', constraint = 'payment_imported_with_loan';
  end if;
  return new;
end $$;
create trigger payment_imported_with_loan before insert or update of is_imported, loan_id on payment
  for each row when (new.is_imported) execute function refuse_imported_payment();

alter table ledger_entry
  add column loan_import_id bigint references loan_import (id),
  drop constraint ledger_one_cause,
  add constraint ledger_one_cause check (
    case num_nonnulls(transfer_id, payment_id, accrual_day, correction_id, cash_movement_id, receivable_payment_id,
        charge_id, loan_import_id)
      when 1 then true when 0 then incoming_payment_id is not null else false end),
  drop constraint ledger_debit_known,
  add constraint ledger_debit_known check (debit_account in (
    'loan_receivable', 'unearned_finance_charge', 'finance_income', 'tax_pending', 'tax_payable', 'stp_cash',
    'stp_in_transit', 'bank_cash', 'collections', 'unapplied_receipts', 'refund_in_transit', 'suspense',
    'worker_receivable', 'worker_balance', 'funding', 'opening_balance_equity', 'stp_fees', 'verification_cost',
    'write_offs')),
  drop constraint ledger_credit_known,
  add constraint ledger_credit_known check (credit_account in (
    'loan_receivable', 'unearned_finance_charge', 'finance_income', 'tax_pending', 'tax_payable', 'stp_cash',
    'stp_in_transit', 'bank_cash', 'collections', 'unapplied_receipts', 'refund_in_transit', 'suspense',
    'worker_receivable', 'worker_balance', 'funding', 'opening_balance_equity', 'stp_fees', 'verification_cost',
    'write_offs')),
  drop constraint ledger_kind_known,
  add constraint ledger_kind_known check (replace(kind, '_reversed', '') in (
    'payout_principal', 'payout_charge', 'payout_tax', 'settlement', 'second_payout', 'receivable_payment',
    'payment', 'remainder', 'owed_by_worker', 'discount', 'tax_discount',
    'charge_earned', 'tax_accrued', 'tax_collected', 'payoff_discount', 'tax_earned', 'write_off',
    'receipt', 'receipt_to_worker', 'collections_moved', 'stp_claim', 'claim_cleared', 'claim_charged',
    'refund', 'refund_settled', 'receipt_return', 'receipt_return_settled', 'verification', 'verification_settled',
    'funding', 'fee', 'unknown_movement',
    'opening_principal', 'opening_charge', 'opening_tax', 'opening_income', 'opening_tax_paid')),
  -- Only an import, a payment to the former system and its reversal move what the lender brought.
  add constraint ledger_opening_of_import check (
    'opening_balance_equity' not in (debit_account, credit_account)
    or (loan_id is not null and num_nonnulls(loan_import_id, payment_id, correction_id) = 1));
create unique index ledger_loan_import_once on ledger_entry (loan_import_id, loan_id, kind)
  where loan_import_id is not null;
