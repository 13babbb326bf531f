-- Every centavo that the lender holds is in an account from the moment it moves: at STP, at a bank, on its way, owed to a
-- payer who is not known yet, or to a worker.

-- The lender's accounts at banks. Payments that do not come through STP reach the default one.
create table bank_account (
  id bigint generated always as identity primary key,
  name text not null constraint bank_account_name_present check (name <> ''),
  bank text,
  clabe text constraint bank_account_clabe_known check (clabe ~ '^[0-9]{18}$'),
  is_default boolean not null default false,
  created_at timestamptz not null,
  closed_at timestamptz,
  constraint bank_account_default_open check (not is_default or closed_at is null)
);
create unique index bank_account_clabe_once on bank_account (clabe) where clabe is not null;
create unique index bank_account_one_default on bank_account (is_default) where is_default;
insert into bank_account (name, is_default, created_at) values ('Cuenta bancaria principal', true, now());

-- A movement of the lender's own money at STP, which is no order of ours and no payment.
create table cash_movement (
  id bigint generated always as identity primary key,
  kind text not null constraint cash_movement_kind_known
    check (kind in ('opening', 'deposit', 'withdrawal', 'fee', 'unknown')),
  -- Positive if the money came to STP.
  amount_cents bigint not null constraint cash_movement_amount_given check (amount_cents <> 0),
  operation_date date not null,
  tracking_key text,
  note text not null,
  created_by bigint references app_user (id),
  created_at timestamptz not null
);
create unique index cash_movement_one_opening on cash_movement (kind) where kind = 'opening';
create index cash_movement_day on cash_movement (operation_date desc, id desc);

-- What the lender and a worker owe each other beside the loans. Only entries of the ledger change a row.
create table worker_account (
  user_id bigint primary key references app_user (id),
  balance_cents bigint not null default 0 constraint worker_balance_positive check (balance_cents >= 0),
  receivable_cents bigint not null default 0 constraint worker_receivable_positive check (receivable_cents >= 0)
);
create index worker_account_balance on worker_account (balance_cents desc, user_id) where balance_cents > 0;

-- What is left of received money after what was done with it. Only entries of the ledger change it.
alter table incoming_payment add column unapplied_cents bigint not null default 0
  constraint incoming_payment_unapplied_positive check (unapplied_cents >= 0),
  add constraint incoming_payment_unapplied_received check (unapplied_cents <= amount_cents);
-- When the ledger got the money: once STP confirmed it, or when it was registered before STP was asked about any.
alter table incoming_payment add column booked_at timestamptz;
-- The part that was given to a worker's balance, because it belongs to no loan.
alter table incoming_payment
  add column credited_to bigint references app_user (id),
  add column credited_cents bigint not null default 0,
  add column credited_by bigint references app_user (id),
  add column credited_at timestamptz,
  add constraint incoming_payment_credit_whole check (
    (credited_cents > 0) = (credited_to is not null) and (credited_to is null) = (credited_by is null)
    and (credited_to is null) = (credited_at is null) and credited_cents >= 0);
create index incoming_payment_unapplied on incoming_payment (received_at desc, id desc) where unapplied_cents > 0;

-- Where the money of a payment came from: received at STP, received at a bank, or the worker's own balance.
alter table payment
  add column bank_account_id bigint references bank_account (id),
  add column from_balance boolean not null default false;
update payment set bank_account_id = (select id from bank_account where is_default) where incoming_payment_id is null;
alter table payment add constraint payment_one_source
  check (num_nonnulls(incoming_payment_id, bank_account_id) + from_balance::int = 1);
-- An incoming payment may pay several loans; what is left of it limits them.
drop index payment_incoming_once;
create index payment_incoming on payment (incoming_payment_id) where incoming_payment_id is not null;

alter table ledger_entry
  alter column loan_id drop not null,
  -- The worker whose balance or receivable the entry changes.
  add column user_id bigint references app_user (id),
  -- The received money that the entry applies.
  add column incoming_payment_id bigint references incoming_payment (id),
  add column bank_account_id bigint references bank_account (id),
  add column cash_movement_id bigint references cash_movement (id);

-- The accounts that entries may name now. `collections` is only in entries before this migration.
alter table ledger_entry drop constraint ledger_debit_known;
alter table ledger_entry add constraint ledger_debit_known check (debit_account in (
  'loan_receivable', 'unearned_finance_charge', 'finance_income', 'tax_pending', 'tax_payable',
  'stp_cash', 'stp_in_transit', 'bank_cash', 'collections', 'unapplied_receipts', 'refund_in_transit', 'suspense',
  'worker_receivable', 'worker_balance', 'funding', 'stp_fees', 'verification_cost', 'write_offs'));
alter table ledger_entry drop constraint ledger_credit_known;
alter table ledger_entry add constraint ledger_credit_known check (credit_account in (
  'loan_receivable', 'unearned_finance_charge', 'finance_income', 'tax_pending', 'tax_payable',
  'stp_cash', 'stp_in_transit', 'bank_cash', 'collections', 'unapplied_receipts', 'refund_in_transit', 'suspense',
  'worker_receivable', 'worker_balance', 'funding', 'stp_fees', 'verification_cost', 'write_offs'));
