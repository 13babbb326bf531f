-- How many rows the lists have, so that a page need not count them, by key: what the list filters by. Every statement
-- adds what it changes to list_count_change, which no other command waits for; a sweep moves the changes into
-- list_count. The number at any moment is the sum of both.
create table list_count (
  list text not null,
  -- 'all' rows of the list, those of a 'company', or those of a 'month' or 'day' of the list's own order.
  kind text not null constraint list_count_kind_known check (kind in ('all', 'company', 'month', 'day')),
  -- 0 but for a company.
  company_id bigint not null,
  -- '-infinity' but for a month, its first day, and a day.
  day date not null,
  key text[] not null,
  n bigint not null,
  primary key (list, kind, company_id, day, key),
  constraint list_count_company check ((company_id > 0) = (kind = 'company')),
  constraint list_count_day check ((day > '-infinity') = (kind in ('month', 'day')))
) with (fillfactor = 70);

-- The same columns. The sweep adds the numbers of the days up to those of the month and of all.
create table list_count_change (
  list text not null,
  kind text not null constraint list_count_change_kind_known check (kind in ('company', 'day')),
  company_id bigint not null,
  day date not null,
  key text[] not null,
  n bigint not null
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_analyze_scale_factor = 2);
-- Its rows have no key; a logical replica finds them by all their columns.
alter table list_count_change replica identity full;
create index list_count_change_list on list_count_change (list, kind, company_id);

create function day_in_mexico(at timestamptz) returns date
  language sql immutable parallel safe
  return (at at time zone 'America/Mexico_City')::date;

-- Makes the triggers that keep the numbers of a list: `rows` is the table, `company`, `day` and `key` are SQL for a row
-- `r` of it. A statement that changes no key writes nothing.
create function keep_list_count(list text, rows regclass, company text, day text, key text) returns void
language plpgsql as $make$
declare
  cells text := format('select %s as company_id, %s as day, %s as key', company, day, key);
  sums constant text := $sums$
    select %L, case when grouping(company_id) = 1 then 'day' else 'company' end, coalesce(company_id, 0),
      coalesce(day, '-infinity'), key, sum(sign)
    from (%s) as changed
    group by grouping sets ((key, day), (key, company_id))
    having sum(sign) <> 0 and (grouping(company_id) = 1 or company_id is not null)$sums$;
  source text;
  event text;
begin
  foreach event in array array['insert', 'update', 'delete'] loop
    source := case event
      when 'insert' then format('%s, 1 as sign from new_rows r', cells)
      when 'delete' then format('%s, -1 as sign from old_rows r', cells)
      else format('%s, 1 as sign from new_rows r union all %s, -1 from old_rows r', cells, cells)
    end;
    execute format($function$create function count_%1$s_%2$s() returns trigger language plpgsql as $body$
begin
  insert into list_count_change (list, kind, company_id, day, key, n)%3$s;
  return null;
end $body$$function$, list, event, format(sums, list, source));
    execute format('create trigger %1$s_%2$s_counted after %2$s on %3$s referencing %4$s
      for each statement execute function count_%1$s_%2$s()', list, event, rows,
      case event when 'insert' then 'new table as new_rows' when 'delete' then 'old table as old_rows'
        else 'old table as old_rows new table as new_rows' end);
  end loop;
end $make$;

select keep_list_count('loan', 'loan', 'r.company_id', 'day_in_mexico(r.created_at)', 'array[r.type, r.state]');
select keep_list_count('app_user', 'app_user', 'r.company_id', 'day_in_mexico(r.created_at)',
  'array[r.user_type, r.is_active::text, r.has_all_documents::text]');
select keep_list_count('transfer', 'transfer', 'null::bigint', 'day_in_mexico(r.created_at)',
  'array[coalesce(r.state, ''''), r.purpose]');
-- The same orders by the day at STP, by which their list filters and sorts, too.
select keep_list_count('transfer_operation', 'transfer', 'null::bigint', 'r.operation_date',
  'array[coalesce(r.state, ''''), r.purpose]');
