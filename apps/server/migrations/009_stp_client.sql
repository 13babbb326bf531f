-- An order sent near the 18:00 cut may be filed under the day before or after `operation_date`: the other one.
alter table transfer add column other_operation_date date
  constraint transfer_other_day_differs check (other_operation_date <> operation_date);

-- Every question put to STP, which answers about a hundred an hour for all processes together.
create table stp_query (
  id bigint generated always as identity primary key,
  purpose text not null constraint stp_query_purpose_known
    check (purpose in ('unknown', 'confirm', 'reconcile', 'transit', 'staff')),
  asked_at timestamptz not null default clock_timestamp()
);
create index stp_query_asked on stp_query (asked_at);
