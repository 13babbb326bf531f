-- What each bank account of the lender was debited and credited by its entries up to an id. The job that adds the entries
-- to the daily totals adds them here too, so that a balance reads the later ones only. No payment writes here.
create table bank_account_total (
  bank_account_id bigint primary key constraint bank_account_total_account references bank_account (id),
  through_id bigint not null constraint bank_account_total_through_positive check (through_id >= 0),
  debit_cents bigint not null,
  credit_cents bigint not null,
  entries bigint not null,
  constraint bank_account_total_positive check (debit_cents >= 0 and credit_cents >= 0 and entries >= 0)
);

-- The entries up to the mark of the daily totals are complete.
insert into bank_account_total (bank_account_id, through_id, debit_cents, credit_cents, entries)
select bank_account_id, max(through_id), coalesce(sum(amount_cents) filter (where debit_account = 'bank_cash'), 0),
  coalesce(sum(amount_cents) filter (where debit_account <> 'bank_cash'), 0), count(*)
from ledger_entry join ledger_total_mark on ledger_entry.id <= through_id
where bank_account_id is not null group by bank_account_id;

-- The entries of an account after an id.
create index ledger_bank_entries on ledger_entry (bank_account_id, id) include (debit_account, amount_cents)
  where bank_account_id is not null;
drop index ledger_bank;
