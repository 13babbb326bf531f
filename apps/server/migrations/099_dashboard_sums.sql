-- The dashboard's figures, kept by the transactions that change them, so that reading them takes the same time however
-- many loans there are. Each statement that changes loans, workers or documents appends what it changed to
-- `dashboard_change`; no transaction waits for another's row. One process at a time moves the changes into
-- `dashboard_sum`. A figure is the sum of both at every moment: the view `dashboard_figure`.
--
-- The figures, and what their rows are about:
--   state      loans by type and state
--   requested  loans by the day of the request, type and status (`loan_status_order`, in `part`)
--   sent       the amount of the loans whose worker received the money, by the day of sending and type
--   owed       the amount due of loans in force by company (in `part`, 0: none) and state; of late ones also by due date
--   approved   approvals of credits by the Monday of their week and the step of the time they took (in `part`)
--   worker     active workers, by documents (state `complete` or `incomplete`)
--   unreviewed offers of advances whose worker's documents staff have not accepted
--   offers     only in changes: the worker in `part` may have more or fewer such offers than `unreviewed_offer` says
create table dashboard_sum (
  figure text not null constraint dashboard_figure_known
    check (figure in ('state', 'requested', 'sent', 'owed', 'approved', 'worker', 'unreviewed')),
  day date not null default '-infinity',
  type text not null default '',
  state text not null default '',
  part bigint not null default 0,
  loans bigint not null constraint dashboard_sum_loans_positive check (loans >= 0),
  amount_cents bigint not null constraint dashboard_sum_amount_positive check (amount_cents >= 0),
  primary key (figure, day, type, state, part)
);

create table dashboard_change (
  figure text not null,
  day date not null default '-infinity',
  type text not null default '',
  state text not null default '',
  part bigint not null default 0,
  loans bigint not null default 0,
  amount_cents bigint not null default 0
);
-- Its rows live for seconds.
alter table dashboard_change set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000);

create view dashboard_figure as
  select figure, day, type, state, part, loans, amount_cents from dashboard_sum
  union all
  select figure, day, type, state, part, loans, amount_cents from dashboard_change where figure <> 'offers';

-- Offers of advances by worker whose documents staff have not accepted, as of the changes that `dashboard_sum` has.
create table unreviewed_offer (
  user_id bigint primary key,
  loans bigint not null constraint unreviewed_offer_loans_positive check (loans > 0)
);

create function approval_week(approved_at timestamptz) returns date
  language sql immutable parallel safe
  return date_trunc('week', approved_at at time zone 'America/Mexico_City')::date;

-- Hours from the request of a loan to its approval.
create function approval_hours(created_at timestamptz, approved_at timestamptz) returns double precision
  language sql immutable parallel safe
  return extract(epoch from approved_at - created_at)::double precision / 3600;

-- Groups approval times, so that a percentile reads only the few of its group: about 8 groups for each factor of e.
create function approval_step(hours double precision) returns bigint
  language sql immutable parallel safe
  return floor(8 * ln(1 + 3600 * hours))::bigint;

create index loan_approval_time on loan (
  approval_week(approved_at), approval_step(approval_hours(created_at, approved_at)),
  approval_hours(created_at, approved_at)
) where type = 'credit' and approved_at >= created_at;

-- The rows by which a loan counts; with the sign -1 those that take it away.
create function loan_figures(
  sign integer, user_id bigint, company_id bigint, type text, state text, amount_cents bigint, amount_due_cents bigint,
  next_payment_date date, requested_day date, created_at timestamptz, approved_at timestamptz, sent_at timestamptz
) returns table (figure text, day date, type text, state text, part bigint, loans bigint, amount_cents bigint)
  language sql immutable parallel safe as $$
  select * from (values
    ('state', date '-infinity', $4, $5, 0::bigint, $1::bigint, 0::bigint),
    ('requested', $9, $4, '', loan_status_order($5)::bigint, $1::bigint, 0::bigint),
    (case when $5 in ('active', 'overdue', 'completed') and $12 is not null then 'sent' end,
      ($12 at time zone 'America/Mexico_City')::date, $4, '', 0, $1, $1 * $6),
    (case when $5 in ('active', 'overdue') then 'owed' end,
      case when $5 = 'overdue' and $8 is not null then $8 else '-infinity' end, '', $5, coalesce($3, 0), $1, $1 * $7),
    (case when $4 = 'credit' and $11 >= $10 then 'approved' end,
      approval_week($11), '', '', approval_step(greatest(approval_hours($10, $11), 0)), $1, 0),
    (case when $4 = 'advance' and $5 = 'approved' then 'offers' end, date '-infinity', '', '', $2, $1, 0)
  ) as counted (figure, day, type, state, part, loans, amount_cents)
  where counted.figure is not null
$$;

