-- What the lender's banks say of their accounts, compared with the payments that staff registered, and the proof that a
-- payment outside STP really arrived.

-- A reference without its spelling: `Ref. 00-123` and `REF123` are the same.
create function reference_key(reference text) returns text language sql immutable parallel safe as $$
  select nullif(ltrim(regexp_replace(upper(coalesce(reference, '')), '[^A-Z0-9]', '', 'g'), '0'), '')
$$;

-- The columns of the account's statements, as the last upload named them.
alter table bank_account add column statement_columns jsonb;

create table bank_statement (
  id bigint generated always as identity primary key,
  bank_account_id bigint not null references bank_account (id),
  file_name text not null,
  file_sha256 bytea not null,
  uploaded_by bigint not null references app_user (id),
  headers jsonb not null,
  state text not null default 'waiting'
    constraint bank_statement_state_known check (state in ('waiting', 'running', 'finished')),
  rows_total integer not null constraint bank_statement_rows_counted check (rows_total >= 0),
  -- Lines that were new, those that an earlier file brought, rows that could not be read, payments that lines proved.
  added_count integer not null default 0,
  known_count integer not null default 0,
  rejected_count integer not null default 0,
  matched_count integer not null default 0,
  rows_done integer generated always as (added_count + known_count + rejected_count) stored,
  created_at timestamptz not null,
  finished_at timestamptz,
  constraint bank_statement_rows_add_up check (added_count + known_count + rejected_count <= rows_total),
  constraint bank_statement_finished_at check ((state = 'finished') = (finished_at is not null))
);
create index bank_statement_account on bank_statement (bank_account_id, id desc);

-- Rows of a statement that wait for the job (`line`) or could not be read (`problems`).
create table bank_statement_row (
  statement_id bigint not null references bank_statement (id) on delete cascade,
  number integer not null,
  cells jsonb not null,
  line jsonb,
  problems jsonb,
  primary key (statement_id, number),
  constraint bank_statement_row_read check ((line is null) <> (problems is null))
);
create index bank_statement_row_waiting on bank_statement_row (statement_id, number) where line is not null;

create table bank_line (
  id bigint generated always as identity primary key,
  bank_account_id bigint not null references bank_account (id),
  statement_id bigint not null references bank_statement (id),
  -- Its row in the file.
  number integer not null,
  day date not null,
  description text not null,
  reference text not null,
  -- Positive for a deposit, negative for a withdrawal.
  amount_cents bigint not null constraint bank_line_amount_given check (amount_cents <> 0),
  -- The account's balance after the line, if the bank says it.
  balance_cents bigint,
  -- A bank gives a line no number: equal lines of a day are told apart by their order.
  occurrence integer not null constraint bank_line_occurrence_counted check (occurrence > 0),
  content_key text generated always as (md5(description || E'\x1f' || reference)) stored,
  reference_key text generated always as (reference_key(reference)) stored,
  -- What payments account for; only `bank_match` changes it.
  matched_cents bigint not null default 0,
  -- Why the line is no payment.
  explained_as text constraint bank_line_explanation_known
    check (explained_as in ('bank_fee', 'to_stp', 'from_stp', 'own_transfer', 'other')),
  explanation text,
  explained_by bigint references app_user (id),
  explained_at timestamptz,
  owner_id bigint references app_user (id),
  created_at timestamptz not null,
  constraint bank_line_once unique (bank_account_id, day, amount_cents, content_key, occurrence),
  constraint bank_line_of_account unique (id, bank_account_id),
  constraint bank_line_matched_within check (matched_cents between 0 and greatest(amount_cents, 0)),
  constraint bank_line_explained_whole check (num_nonnulls(explained_as, explanation, explained_by, explained_at) in (0, 4)),
  constraint bank_line_explained_unmatched check (explained_as is null or matched_cents = 0)
);
create index bank_line_day on bank_line (bank_account_id, day desc, id desc);
create index bank_line_statement on bank_line (statement_id);
create index bank_line_owner on bank_line (owner_id) where owner_id is not null;
-- Deposits of which a part has no payment, and withdrawals that nobody explained.
create index bank_line_open on bank_line (bank_account_id, day desc, id desc)
  where explained_as is null and (amount_cents < 0 or matched_cents < amount_cents);
create index bank_line_reference on bank_line (bank_account_id, reference_key, amount_cents)
  where explained_as is null and matched_cents = 0 and amount_cents > 0;

