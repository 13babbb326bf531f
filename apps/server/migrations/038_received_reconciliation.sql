-- STP's lists of the orders that we sent (E) and received (R) on an operating day, as they were read page by page. A day
-- of 100,000 orders takes 100 of STP's queries, so reading continues over several hours and starts from what is stored.
-- The rows can be read from STP again at any time; the server deletes them after some days.
create table stp_list (
  operation_date date not null,
  order_type text not null constraint stp_list_type_known check (order_type in ('E', 'R')),
  -- The reading in progress, or the last one; every page and order has the number of the last reading that had it.
  reading integer not null constraint stp_list_reading_positive check (reading > 0),
  started_at timestamptz not null,
  -- STP's number of orders on all pages, by its last answer.
  total integer,
  -- The last reading after which the stored orders were as many as STP's total, and the time of its last query.
  whole_reading integer,
  whole_at timestamptz,
  primary key (operation_date, order_type),
  constraint stp_list_whole check (
    (whole_reading is null) = (whole_at is null) and (whole_at is null or total is not null))
);
create table stp_list_page (
  operation_date date not null,
  order_type text not null,
  page integer not null constraint stp_list_page_positive check (page >= 0),
  reading integer not null,
  orders integer not null,
  primary key (operation_date, order_type, page),
  constraint stp_list_page_of_list foreign key (operation_date, order_type) references stp_list on delete cascade
);
create table stp_listed_order (
  operation_date date not null,
  order_type text not null,
  stp_id bigint not null,
  page integer not null,
  reading integer not null,
  read_at timestamptz not null,
  tracking_key text not null,
  amount_cents bigint not null,
  beneficiary_account text not null,
  state text constraint stp_listed_order_state_known check (state in ('LQ', 'CN', 'D')),
  stp_state text not null,
  settled_at timestamptz,
  -- The whole order as the server read it.
  facts jsonb not null,
  primary key (operation_date, order_type, stp_id),
  constraint stp_listed_order_of_list foreign key (operation_date, order_type) references stp_list on delete cascade
);
create index stp_listed_order_key on stp_listed_order (operation_date, order_type, tracking_key);

-- The comparison covers both lists. A received order has no unique tracking key: several banks may use the same one.
alter table reconciliation_order
  add column order_type text not null default 'E'
    constraint reconciliation_order_type_known check (order_type in ('E', 'R')),
  add column order_key text,
  add column incoming_payment_id bigint references incoming_payment (id);
update reconciliation_order set order_key = tracking_key;
alter table reconciliation_order drop constraint reconciliation_order_pkey;
alter table reconciliation_order
  alter column tracking_key drop not null,
  add primary key (operation_date, order_type, order_key);

alter table reconciliation_difference
  add column order_type text not null default 'E'
    constraint difference_order_type_known check (order_type in ('E', 'R')),
  -- Of a sent order its tracking key; of a received one our incoming payment, or STP's number where we have none.
  add column order_key text,
  add column incoming_payment_id bigint references incoming_payment (id),
  -- The last run that found it.
  add column seen_run integer not null default 0;
update reconciliation_difference set order_key = tracking_key;
alter table reconciliation_difference
  alter column order_key set not null,
  alter column tracking_key drop not null,
  drop constraint difference_once,
  add constraint difference_once unique (operation_date, order_type, kind, order_key);

-- Totals of received orders stand beside those of sent ones; comparisons until now had none.
update reconciliation set totals = totals || '{"received": null}' where totals is not null;
-- Orders of the day in doubt at the last comparison; more of them than before notify staff.
alter table reconciliation add column doubts integer not null default 0
  constraint reconciliation_doubts_positive check (doubts >= 0);
create index transfer_in_doubt on transfer (operation_date)
  where status in ('unknown', 'review') or contested_at is not null;

-- True if STP's callbacks about it were lost and the server found it in STP's list.
alter table incoming_payment add column found_in_list boolean not null default false;
create index incoming_payment_operation_date on incoming_payment (operation_date, id);
create index incoming_payment_found on incoming_payment (operation_date, id) where found_in_list;
