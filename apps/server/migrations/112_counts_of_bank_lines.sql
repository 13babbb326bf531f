-- Numbers of the lines of bank statements, by account and state, and of the payments outside STP, by what proves them: both
-- lists were counted at each call. The functions are those of the other lists (103_list_counts.sql).

-- The payments and lines that are counted below stay as they are until the triggers that count them are in force, and the
-- sweep of the numbers waits.
lock table payment, bank_line, list_count in share row exclusive mode;

-- A line's state as its list shows it.
create function bank_line_state(explained_as text, amount_cents bigint, matched_cents bigint) returns text
  language sql immutable parallel safe
  return case when explained_as is not null then 'explained'
    when amount_cents > 0 and matched_cents = amount_cents then 'matched'
    when matched_cents > 0 then 'partial' else 'open' end;

-- The proof of a payment outside STP that is in force; of any other payment ''.
create function proof_in_force(proof text, bank_account_id bigint, reversed_at timestamptz) returns text
  language sql immutable parallel safe
  return case when bank_account_id is not null and reversed_at is null then coalesce(proof, '') else '' end;

-- Makes the functions that write what a statement changes; the list has no companies.
create function count_list_changes(list text, day text, key text) returns void
language plpgsql as $make$
declare
  cells text := format('select %s as day, %s as key', day, key);
  source text;
  event text;
begin
  foreach event in array array['insert', 'update', 'delete'] loop
    source := case event
      when 'insert' then format('%s, 1 as sign from new_rows r', cells)
      when 'delete' then format('%s, -1 as sign from old_rows r', cells)
      else format('%s, 1 as sign from new_rows r union all %s, -1 from old_rows r', cells, cells)
    end;
    execute format($function$create or replace function count_%1$s_%2$s() returns trigger language plpgsql as $body$
begin
  insert into list_count_change (list, kind, company_id, day, key, n)
    select %1$L, 'day', 0, day, key, sum(sign) from (%3$s) as changed group by day, key having sum(sign) <> 0;
  return null;
end $body$$function$, list, event, source);
  end loop;
end $make$;

select count_list_changes('bank_line', 'r.day',
  'array[r.bank_account_id::text, bank_line_state(r.explained_as, r.amount_cents, r.matched_cents)]');
-- These functions have their triggers; until now the key was empty.
select count_list_changes('payment', 'day_in_mexico(r.created_at)',
  'array[proof_in_force(r.proof, r.bank_account_id, r.reversed_at)]');
drop function count_list_changes;

create trigger bank_line_insert_counted after insert on bank_line referencing new table as new_rows
  for each statement execute function count_bank_line_insert();
create trigger bank_line_update_counted after update on bank_line
  referencing old table as old_rows new table as new_rows
  for each statement execute function count_bank_line_update();
create trigger bank_line_delete_counted after delete on bank_line referencing old table as old_rows
  for each statement execute function count_bank_line_delete();

create or replace view list_count_live as
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
  select 'payment', null, (created_at at time zone 'America/Mexico_City')::date,
    array[case when proof is null or bank_account_id is null or reversed_at is not null then '' else proof end], count(*)
  from payment group by 3, 4
  union all
  select 'bank_line', null, day, array[cast(bank_account_id as text),
    case when explained_as is not null then 'explained' when amount_cents <= 0 or matched_cents = 0 then 'open'
      when matched_cents < amount_cents then 'partial' else 'matched' end], count(*)
  from bank_line group by 3, 4
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

select count(*) from correct_list_counts();