select keep_list_count('payment', 'payment', 'null::bigint', 'day_in_mexico(r.created_at)', '''{}''::text[]');
select keep_list_count('incoming_payment', 'incoming_payment', 'null::bigint', 'day_in_mexico(r.received_at)',
  'array[r.status, (r.stp_confirmed_at is not null)::text, r.found_in_list::text]');
drop function keep_list_count;

-- Rows of the audit trail are only added. The check of the trail knows this function by its text.
create function count_audit_insert() returns trigger language plpgsql as $$
begin
  insert into list_count_change (list, kind, company_id, day, key, n)
  select 'audit', 'day', 0, (r.created_at at time zone 'America/Mexico_City')::date, array[r.action, r.subject], count(*)
  from new_rows r group by 4, 5;
  return null;
end $$;
create trigger audit_insert_counted after insert on audit referencing new table as new_rows
  for each statement execute function count_audit_insert();

-- The same numbers counted from the rows themselves: what the nightly proof compares with.
create view list_count_live as
with counted as (
  select 'loan' as list, company_id, (created_at at time zone 'America/Mexico_City')::date as day,
    array[type, state] as key, count(*) as n
  from loan group by 2, 3, 4
  union all
  select 'app_user', company_id, (created_at at time zone 'America/Mexico_City')::date,
    array[user_type, case when is_active then 'true' else 'false' end,
      case when has_all_documents then 'true' else 'false' end], count(*)
  from app_user group by 2, 3, 4
  union all
  select 'transfer', null, (created_at at time zone 'America/Mexico_City')::date,
    array[coalesce(state, ''), purpose], count(*)
  from transfer group by 3, 4
  union all
  select 'transfer_operation', null, operation_date, array[coalesce(state, ''), purpose], count(*)
  from transfer group by 3, 4
  union all
  select 'payment', null, (created_at at time zone 'America/Mexico_City')::date, '{}'::text[], count(*)
  from payment group by 3
  union all
  select 'incoming_payment', null, (received_at at time zone 'America/Mexico_City')::date,
    array[status, case when stp_confirmed_at is null then 'false' else 'true' end,
      case when found_in_list then 'true' else 'false' end], count(*)
  from incoming_payment group by 3, 4
  union all
  select 'audit', null, (created_at at time zone 'America/Mexico_City')::date, array[action, subject], count(*)
  from audit group by 3, 4
)
select list, 'all' as kind, 0::bigint as company_id, date '-infinity' as day, key, sum(n)::bigint as n
from counted group by list, key
union all
select list, 'day', 0, day, key, sum(n)::bigint from counted group by list, day, key
union all
select list, 'month', 0, make_date(extract(year from day)::int, extract(month from day)::int, 1), key, sum(n)::bigint
from counted group by 1, 4, 5
union all
select list, 'company', company_id, '-infinity', key, sum(n)::bigint from counted where company_id is not null
group by list, company_id, key;

-- Changes with the numbers of the month and of all that they change, too.
create view list_count_change_cells as
select list, kind, company_id, day, key, n from list_count_change
union all
select list, 'month', 0, date_trunc('month', day)::date, key, n from list_count_change where kind = 'day'
union all
select list, 'all', 0, '-infinity', key, n from list_count_change where kind = 'day';

-- Sets every number that differs from the rows right, and returns those that differed. It adds the difference, so it is
-- right also while commands write and the sweep moves changes.
create function correct_list_counts()
  returns table (list text, kind text, company_id bigint, day date, key text[], recorded bigint, live bigint)
  language sql as $$
  with recorded as (
    select list, kind, company_id, day, key, sum(n)::bigint as n from (
      select list, kind, company_id, day, key, n from list_count
      union all
      select list, kind, company_id, day, key, n from list_count_change_cells
    ) as cells group by 1, 2, 3, 4, 5
  ), wrong as materialized (
    select list, kind, company_id, day, key, coalesce(recorded.n, 0) as recorded, coalesce(live.n, 0) as live
    from recorded full join list_count_live as live using (list, kind, company_id, day, key)
    where coalesce(recorded.n, 0) <> coalesce(live.n, 0)
  ), corrected as (
    insert into list_count as old (list, kind, company_id, day, key, n)
    select list, kind, company_id, day, key, live - recorded from wrong
    on conflict (list, kind, company_id, day, key) do update set n = old.n + excluded.n
  )
  select list, kind, company_id, day, key, recorded, live from wrong
$$;

select count(*) from correct_list_counts();

-- Loans that ended although they took payments, because their payout came back and they were cancelled: few among those
-- with payments, so that the payments of all other loans are counted as all but theirs.
create index loan_ended_after_payout on loan (id) where sent_at is not null and loan_status_order(state) <> 2;
