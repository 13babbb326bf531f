-- STP's messages have one table for each month of UTC, in a schema of their own on which the server's user has no rights: it
-- reads and writes them through stp_message. A month can then be taken out without a vacuum of all of them. The number
-- stays unique through its sequence; no other table refers to it.
create schema if not exists months;

-- In the order of a command that books a message: first what the message is about.
lock table transfer, incoming_payment in share row exclusive mode;
lock table stp_message in access exclusive mode;
alter table stp_message rename to stp_message_former;
alter sequence stp_message_id_seq rename to stp_message_former_id_seq;
-- No identity: before PostgreSQL 17 a partition cannot have one.
create sequence stp_message_id_seq;
create table stp_message (
  id bigint not null default nextval('stp_message_id_seq'),
  kind text not null constraint stp_message_kind_check check (kind in ('order_state', 'payment')),
  body jsonb not null,
  ip inet,
  transfer_id bigint,
  outcome text not null,
  received_at timestamptz not null,
  incoming_payment_id bigint
) partition by range (received_at);
alter sequence stp_message_id_seq owned by stp_message.id;

-- Keeps messages of months without a table, so that none is refused.
create table "months".stp_message_rest partition of stp_message default;

-- Makes the table of the month of a day, with the messages of that month which the rest has. Locks in the same order.
create function make_message_month(day date) returns void
language plpgsql set search_path = pg_catalog, pg_temp set timezone = 'UTC' as $$
declare
  first timestamptz := date_trunc('month', day);
  next timestamptz := date_trunc('month', day) + interval '1 month';
  name text := to_char(day, '"months.stp_message_"YYYY_MM');
begin
  lock table public.transfer, public.incoming_payment in share row exclusive mode;
  lock table months.stp_message_rest in access exclusive mode;
  -- Another process made it meanwhile.
  if to_regclass(name) is not null then return; end if;
  execute format('create table %s (like public.stp_message including all)', name);
  execute format('insert into %s select * from months.stp_message_rest where received_at >= $1 and received_at < $2', name)
    using first, next;
  delete from months.stp_message_rest where received_at >= first and received_at < next;
  execute format('alter table public.stp_message attach partition %s for values from (%L) to (%L)', name, first, next);
end $$;

-- Makes the tables of this month, of the next three, and of each month of which the rest has messages. Returns how many the
-- rest still has: those of a month whose table was taken out. The server's user may call it, and has no right on the
-- tables itself. Without anything to do it locks nothing; otherwise it gives up after half a second, before PostgreSQL
-- looks for a deadlock, and the next run goes on.
create function keep_message_months(today date) returns bigint
language plpgsql security definer
set search_path = pg_catalog, pg_temp set timezone = 'UTC' set lock_timeout = '500ms' as $$
declare
  missing date[] := array(
    select month from (
      select (date_trunc('month', today) + n * interval '1 month')::date as month from generate_series(0, 3) as n
      union
      select date_trunc('month', received_at)::date from months.stp_message_rest where isfinite(received_at)
    ) as needed
    where to_regclass(to_char(month, '"months.stp_message_"YYYY_MM')) is null
    order by month);
  one date;
begin
  foreach one in array missing loop
    perform public.make_message_month(one);
  end loop;
  return (select count(*) from months.stp_message_rest);
end $$;
revoke execute on function make_message_month(date), keep_message_months(date) from public;

-- The months of the messages there are and the coming ones, then the messages, then the indexes in one go.
select make_message_month(month) from (
  select date_trunc('month', received_at at time zone 'UTC')::date as month from stp_message_former
  union
  select (date_trunc('month', now() at time zone 'UTC') + n * interval '1 month')::date from generate_series(0, 3) as n
) as needed order by month;
insert into stp_message (id, kind, body, ip, transfer_id, outcome, received_at, incoming_payment_id)
  select id, kind, body, ip, transfer_id, outcome, received_at, incoming_payment_id from stp_message_former;
select setval('stp_message_id_seq', last_value, is_called) from stp_message_former_id_seq;
drop table stp_message_former;

alter table stp_message
  add constraint stp_message_pkey primary key (id, received_at),
  add constraint stp_message_transfer_id_fkey foreign key (transfer_id) references transfer (id),
  add constraint stp_message_incoming_payment_id_fkey foreign key (incoming_payment_id) references incoming_payment (id);
create index stp_message_transfer on stp_message (transfer_id, received_at desc, id desc);
create index stp_message_to_confirm on stp_message (transfer_id) where outcome = 'to_confirm';
analyze stp_message;
