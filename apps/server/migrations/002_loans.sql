-- A loan's life, the money that moves for it, and the ledger that accounts for every peso.
create table loan (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user (id),
  company_id bigint references company (id),
  type text not null constraint loan_type_known check (type in ('credit', 'advance')),
  state text not null constraint loan_state_known check (state in (
    'requested', 'approved', 'rejected', 'declined', 'expired', 'cancelled',
    'disbursing', 'active', 'overdue', 'completed', 'payout_returned')),
  folio text not null generated always as (
    case type when 'credit' then 'C-' else 'A-' end || lpad(id::text, greatest(6, length(id::text)), '0')) stored,
  amount_cents bigint not null constraint loan_amount_positive check (amount_cents > 0),
  commission_cents bigint not null default 0 constraint loan_commission_positive check (commission_cents >= 0),
  interest_rate numeric(6, 3) not null constraint loan_rate_positive check (interest_rate >= 0),
  tax_rate numeric(4, 3) not null default 0,
  -- Months for a credit, days for an advance.
  term integer not null constraint loan_term_range check (
    case type when 'credit' then term in (3, 6, 9, 12) else term between 1 and 31 end),
  monthly_payment_cents bigint not null constraint loan_payment_positive check (monthly_payment_cents > 0),
  total_debt_cents bigint not null constraint loan_total_covers_amount check (total_debt_cents >= amount_cents),
  cat numeric(12, 1),
  amount_due_cents bigint not null default 0
    constraint loan_due_range check (amount_due_cents between 0 and total_debt_cents),
  payment_deadline date not null,
  next_payment_date date,
  rejection_reason text,
  requested_day date not null,
  decided_by bigint references app_user (id),
  created_at timestamptz not null,
  approved_at timestamptz,
  rejected_at timestamptz,
  accepted_at timestamptz,
  sent_at timestamptz,
  settled_at timestamptz,
  completed_at timestamptz,
  closed_at timestamptz,
  offer_expires_on date,
  updated_at timestamptz not null,
  constraint loan_due_only_when_live check (amount_due_cents = 0 or state in ('active', 'overdue', 'disbursing')),
  constraint loan_completed_owes_nothing check (state <> 'completed' or amount_due_cents = 0)
);
-- A worker has at most one open loan of each type (design §4).
create unique index loan_one_open on loan (user_id, type)
  where state in ('requested', 'approved', 'disbursing', 'active', 'overdue', 'payout_returned');
create unique index loan_folio_unique on loan (folio);
create index loan_folio_search on loan using gin (lower(folio) gin_trgm_ops);
create index loan_created on loan (created_at desc, id desc);
create index loan_type_created on loan (type, created_at desc, id desc);
create index loan_type_state_created on loan (type, state, created_at desc, id desc);
create index loan_user_created on loan (user_id, created_at desc, id desc);
create index loan_company_created on loan (company_id, created_at desc, id desc);
create index loan_state_created on loan (state, created_at desc, id desc);
create index loan_due_soon on loan (next_payment_date) where state in ('active', 'overdue');

-- Fixed when the contract is accepted; what the worker signed.
create table installment (
  loan_id bigint not null references loan (id) on delete cascade,
  number integer not null check (number > 0),
  due_date date not null,
  payment_cents bigint not null check (payment_cents > 0),
  principal_cents bigint not null check (principal_cents >= 0),
  interest_cents bigint not null check (interest_cents >= 0),
  balance_cents bigint not null check (balance_cents >= 0),
  primary key (loan_id, number),
  constraint installment_adds_up check (payment_cents = principal_cents + interest_cents)
);

