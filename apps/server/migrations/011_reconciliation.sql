-- The daily comparison of STP's list with our orders and the ledger: a row for each operating day.
create table reconciliation (
  operation_date date primary key,
  state text not null constraint reconciliation_state_known check (state in ('queued', 'running', 'done', 'failed')),
  -- Which attempt the row belongs to: one that was overtaken writes nothing.
  run integer not null default 0,
  requested_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  failure_reason text,
  -- Of the last whole comparison; a failed attempt leaves them as they were.
  checked_at timestamptz,
  totals jsonb,
  open_differences integer not null default 0
    constraint reconciliation_differences_positive check (open_differences >= 0),
  constraint reconciliation_whole check (
    (checked_at is null) = (totals is null) and (state <> 'done' or checked_at is not null)),
  constraint reconciliation_says_why check ((state = 'failed') = (failure_reason is not null))
);
create index reconciliation_with_differences on reconciliation (operation_date desc) where open_differences > 0;

-- Every order of a day as the three sides had it at the last whole comparison.
create table reconciliation_order (
  operation_date date not null references reconciliation (operation_date),
  tracking_key text not null,
  transfer_id bigint references transfer (id),
  ours jsonb,
  stp jsonb,
  ledger jsonb,
  primary key (operation_date, tracking_key),
  constraint reconciliation_order_somewhere check (ours is not null or stp is not null)
);

-- What does not agree. Kept for ever: a repeated comparison finds the same row again, with what was noted on it.
create table reconciliation_difference (
  id bigint generated always as identity primary key,
  operation_date date not null references reconciliation (operation_date),
  kind text not null constraint difference_kind_known check (kind in (
    'unknown_here', 'missing_at_stp', 'duplicate_at_stp', 'operating_day', 'amount', 'account',
    'state', 'returned', 'not_in_ledger', 'only_in_ledger', 'ledger_amount')),
  tracking_key text not null,
  transfer_id bigint references transfer (id),
  ours jsonb,
  stp jsonb,
  ledger jsonb,
  found_at timestamptz not null,
  seen_at timestamptz not null,
  note text,
  noted_by bigint references app_user (id),
  noted_at timestamptz,
  closed_at timestamptz,
  -- Null: it closed by itself, because a later comparison no longer found it.
  closed_by bigint references app_user (id),
  constraint difference_once unique (operation_date, kind, tracking_key),
  constraint difference_closed_by_somebody check (closed_by is null or (closed_at is not null and note is not null)),
  constraint difference_noted check ((note is null) = (noted_by is null) and (note is null) = (noted_at is null))
);
create index difference_listed on reconciliation_difference (operation_date, (closed_at is not null), id);

-- What STP last said of the paying account, so that no screen spends a query on it.
create table stp_balance (
  id integer primary key default 1 constraint stp_balance_one check (id = 1),
  tried_at timestamptz not null,
  failure_reason text,
  asked_at timestamptz,
  balance_cents bigint,
  pending_cents bigint,
  -- The ledger's STP cash at the same instant.
  ledger_cents bigint,
  constraint stp_balance_whole check (
    (asked_at is null) = (balance_cents is null) and (asked_at is null) = (pending_cents is null)
    and (asked_at is null) = (ledger_cents is null))
);
create index ledger_cash_out on ledger_entry (amount_cents) where credit_account = 'stp_cash';
create index ledger_cash_in on ledger_entry (amount_cents) where debit_account = 'stp_cash';
create index transfer_unsent on transfer (amount_cents) where status in ('pending', 'unknown');