alter table ledger_entry drop constraint ledger_kind_known;
alter table ledger_entry add constraint ledger_kind_known check (replace(kind, '_reversed', '') in (
  'payout_principal', 'payout_charge', 'payout_tax', 'settlement', 'second_payout',
  'payment', 'remainder', 'owed_by_worker', 'discount', 'tax_discount',
  'charge_earned', 'tax_accrued', 'tax_collected', 'payoff_discount', 'tax_earned', 'write_off',
  'receipt', 'receipt_to_worker', 'collections_moved',
  'refund', 'refund_settled', 'receipt_return', 'receipt_return_settled', 'verification', 'verification_settled',
  'funding', 'fee', 'unknown_movement'));

-- The workers of the entries before this migration. Amounts and accounts stay as they are.
alter table ledger_entry disable trigger ledger_append_only;
update ledger_entry set user_id = loan.user_id from loan
  where loan.id = ledger_entry.loan_id
    and (debit_account in ('worker_balance', 'worker_receivable') or credit_account in ('worker_balance', 'worker_receivable'));
alter table ledger_entry enable trigger ledger_append_only;

-- One cause: an order, a payment, an accrual up to a day, a correction or a movement; else the received money itself.
alter table ledger_entry drop constraint ledger_one_cause;
alter table ledger_entry add constraint ledger_one_cause check (
  case num_nonnulls(transfer_id, payment_id, accrual_day, correction_id, cash_movement_id)
    when 1 then true when 0 then incoming_payment_id is not null else false end);
create unique index ledger_receipt_once on ledger_entry (incoming_payment_id, kind)
  where num_nonnulls(transfer_id, payment_id, accrual_day, correction_id, cash_movement_id) = 0;
create unique index ledger_movement_once on ledger_entry (cash_movement_id, kind) where cash_movement_id is not null;
create index ledger_receipt on ledger_entry (incoming_payment_id, id) where incoming_payment_id is not null;
create index ledger_worker on ledger_entry (user_id, id) where user_id is not null;
-- An entry names the loan, the worker, the received money or the bank account whose balance it changes.
alter table ledger_entry
  add constraint ledger_names_loan check (loan_id is not null or 'loan_receivable' not in (debit_account, credit_account)),
  add constraint ledger_names_worker check (
    (user_id is not null) = (debit_account in ('worker_balance', 'worker_receivable')
      or credit_account in ('worker_balance', 'worker_receivable'))),
  add constraint ledger_names_receipt check (
    (incoming_payment_id is not null) = ('unapplied_receipts' in (debit_account, credit_account))),
  add constraint ledger_names_bank check (
    (bank_account_id is not null) = ('bank_cash' in (debit_account, credit_account)));

create function keep_worker_account() returns trigger language plpgsql as $$
begin
  insert into worker_account (user_id) values (new.user_id) on conflict do nothing;
  update worker_account set
    balance_cents = balance_cents + case 'worker_balance'
      when new.credit_account then new.amount_cents when new.debit_account then -new.amount_cents else 0 end,
    receivable_cents = receivable_cents + case 'worker_receivable'
      when new.debit_account then new.amount_cents when new.credit_account then -new.amount_cents else 0 end
  where user_id = new.user_id;
  return null;
end $$;
create trigger ledger_worker_account after insert on ledger_entry
  for each row when (new.user_id is not null) execute function keep_worker_account();

create function keep_unapplied() returns trigger language plpgsql as $$
begin
  update incoming_payment set unapplied_cents = unapplied_cents + case 'unapplied_receipts'
    when new.credit_account then new.amount_cents else -new.amount_cents end
  where id = new.incoming_payment_id;
  return null;
end $$;
create trigger ledger_unapplied after insert on ledger_entry
  for each row when (new.incoming_payment_id is not null) execute function keep_unapplied();

insert into worker_account (user_id, balance_cents, receivable_cents)
  select user_id,
    sum(case 'worker_balance' when credit_account then amount_cents when debit_account then -amount_cents else 0 end),
    sum(case 'worker_receivable' when debit_account then amount_cents when credit_account then -amount_cents else 0 end)
  from ledger_entry where user_id is not null group by user_id;

-- Received money that STP confirmed, or that was registered before STP was asked about any, is in the account at STP.
-- Payment types 0, 16, 17, 18, 23 and 24 are our own orders that came back: the order's return books them.
update incoming_payment set booked_at = now()
  where stp_check in ('confirmed', 'unchecked') and coalesce(payment_type, -1) <> all (array[0, 16, 17, 18, 23, 24]);
insert into ledger_entry (posting, kind, debit_account, credit_account, amount_cents, incoming_payment_id, created_at)
  select gen_random_uuid(), 'receipt', 'stp_cash', 'unapplied_receipts', amount_cents, id, booked_at
  from incoming_payment where booked_at is not null order by id;
alter table incoming_payment
  add constraint incoming_payment_confirmed_booked check (
    stp_check <> 'confirmed' or booked_at is not null or payment_type in (0, 16, 17, 18, 23, 24)),
  add constraint incoming_payment_unbooked_unapplied check (booked_at is not null or unapplied_cents = 0);

-- `collections` held what the payments brought, wherever it was: what came through STP goes there, the rest to the bank.
insert into ledger_entry (posting, kind, debit_account, credit_account, amount_cents, loan_id, payment_id,
    incoming_payment_id, bank_account_id, created_at)
  select gen_random_uuid(), 'collections_moved',
    case when incoming_payment_id is null then 'bank_cash' else 'unapplied_receipts' end, 'collections',
    amount_paid_cents, loan_id, id, incoming_payment_id, bank_account_id, now()
  from payment where reversed_at is null order by id;

-- Money that is left of a registered payment can be used.
update incoming_payment set status = 'open'
  where status = 'confirmed' and stp_check = 'confirmed' and unapplied_cents > 0;