-- What the worker was shown. Never rewritten.
create table contract (
  id bigint generated always as identity primary key,
  loan_id bigint not null references loan (id) on delete cascade,
  business_day date not null,
  sha256 text not null constraint contract_sha256_format check (sha256 ~ '^[0-9a-f]{64}$'),
  payload jsonb not null,
  payload_sha256 text not null,
  text_version text not null,
  account text not null,
  storage_key text not null,
  created_at timestamptz not null,
  constraint contract_shown_once unique (loan_id, business_day, payload_sha256)
);
create index contract_loan on contract (loan_id, id desc);

-- The evidence of the signature (Código de Comercio 89, 97; design §6).
create table acceptance (
  loan_id bigint primary key references loan (id),
  contract_id bigint not null references contract (id),
  signature_png bytea not null,
  strokes jsonb,
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  accuracy double precision,
  ip inet,
  user_agent text,
  session_id bigint references session (id),
  accepted_at timestamptz not null,
  signed_storage_key text,
  signed_sha256 text,
  sealed_at timestamptz,
  constraint acceptance_not_null_island check (latitude <> 0 or longitude <> 0)
);

-- One row per attempt to pay a loan out: the STP order.
create table transfer (
  id bigint generated always as identity primary key,
  loan_id bigint not null references loan (id),
  attempt integer not null constraint transfer_attempt_positive check (attempt > 0),
  status text not null constraint transfer_status_known check (status in ('pending', 'unknown', 'sent', 'failed', 'review')),
  tracking_key text not null constraint transfer_tracking_key_format check (tracking_key ~ '^[A-Za-z0-9]{8,30}$'),
  numeric_reference integer not null check (numeric_reference between 1 and 9999999),
  amount_cents bigint not null constraint transfer_amount_positive check (amount_cents > 0),
  operation_date date not null,
  payment_concept text not null,
  beneficiary_name text not null,
  beneficiary_account text not null check (beneficiary_account ~ '^[0-9]{16}([0-9]{2})?$'),
  account_type_beneficiary integer not null check (account_type_beneficiary in (3, 40)),
  rfc_curp_beneficiary text not null,
  counterpart_institution text not null,
  operating_institution text not null,
  payer_name text not null,
  paying_account text not null,
  rfc_curp_payer text not null,
  latitude double precision,
  longitude double precision,
  stp_id bigint,
  stp_state text,
  state text constraint transfer_state_known check (state in ('LQ', 'CN', 'D')),
  failure_id integer,
  failure_message text,
  return_cause text,
  signature text,
  url_cep text,
  claimed_at timestamptz,
  asked_at timestamptz,
  sent_at timestamptz,
  ts_capture timestamptz,
  ts_liquidation timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint transfer_attempt_unique unique (loan_id, attempt),
  constraint transfer_tracking_key_unique unique (tracking_key)
);
-- A loan is never paid by two orders at a time.
create unique index transfer_one_open on transfer (loan_id)
  where status in ('pending', 'unknown', 'review') or (status = 'sent' and (state is null or state = 'LQ'));
create index transfer_open on transfer (updated_at) where status in ('pending', 'unknown');
create index transfer_created on transfer (created_at desc, id desc);
create index transfer_state_created on transfer (state, created_at desc, id desc);
create index transfer_day on transfer (operation_date desc, id desc);

-- Everything STP told us, kept as it came.
create table stp_message (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('order_state', 'payment')),
  body jsonb not null,
  ip inet,
  transfer_id bigint references transfer (id),
  outcome text not null,
  received_at timestamptz not null
);
create index stp_message_transfer on stp_message (transfer_id, received_at desc);

create table payment (
  id bigint generated always as identity primary key,
  loan_id bigint not null references loan (id),
  user_id bigint not null references app_user (id),
  amount_paid_cents bigint not null constraint payment_amount_positive check (amount_paid_cents > 0),
  previous_amount_due_cents bigint not null,
  new_amount_due_cents bigint not null constraint payment_due_not_negative check (new_amount_due_cents >= 0),
  registered_by bigint not null references app_user (id),
  reversed_at timestamptz,
  reversal_reason text,
  created_at timestamptz not null,
  constraint payment_adds_up check (previous_amount_due_cents - amount_paid_cents = new_amount_due_cents)
);
create index payment_loan on payment (loan_id, created_at desc, id desc);
create index payment_user on payment (user_id, created_at desc, id desc);
create index payment_created on payment (created_at desc, id desc);