create function keep_loan_figures() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into dashboard_change (figure, day, type, state, part, loans, amount_cents)
      select f.figure, f.day, f.type, f.state, f.part, sum(f.loans), sum(f.amount_cents)
      from added as l cross join lateral loan_figures(1, l.user_id, l.company_id, l.type, l.state, l.amount_cents,
        l.amount_due_cents, l.next_payment_date, l.requested_day, l.created_at, l.approved_at, l.sent_at) as f
      group by 1, 2, 3, 4, 5;
  elsif tg_op = 'DELETE' then
    insert into dashboard_change (figure, day, type, state, part, loans, amount_cents)
      select f.figure, f.day, f.type, f.state, f.part, sum(f.loans), sum(f.amount_cents)
      from removed as l cross join lateral loan_figures(-1, l.user_id, l.company_id, l.type, l.state, l.amount_cents,
        l.amount_due_cents, l.next_payment_date, l.requested_day, l.created_at, l.approved_at, l.sent_at) as f
      group by 1, 2, 3, 4, 5;
  else
    insert into dashboard_change (figure, day, type, state, part, loans, amount_cents)
      select f.figure, f.day, f.type, f.state, f.part, sum(f.loans), sum(f.amount_cents)
      from (select 1 as sign, added.* from added union all select -1, removed.* from removed) as l
      cross join lateral loan_figures(l.sign, l.user_id, l.company_id, l.type, l.state, l.amount_cents,
        l.amount_due_cents, l.next_payment_date, l.requested_day, l.created_at, l.approved_at, l.sent_at) as f
      group by 1, 2, 3, 4, 5
      having sum(f.loans) <> 0 or sum(f.amount_cents) <> 0;
  end if;
  return null;
end $$;

create trigger loan_figures_added after insert on loan
  referencing new table as added for each statement execute function keep_loan_figures();
create trigger loan_figures_changed after update on loan
  referencing old table as removed new table as added for each statement execute function keep_loan_figures();
create trigger loan_figures_removed after delete on loan
  referencing old table as removed for each statement execute function keep_loan_figures();

create function keep_worker_figures() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into dashboard_change (figure, state, loans)
      select 'worker', case when has_all_documents then 'complete' else 'incomplete' end, count(*)
      from added where user_type = 'U2' and is_active group by 2;
  elsif tg_op = 'DELETE' then
    insert into dashboard_change (figure, state, loans)
      select 'worker', case when has_all_documents then 'complete' else 'incomplete' end, -count(*)
      from removed where user_type = 'U2' and is_active group by 2;
  else
    insert into dashboard_change (figure, state, loans)
      select 'worker', case when has_all_documents then 'complete' else 'incomplete' end, sum(sign)
      from (select 1 as sign, user_type, is_active, has_all_documents from added
        union all select -1, user_type, is_active, has_all_documents from removed) as changed
      where user_type = 'U2' and is_active group by 2 having sum(sign) <> 0;
  end if;
  return null;
end $$;

create trigger worker_figures_added after insert on app_user
  referencing new table as added for each statement execute function keep_worker_figures();
create trigger worker_figures_changed after update on app_user
  referencing old table as removed new table as added for each statement execute function keep_worker_figures();
create trigger worker_figures_removed after delete on app_user
  referencing old table as removed for each statement execute function keep_worker_figures();

-- Accepted documents decide whether an offer of an advance waits for a review.
create function keep_document_figures() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into dashboard_change (figure, part, loans)
      select 'offers', user_id, 0 from added
      where loan_id is null and replaced_at is null and review = 'accepted' group by user_id;
  elsif tg_op = 'DELETE' then
    insert into dashboard_change (figure, part, loans)
      select 'offers', user_id, 0 from removed
      where loan_id is null and replaced_at is null and review = 'accepted' group by user_id;
  else
    insert into dashboard_change (figure, part, loans)
      select 'offers', user_id, 0
      from (select 1 as sign, user_id, loan_id, replaced_at, review from added
        union all select -1, user_id, loan_id, replaced_at, review from removed) as changed
      where loan_id is null and replaced_at is null and review = 'accepted'
      group by user_id having sum(sign) <> 0;
  end if;
  return null;
end $$;

create trigger document_figures_added after insert on document
  referencing new table as added for each statement execute function keep_document_figures();
create trigger document_figures_changed after update on document
  referencing old table as removed new table as added for each statement execute function keep_document_figures();
create trigger document_figures_removed after delete on document
  referencing old table as removed for each statement execute function keep_document_figures();

-- The triggers' locks keep every writer out until the migration commits.
insert into unreviewed_offer (user_id, loans)
  select user_id, count(*) from loan
  where type = 'advance' and state = 'approved' and (
    select count(*) from document
    where document.user_id = loan.user_id and document.loan_id is null and document.replaced_at is null
      and document.review = 'accepted') < 5
  group by user_id;

insert into dashboard_sum (figure, day, type, state, part, loans, amount_cents)
  select f.figure, f.day, f.type, f.state, f.part, sum(f.loans), sum(f.amount_cents)
  from loan as l cross join lateral loan_figures(1, l.user_id, l.company_id, l.type, l.state, l.amount_cents,
    l.amount_due_cents, l.next_payment_date, l.requested_day, l.created_at, l.approved_at, l.sent_at) as f
  where f.figure <> 'offers' group by 1, 2, 3, 4, 5
  union all
  select 'worker', '-infinity', '', case when has_all_documents then 'complete' else 'incomplete' end, 0, count(*), 0
  from app_user where user_type = 'U2' and is_active group by 4
  union all
  select 'unreviewed', '-infinity', '', '', 0, sum(loans), 0 from unreviewed_offer having sum(loans) > 0;