-- The file that shows that money arrived: a transfer's receipt, a deposit slip.
create table payment_voucher (
  id uuid primary key,
  file_name text not null,
  media_type text not null constraint payment_voucher_type_known
    check (media_type in ('application/pdf', 'image/jpeg', 'image/png', 'image/webp')),
  size_bytes bigint not null,
  sha256 text not null,
  uploaded_by bigint not null references app_user (id),
  created_at timestamptz not null
);
create index payment_voucher_content on payment_voucher (sha256);

alter table payment
  add column voucher_id uuid references payment_voucher (id),
  -- Whether money that did not come through STP is proved to have arrived. Null: nobody asks, because it came through
  -- STP, from the worker's balance, or was registered before this migration.
  add column proof text constraint payment_proof_known check (proof in ('pending', 'matched', 'confirmed', 'rejected')),
  -- Who confirmed or rejected it; null if a line of a statement proved it.
  add column proof_by bigint references app_user (id),
  add column proof_at timestamptz,
  add column proof_reason text,
  -- Who takes care of a payment that no line of a statement shows.
  add column owner_id bigint references app_user (id),
  add constraint payment_proof_of_bank check (bank_account_id is not null or (proof is null and voucher_id is null)),
  add constraint payment_proof_decided check (
    case when proof in ('confirmed', 'rejected') then proof_by is not null and proof_at is not null else proof_by is null end),
  add constraint payment_proof_two_people check (proof_by is null or proof_by <> registered_by),
  add constraint payment_rejected_reason check ((proof_reason is not null) = (proof is not distinct from 'rejected'));
create index payment_with_voucher on payment (voucher_id) where voucher_id is not null;
create index payment_unproved on payment (proof, created_at, id) where proof in ('pending', 'rejected') and reversed_at is null;
create index payment_bank on payment (bank_account_id, value_date desc, id desc)
  where bank_account_id is not null and reversed_at is null;
-- A bank gives one reference to one deposit. An employer's deposit has the deductions of many workers.
create unique index payment_deposit_reference_once on payment (bank_account_id, channel, reference)
  where voucher_id is not null and reference is not null and channel <> 'deduction' and reversed_at is null;

-- Which line of a statement shows a payment. A line may show several payments, a payment stands in one line.
create table bank_match (
  payment_id bigint primary key references payment (id),
  line_id bigint not null,
  bank_account_id bigint not null,
  amount_cents bigint not null constraint bank_match_amount_positive check (amount_cents > 0),
  rule text not null constraint bank_match_rule_known check (rule in ('reference', 'reference_sum', 'amount', 'manual')),
  -- Null: the server.
  matched_by bigint references app_user (id),
  matched_at timestamptz not null,
  constraint bank_match_same_account foreign key (line_id, bank_account_id) references bank_line (id, bank_account_id),
  constraint bank_match_person check ((rule = 'manual') = (matched_by is not null))
);
create index bank_match_line on bank_match (line_id);

create function keep_line_matched() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    perform 1 from payment where id = new.payment_id and bank_account_id = new.bank_account_id
      and amount_paid_cents = new.amount_cents and reversed_at is null;
    if not found then
      raise exception 'payment % is not this money of the account', new.payment_id
        using errcode = 'check_violation', constraint = 'bank_match_of_payment';
    end if;
    update bank_line set matched_cents = matched_cents + new.amount_cents where id = new.line_id;
  else
    update bank_line set matched_cents = matched_cents - old.amount_cents where id = old.line_id;
  end if;
  return null;
end $$;
create trigger bank_match_kept after insert or delete on bank_match for each row execute function keep_line_matched();

create function refuse_match_change() returns trigger language plpgsql as $$
begin
  raise exception 'a match is removed and made again, never changed';
end $$;
create trigger bank_match_unchanged before update on bank_match for each row execute function refuse_match_change();

-- A reversed payment leaves its line, which is open again.
create function leave_line() returns trigger language plpgsql as $$
begin
  delete from bank_match where payment_id = new.id;
  return null;
end $$;
create trigger payment_leaves_line after update of reversed_at on payment
  for each row when (old.reversed_at is null and new.reversed_at is not null) execute function leave_line();

-- The payments outside STP that no line of a statement shows, for the modules below the loans.
create view open_bank_payment as
  select payment.id, payment.bank_account_id
  from payment
  where bank_account_id is not null and reversed_at is null
    and not exists (select from bank_match where bank_match.payment_id = payment.id);

create index ledger_bank on ledger_entry (bank_account_id) include (debit_account, amount_cents)
  where bank_account_id is not null;
