-- Who rejected a loan is kept apart from who approved it. A rejection replaced the approving person, so that a loan that
-- STP paid all the same could not be booked (its approver was then who had asked for it), and who had allowed a payout
-- could not reject the offer. Who approved first, and who raised the amount, decide nothing else of the loan either.

alter table loan
  -- The staff member who rejected the loan; null unless it is rejected.
  add column rejected_by bigint references app_user (id),
  -- Above a limit: who asked the approving person, `decided_by`, to approve as well.
  add column first_approved_by bigint references app_user (id),
  -- The staff member who last raised the amount of the request.
  add column amount_raised_by bigint references app_user (id),
  drop constraint loan_approved_by_another,
  drop constraint loan_released_by_another;

update loan set rejected_by = decided_by, decided_by = null where state = 'rejected';

-- The approving person whom a rejection replaced.
update loan set decided_by = approved.actor_id
  from (
    select distinct on (subject_id) subject_id, actor_id from audit
    where subject = 'loan' and action = 'loan.approve' order by subject_id, id desc
  ) as approved
  where approved.subject_id = loan.id and approved.actor_id is distinct from loan.requested_by
    and approved.actor_id is distinct from loan.released_by
    and loan.id in (select subject_id from audit where subject = 'loan' and action = 'loan.reject');

update loan set first_approved_by = approval.requested_by
  from approval
  where approval.action = 'loan.approve' and approval.state = 'approved' and approval.subject_id = loan.id
    and approval.decided_by = loan.decided_by and loan.released_by is distinct from approval.requested_by;

update loan set amount_raised_by = raised.actor_id
  from (
    select distinct on (subject_id) subject_id, actor_id from audit
    where subject = 'loan' and action = 'loan.edited'
      and (after ->> 'amount_cents')::bigint > (before ->> 'amount_cents')::bigint
    order by subject_id, id desc
  ) as raised
  where raised.subject_id = loan.id and loan.state in ('requested', 'rejected')
    and raised.actor_id is distinct from loan.decided_by and raised.actor_id is distinct from loan.released_by;

-- An unknown person is null and passes.
alter table loan
  add constraint loan_approved_by_another check (
    decided_by <> requested_by and decided_by <> amount_raised_by and decided_by <> first_approved_by
  ),
  add constraint loan_released_by_another check (
    released_by <> decided_by and released_by <> requested_by
    and released_by <> first_approved_by and released_by <> amount_raised_by
  );
