-- The dashboard's requests and payouts by month, so that a year is read from its months instead of its days. Whatever
-- writes `dashboard_sum` changes them in the same transaction, by triggers; the nightly comparison adds up the days anew.
create table dashboard_month (
  figure text not null constraint dashboard_month_figure_known check (figure in ('requested', 'sent')),
  month date not null constraint dashboard_month_first_day check (extract(day from month) = 1),
  type text not null,
  part bigint not null,
  loans bigint not null constraint dashboard_month_loans_positive check (loans >= 0),
  amount_cents bigint not null constraint dashboard_month_amount_positive check (amount_cents >= 0),
  primary key (figure, month, type, part)
);

-- A month's figure is the sum of its rows: the kept one, on its first day, and changes of days that no sweep has moved.
create view dashboard_month_figure as
  select figure, month as day, type, part, loans, amount_cents from dashboard_month
  union all
  select figure, day, type, part, loans, amount_cents from dashboard_change where figure in ('requested', 'sent');

create function first_of_month(day date) returns date
  language sql immutable parallel safe
  return date_trunc('month', day::timestamp)::date;

-- Adds to the months what a statement adds to days. A sweep inserts, updates and deletes days in one statement, which
-- fires a trigger for each; at every step in between a month is a sum of days before or after it, and never negative.
create function keep_dashboard_months() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    merge into dashboard_month as kept using (
      select figure, first_of_month(day) as month, type, part, sum(loans)::bigint as loans,
        sum(amount_cents)::bigint as amount_cents
      from added where figure in ('requested', 'sent') group by 1, 2, 3, 4
    ) as moved
      on kept.figure = moved.figure and kept.month = moved.month and kept.type = moved.type and kept.part = moved.part
    when matched then update set
      loans = kept.loans + moved.loans, amount_cents = kept.amount_cents + moved.amount_cents
    when not matched then insert (figure, month, type, part, loans, amount_cents)
      values (moved.figure, moved.month, moved.type, moved.part, moved.loans, moved.amount_cents);
  elsif tg_op = 'DELETE' then
    merge into dashboard_month as kept using (
      select figure, first_of_month(day) as month, type, part, sum(loans)::bigint as loans,
        sum(amount_cents)::bigint as amount_cents
      from removed where figure in ('requested', 'sent') group by 1, 2, 3, 4
    ) as moved
      on kept.figure = moved.figure and kept.month = moved.month and kept.type = moved.type and kept.part = moved.part
    when matched then update set
      loans = kept.loans - moved.loans, amount_cents = kept.amount_cents - moved.amount_cents;
  else
    merge into dashboard_month as kept using (
      select figure, first_of_month(day) as month, type, part, sum(sign * loans)::bigint as loans,
        sum(sign * amount_cents)::bigint as amount_cents
      from (select 1 as sign, added.* from added union all select -1, removed.* from removed) as changed
      where figure in ('requested', 'sent')
      group by 1, 2, 3, 4 having sum(sign * loans) <> 0 or sum(sign * amount_cents) <> 0
    ) as moved
      on kept.figure = moved.figure and kept.month = moved.month and kept.type = moved.type and kept.part = moved.part
    when matched then update set
      loans = kept.loans + moved.loans, amount_cents = kept.amount_cents + moved.amount_cents
    when not matched then insert (figure, month, type, part, loans, amount_cents)
      values (moved.figure, moved.month, moved.type, moved.part, moved.loans, moved.amount_cents);
  end if;
  return null;
end $$;

create trigger dashboard_month_added after insert on dashboard_sum
  referencing new table as added for each statement execute function keep_dashboard_months();
create trigger dashboard_month_changed after update on dashboard_sum
  referencing old table as removed new table as added for each statement execute function keep_dashboard_months();
create trigger dashboard_month_removed after delete on dashboard_sum
  referencing old table as removed for each statement execute function keep_dashboard_months();

-- The triggers' locks keep every sweep out until the migration commits.
insert into dashboard_month (figure, month, type, part, loans, amount_cents)
  select figure, first_of_month(day), type, part, sum(loans), sum(amount_cents)
  from dashboard_sum where figure in ('requested', 'sent') group by 1, 2, 3, 4;
