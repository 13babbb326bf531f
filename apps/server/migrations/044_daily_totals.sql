-- What each account of the ledger was debited and credited on each day of Mexico City, by kind of entry. A job adds the
-- entries; no payment writes here, so no row is locked by every payment.
create table ledger_daily_total (
  day date not null,
  account text not null,
  kind text not null,
  debit_cents bigint not null,
  credit_cents bigint not null,
  entries bigint not null constraint daily_total_entries_positive check (entries > 0),
  primary key (day, account, kind),
  constraint daily_total_amounts_positive check (debit_cents >= 0 and credit_cents >= 0)
);

-- The totals hold every entry up to `through_id`, and none after it. One row.
create table ledger_total_mark (
  id integer primary key constraint total_mark_single check (id = 1),
  through_id bigint not null constraint total_mark_positive check (through_id >= 0),
  -- The last comparison of the totals with the entries, and how many totals it found wrong.
  checked_at timestamptz,
  wrong_totals integer not null default 0
);

-- Another version of the server may be writing entries: with this lock all of them up to the greatest id are visible.
lock table ledger_entry in share mode;
insert into ledger_total_mark (id, through_id) select 1, coalesce(max(id), 0) from ledger_entry;
insert into ledger_daily_total (day, account, kind, debit_cents, credit_cents, entries)
  select day, account, kind, sum(debit), sum(credit), sum(entries)
  from (
    select (created_at at time zone 'America/Mexico_City')::date as day, kind, debit_account, credit_account,
      sum(amount_cents) as amount, count(*) as entries
    from ledger_entry group by 1, 2, 3, 4
  ) as moved
  cross join lateral (values (debit_account, amount, 0), (credit_account, 0, amount)) as side (account, debit, credit)
  group by day, account, kind;

-- The movements at STP and on their way to and from it, by day.
create index ledger_stp_movements on ledger_entry (created_at, id)
  where debit_account in ('stp_cash', 'stp_in_transit', 'refund_in_transit')
    or credit_account in ('stp_cash', 'stp_in_transit', 'refund_in_transit');

-- A loan is in clarification while nobody is sure that its worker has the money: its payout came back, or one of its
-- orders waits for an admin who states what happened to the money. Nothing falls due meanwhile.
create view loan_clarification as
select id from loan where state = 'payout_returned'
union
select loan_id from transfer where loan_id is not null and (status = 'review' or contested_at is not null);

-- The day on which the clarification of a loan ended that was not late before: installments due until then count as due
-- on it when it is decided whether the loan is late.
alter table loan add column clarified_on date;
