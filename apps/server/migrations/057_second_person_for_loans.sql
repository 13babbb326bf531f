-- Two people for loans: who asked for one on a worker's behalf does not approve it, and a payout above a limit of the day
-- leaves once another person than the approving one allows it.

alter table loan
  -- The staff member who asked on the worker's behalf; null: the worker asked.
  add column requested_by bigint references app_user (id),
  -- Who allowed the payout above the limits of the day; null: nobody.
  add column released_by bigint references app_user (id);

update loan set requested_by = audit.actor_id
  from audit join app_user on app_user.id = audit.actor_id and app_user.user_type <> 'U2'
  where audit.subject = 'loan' and audit.subject_id = loan.id and audit.action = 'loan.requested'
    and loan.state in ('requested', 'rejected');

alter table loan
  -- A rejection needs one person.
  add constraint loan_approved_by_another check (requested_by <> decided_by or state = 'rejected'),
  add constraint loan_released_by_another check (released_by <> decided_by and released_by <> requested_by);

-- The sums of a day.
create index loan_approved_at on loan (approved_at) where approved_at is not null;
create index loan_accepted_at on loan (accepted_at) where accepted_at is not null;