-- Double entry: a row moves an amount from a credit account to a debit account, so it balances by itself.
create table ledger_entry (
  id bigint generated always as identity primary key,
  posting uuid not null,
  kind text not null constraint ledger_kind_known check (kind in (
    'payout_principal', 'payout_charge', 'settlement',
    'payout_principal_reversed', 'payout_charge_reversed', 'settlement_reversed',
    'payment', 'charge_earned', 'tax_earned',
    'payment_reversed', 'charge_earned_reversed', 'tax_earned_reversed', 'write_off')),
  debit_account text not null constraint ledger_debit_known check (debit_account in (
    'loan_receivable', 'unearned_finance_charge', 'finance_income', 'tax_payable',
    'stp_cash', 'stp_in_transit', 'collections', 'write_offs')),
  credit_account text not null constraint ledger_credit_known check (credit_account in (
    'loan_receivable', 'unearned_finance_charge', 'finance_income', 'tax_payable',
    'stp_cash', 'stp_in_transit', 'collections', 'write_offs')),
  amount_cents bigint not null constraint ledger_amount_positive check (amount_cents > 0),
  loan_id bigint not null references loan (id),
  transfer_id bigint references transfer (id),
  payment_id bigint references payment (id),
  created_at timestamptz not null,
  constraint ledger_two_accounts check (debit_account <> credit_account),
  constraint ledger_one_cause check ((transfer_id is null) <> (payment_id is null)),
  constraint ledger_order_once unique (transfer_id, kind),
  constraint ledger_payment_once unique (payment_id, kind)
);
create index ledger_loan on ledger_entry (loan_id, id);
create trigger ledger_append_only before update or delete on ledger_entry
  for each row execute function refuse_change();
create trigger ledger_no_truncate before truncate on ledger_entry
  for each statement execute function refuse_change();

create table document (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user (id),
  loan_id bigint references loan (id),
  kind text not null check (kind in (
    'INE', 'CURP', 'COMPROBANTE_DE_DOMICILIO', 'CIF', 'CARATULA_DE_CUENTA_BANCARIA', 'contract', 'other')),
  filename text not null,
  storage_key text not null,
  size_bytes bigint not null,
  sha256 text not null,
  review text check (review in ('accepted', 'refused')),
  review_reason text,
  reviewed_by bigint references app_user (id),
  replaced_at timestamptz,
  uploaded_by bigint references app_user (id),
  created_at timestamptz not null
);
create unique index document_current on document (user_id, kind)
  where replaced_at is null and loan_id is null and kind <> 'other';
create unique index document_contract_once on document (loan_id) where kind = 'contract';
create index document_user on document (user_id, created_at desc, id desc) where replaced_at is null;
create index document_loan on document (loan_id, created_at desc, id desc) where loan_id is not null;

create table notification (
  id bigint generated always as identity primary key,
  recipient_id bigint not null references app_user (id),
  title text not null,
  message text not null,
  checked boolean not null default false,
  -- Makes a reminder unique: «due:123:2026-12-15:3-days».
  reason_key text,
  created_at timestamptz not null,
  constraint notification_reason_once unique (recipient_id, reason_key)
);
create index notification_recipient on notification (recipient_id, created_at desc, id desc);
create index notification_unread on notification (recipient_id) where not checked;

create table assistance (
  id bigint generated always as identity primary key,
  category text not null,
  name text not null,
  description text not null,
  url text not null,
  image text not null,
  position integer not null,
  constraint assistance_name_unique unique (category, name)
);

-- Dashboard charts read counts of a year by month.
create index loan_requested_day on loan (requested_day, type, state);
